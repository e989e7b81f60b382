// Package explain explains a model to the person who has it: the scores of the
// samples of a file, importances beside those of permutation, a check that the
// attributions depend on what was learned, and whether the model follows an order,
// statement by statement.
//
// What flows in: a model, saved by igbo or an ONNX file, and a file of data, by
// [Open], or both in memory, by [New]; package subject reads them. What flows out: a [Subject], whose [Subject.Explain] gives an
// [Explanation] and whose [Subject.Check] a [Check]; both are plain data, with
// tables, figures and files.
//
// In a few lines:
//
//	s, err := explain.Open(ctx, backend, "model", "data.csv", explain.Options{})
//	e, err := s.Explain(ctx, explain.DefaultConfig(), nil)
//	err = e.Save("explained")
//
// Of a table beyond 32 MB memory does not grow with its rows; else the scores (N·K numbers) are held. Attributions are of some
// thousand samples at a time, permutations and random parameters are looked at on some samples alone.
package explain
