// Package table reads CSV, TSV and Parquet files, each also gzipped, into named and typed columns, and splits the rows into training and
// test rows.
//
// Use it to load a user's file before training or prediction. [Read] takes a file and [ReadOptions] and returns a [Table]. [Pieces] yields
// the file in pieces of some rows each, for files that do not fit in memory. [Split] and [Folds] return the rows of each [Fold].
//
// A table of N rows takes 8·N bytes a column. While a file is read, one column is in memory twice.
//
// Package encode turns the columns into a model's inputs. Package cell parses the cells.
package table
