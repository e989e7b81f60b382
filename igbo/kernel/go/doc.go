// Command go replaces the go command for the kernel. It passes everything on to the go command further down the PATH, except for
// two cases: it builds a cell faster if an earlier cell used the same packages, and it creates a workspace from another one.
//
// For `go build -o PROGRAM` its input is the file main.go that GoNB made from cells; its output is that of the go command.
//
// For a cell, go build spends most of its time on finding out that only the cell has changed. This command compares the imports,
// the settings and the sources of the modules in the workspace with those of an earlier build. If they are equal, it runs the
// compiler and the linker as that build ran them. They run without the garbage collector, which short programs do not need. In
// all other cases, and if anything is unexpected, the go command builds the cell.
package main
