// Package routing asks what it brings to integrate gradients along paths that stay in the
// data. In flow laws of data whose truth is known, and real weather; each cell draws data of a law,
// trains networks, assessors and routing oracles on them, and measures attributions
// along every path; out flow the measures of each path over seeds, tables, figures, and
// the goals that were set beforehand, met or missed. It needs a backend.
//
// # The question
//
// Does a routing oracle (paper, section "Routing Oracle") give paths in the data,
// how much longer are they, and are the attributions along them better: nearer to the law's
// truth, better at finding the inputs that matter, the same for networks that were
// trained independently, more faithful to the network?
//
// The rivals are the straight path; the average over straight paths from several
// baselines in the data; the shortest way over neighbours among the data; anchors
// that are relaxed for each pair of ends, without a generator; and guided paths of the
// literature. The oracle stands there with each assessor.
//
// A path is judged by the law's own exact distance, along its whole length, not at its anchors
// alone. The weather has no law: an assessor judges it that was trained on other days, with
// another seed, and says less.
//
// Each seed draws its own data, networks, assessors and pairs. Every path has the same
// networks and pairs, so that differences to the straight path are paired by the seed;
// intervals are Student's over seeds.
//
// An interval of an oracle's error against the truth that lies above the straight path's
// would change our mind about its worth, as would several baselines doing better at no
// training at all: they are in the same tables.
//
// Settings were chosen on seeds from 1000 on, and the committed result ([Reported]) is of seeds that were
// looked at once. Networks of tables have tanh units: with kinks of ReLU no midpoint rule at M = 20
// reaches the goals of the gap, on any path.
//
// All of the default settings take about 45 minutes of one core's time; one seed of the laws curve and
// ring about one minute.
package routing
