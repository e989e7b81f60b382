// Package sequences measures whether attributions of sequence models find the input that mattered, and when it mattered. Use
// it to compare architectures and attribution methods on a task with known contributions. Run it with
// `igbo study run sequences`. `igbo study show sequences` prints the committed result (result.json).
//
// The inputs are a synthetic task with known contributions, and architectures. The [Result] has the accuracy of temporal
// integrated gradients (TIG) for each architecture over seeds, with maps.
//
// # Measures
//
// The study explains one output step on fresh samples. It reports the recovery scores of [faithfulness.Recover] and the
// correlation with the true contributions.
//
// TIG is compared with gradient × input, which costs one point of the path; with random attributions, the lower bound; and with
// the true contributions, the upper bound.
//
// Each seed draws its own task, fresh samples and start weights. Intervals are Student's over seeds, and differences between
// methods are computed for each seed.
//
// Two results would change the conclusion: an interval of TIG's AUPRC minus that of gradient × input below 0, or recovery near
// that of random attributions by a model that explains most of the variance.
package sequences
