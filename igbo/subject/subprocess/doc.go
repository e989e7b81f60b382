// Package subprocess asks a user's own program for predictions, and says in one line what it did instead.
//
// What flows in: a command line and rows of text. What flows out: a number for each row. The program is started for each call, reads
// the rows as CSV with a header on standard input, and writes a number a line. No shell is between.
package subprocess
