// Command go is what the kernel runs in the place of the go command. It passes
// everything on to that command, which it finds further down the PATH, but for two
// things: a cell that is built again with the packages of an earlier one, and a
// workspace that is begun below another one.
//
// What flows in: the arguments of the go command; for `go build -o PROGRAM` the one
// file main.go that GoNB made from cells. What flows out: what the go command does.
//
// Most of what go build does for a cell is to find out that nothing has changed but
// the cell. Where the imports, the settings and the sources of the modules in the
// workspace are those of an earlier build, compiler and linker are run as that build ran them,
// and without the garbage collector, which short programs do not need. In all other
// cases, and where anything about it is not as expected, the go command itself builds.
package main
