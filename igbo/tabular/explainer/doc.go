// Package explainer loads a model together with the data to explain, check or predict.
//
// Use it as the first step of an explanation, a check, a prediction or an export; package explain builds on it. [Open] reads a model saved
// by igbo, or an ONNX file of a network or of trees, and a file of data. [OpenProgram] takes a user's program instead of a model, and [New]
// takes a model and a table in memory. Each returns an [Explainer].
//
// An Explainer converts samples to the model's inputs ([Explainer.Pieces], [Explainer.Sample], and [Explainer.Cells] for a model without a
// gradient). It holds the names and groups of the features, the role of each column, and the rows that were left out.
// [Explainer.Predictions] yields the predictions.
//
// Samples of files up to 32 MB are in memory: N·T·D numbers of 8 bytes. A larger table is read again for every pass, so memory does not
// grow with its rows.
package explainer
