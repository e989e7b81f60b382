// Package subjects has the commands explain and check, of a user's own model and data.
//
// What flows in: a model, saved by igbo or an ONNX file, a file of data, an order.
// What flows out: scores, importances, figures and answers, all made before any of
// them is written.
package subjects
