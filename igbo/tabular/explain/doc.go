// Package explain explains a trained model on the user's data.
//
// Use it to find out which features matter to a model, and whether the model follows an importance order. [Open] reads a model (saved by
// igbo, or an ONNX file) and a file of data; [New] takes both in memory. Package explainer reads them. Both return an [Explainer].
//
//   - [Explainer.Explain] returns an [Explanation]: attribution scores of the samples, permutation importance, and a check that the
//     attributions depend on the learned parameters.
//   - [Explainer.Check] returns a [Check]: for each statement of an order, whether the model follows it.
//
// Both results are plain data, with tables, figures and files.
//
//	s, err := explain.Open(ctx, backend, "model", "data.csv", explain.Options{})
//	e, err := s.Explain(ctx, explain.DefaultConfig(), nil)
//	err = e.Save("explained")
//
// For a table beyond 32 MB, memory does not grow with the number of rows. For smaller data the scores (N·K numbers) are in memory.
// Attributions are computed for some thousand samples at a time. Permutations and random parameters use only some of the samples.
package explain
