// Package routing measures the routing oracle (paper, section "Routing Oracle"), which the paper describes and leaves to
// future work. Use it to decide whether learned paths are worth their training. Run it with `igbo study run routing`; it
// needs a backend. `igbo study show routing` prints the committed result (result.json).
//
// Each of the four questions is a subpackage with settings, tables and figures. This package combines them into one study.
//
//   - validity: do the oracle's paths stay in the data, how much longer are they, and are attributions along them better? Five
//     distributions, 20 seeds.
//   - front: which projection rule leads the oracle away from the straight line, and what do valid paths cost in length? Two
//     distributions, 5 seeds.
//   - example: what does the oracle's path look like, and do networks that agree on the data agree on attributions along it?
//     One pair of points of one distribution (package curve), and travelling waves.
//   - tasks: does IGBO along the oracle's paths train better networks than along straight ones? Four tasks, 20 seeds.
//
// # Findings
//
// The committed result answers:
//
//   - The oracle's paths stay in the data on three distributions: 0.989 of their length on the curve, 0.975 on the ring and
//     0.917 on series, where straight lines have 0.656, 0.599 and 0.489. They are 1.02 to 1.16 times as long. On two moons,
//     which no valid path joins, the oracle stays on the straight line.
//   - Baselines without a trained generator are better: the average over 8 baselines has the smaller error on the ring (0.105
//     against 0.131) and on series, and geodesics and relaxed anchors are more valid on the ring. Package oracle has the
//     numbers.
//   - The paper's rule stays closest to the straight line: 0.83 valid on the ring, compared with 0.94 for a weighted sum.
//   - On the example, the error of x1's attribution is 0.229 along the straight line, 0.095 along a path of eight anchors and
//     0.085 along the curve itself.
//   - Networks with a shortcut that are trained along its paths have 0.73 of the error of straight paths. Paths that leave the
//     data on purpose have 0.56.
//
// Two assessors and one kind of path were worse and were removed. Their scores are in the committed result, with the commit of
// their code ([validity.Dropped]).
//
// The default settings take about an hour on one core; the setting questions selects some of the questions.
package routing
