// Package subject is a model together with the data that somebody wants to know about it: what igbo explain, check, predict and
// export begin with.
//
// What flows in: a model, saved by igbo, an ONNX file of a network or of trees, or a user's own program, and a file of data, by [Open]
// and [OpenProgram]; or a model and a table in memory, by [New]. What flows out: a [Subject], whose samples come as its model takes
// them ([Subject.Pieces], [Subject.Sample], and [Subject.Cells] of a model without a gradient), with the names and groups of its
// features, what each column was taken for, and which rows lack values; and its [Subject.Predictions].
//
// The samples of a file up to 32 MB are held: N·T·D numbers of 8 bytes. A larger table is read again for every pass, and memory
// does not grow with its rows.
package subject
