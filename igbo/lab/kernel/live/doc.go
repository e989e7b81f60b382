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
// what they have to print, and where anything differs living cells are not offered.
package live
