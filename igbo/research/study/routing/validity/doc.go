// Package validity measures whether a routing oracle (paper, section "Routing Oracle") gives paths in the data, how much
// longer they are, and whether the attributions along them are better. It is the first question of study routing: run it
// with `igbo study run routing --set questions=validity`. It needs a backend. `igbo study show routing` prints the committed
// result of all questions.
//
// Better means closer to the truth, better at finding the inputs that matter, more alike in independently trained networks, and
// more faithful to the network.
//
// The data are distributions with a known truth, and real weather. Each run draws data of a distribution, trains networks, an
// assessor and a routing oracle on them, and measures attributions along every path. The result has the measures of each path
// over seeds, tables, figures, and the outcomes of the goals, which were set beforehand.
//
// # Measures
//
// The baselines are the straight path; the average over straight paths from several baselines in the data; the shortest path
// over neighbours among the data; and anchors that are relaxed for each pair of ends, without a generator.
//
// The validity of a path is measured by the exact distance of the distribution along its whole length, not only at its anchors.
// The weather has no known distribution. There an assessor that was trained on other days, with another seed, measures the
// validity, which is less reliable.
//
// Each seed draws its own data, networks, assessor and pairs. Every path has the same networks and pairs, so differences to the
// straight path are paired by the seed; intervals are Student's over seeds.
//
// The oracle is worth little if its error against the truth is larger than that of the straight path, with the whole interval,
// or if several baselines are better without training. The same tables list these baselines.
//
// Settings were chosen on seeds from 1000 on. The committed result has other seeds, which were used once. Networks of tables
// have tanh units, because the kinks of ReLU prevent the midpoint rule at M = 20 from reaching the goals of the gap on any
// path.
//
// The default settings take about 45 minutes on one core; one seed of the distributions curve and ring takes about one minute.
package validity
