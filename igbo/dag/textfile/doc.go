// Package textfile reads text files and reports errors with their place in the file.
//
// A [Table] returns the records of a CSV file with a header row one at a time. An [Error] holds file, line and column.
package textfile
