// Package sequences asks whether attributions of trained sequence models tell
// which input mattered, and when. In flow a synthetic task whose true
// contributions are known, and architectures; out flow [Result]: how well TIG
// recovers the truth for each architecture, over seeds, with maps to look at.
//
// Question: do the attributions of one output step find the inputs that truly
// matter? Measured by the recovery scores of [faithfulness.Recover] and by the correlation
// with the true contributions, on fresh samples.
//
// Rivals: gradient × input, at no more cost than one point of the path; random
// attributions, the floor; the true contributions themselves, the ceiling.
//
// Seeds: each draws its own task, fresh samples and start weights; intervals
// are Student's over seeds, differences between methods are taken seed by seed.
//
// What would change our mind: an interval of TIG's AUPRC minus that of gradient
// × input that lies below 0, or recovery near that of random attributions by a
// model that explains most of the variance.
package sequences
