// Package table reads a user's file: CSV, TSV and Parquet, each also gzipped, into named, typed columns, and parts
// the rows into training and test rows.
//
// What flows in: a file, and [ReadOptions]. What flows out: a [Table], N numbers of 8 bytes a column (and while it is read
// one column twice), or pieces of one ([Pieces]), and each [Fold] of its rows. Package encode makes a model's numbers of them, package cell reads
// what stands in a cell.
package table
