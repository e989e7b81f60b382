// Package subprocess runs a user's program to get predictions.
//
// Use it for a model that only exists as a command. [New] takes a command line and the names of the columns. [Program.Answers] starts the
// program, writes rows as CSV with a header to its standard input, and reads one number for each row. It starts the program again for each
// call, without a shell. An error states in one line what the program did wrong.
package subprocess
