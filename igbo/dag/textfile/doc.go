// Package textfile reads text files so that what is wrong in one is said with its place.
//
// What flows in: a reader. What flows out: the records of a CSV file with a header row, one
// at a time ([Table]), and errors with file, line and column ([Error]).
package textfile
