// Package live runs cells whose values live: each is compiled by the Go compiler alone,
// linked alone, and brought into a process that has all packages.
//
// What flows in: a kernel's Go and source ([Config]), then the code of cells. What flows
// out: the values, output and failures of cells ([Session.Run]).
//
// Rooms: linker makes the linker of cells from Go's own; host is the process in which cells
// run; cells is the language: what a cell declares, what depends on what, and the file that
// the compiler gets.
//
// It never lies: the linker is made for exact releases of Go. [Selftest] runs cells beside
// what they have to print, and where anything differs living cells are not offered. At load a module's masks for the collector are
// compared with its types, and what the process has made itself meanwhile with what the module has: tables of methods are
// shared, a type that reflection made first is refused.
//
// They stay something to ask for. Random notebooks have found what no test before did, each time in the language or at the seam to
// the runtime and never in the linker's output, and it is not shown that they find no more. Known to be left: a cell that is ended
// within a library can leave a lock of it held, which the message then says; a cell that was given up may run on for some
// statements; the depth of chains of functions that do not grow the stack is not checked across modules; XLA and C are not in the process.
package live
