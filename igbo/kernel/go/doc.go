// Command go replaces the go command for the kernel. It passes everything on to the go command further down the PATH, except for
// two cases: it builds a cell faster if an earlier cell used the same packages, and it creates a workspace from another one.
//
// For `go build -o PROGRAM` its input is the file main.go that GoNB made from cells; its output is that of the go command.
//
// Most of the time of go build for a cell is spent to find out that only the cell has changed. If the imports, the settings and
// the sources of the modules in the workspace are those of an earlier build, this command runs the compiler and the linker as
// that build ran them, without the garbage collector, which short programs do not need. In all other cases, and if anything is
// unexpected, the go command builds the cell.
package main
