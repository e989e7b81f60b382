// Package explain explains why a cell failed, with the number of the cell, the line, and the text of that line.
//
// [Sources] holds the cells that ran. Together with the output of the compiler for a cell, or the standard error of a program
// that ended, it returns a [Failure], which front ends show. The kernel uses it on the desktop and in a browser.
package explain
