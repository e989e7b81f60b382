// Package table takes a user's file to samples: it reads CSV, TSV and Parquet
// (each also gzipped) into named, typed columns, parts the rows into training
// and test rows, learns from the training rows alone how columns become
// numbers, and encodes any rows so.
//
// What flows in: a file, and a [Spec] that says which column is the target, what
// is left out and what missing values become. What flows out: a [Table], a
// [Fold] of its rows, an [Encoding] that is kept beside the model as JSON,
// and [Samples]: the numbers, feature names and groups of a training, or
// batches of them straight from the file ([Dataset]).
//
// [Read] holds a table: N numbers of 8 bytes a column, and while it is read one column
// twice; samples are N·T·D numbers more. [File] holds none of it but medians, whatever N is.
//
// The columns of one category are one feature: they form a group of their own,
// with the column's name.
package table
