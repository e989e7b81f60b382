// Package encode takes the columns of a [table.Table] to the numbers of a model: it learns from the training rows alone how
// each becomes numbers, and encodes any rows so.
//
// What flows in: a table, or a file that is read piece by piece ([File]), and a [Spec] that says which column is the target, what
// is left out and what missing values become. What flows out: an [Encoding] that is kept beside the model as JSON,
// and [Samples]: the numbers, feature names and groups of a training, or pieces of them straight from the file ([File.Samples]).
//
// The columns of one category are one feature: they form a group of their own, with the column's name. Samples are N·T·D numbers of 8 bytes; [File]
// holds none of them but medians, whatever N is.
package encode
