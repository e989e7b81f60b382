// Package textfile reads CSV files and reports errors with their position in the file.
//
// A [Table] returns the records of a CSV file with a header row one at a time. An [Error] holds the
// file, line and column.
package textfile
