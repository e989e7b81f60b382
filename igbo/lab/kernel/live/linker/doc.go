// Package linker makes the linker of living cells: Go's own, from the user's own
// GOROOT, with a few lines more.
//
// What flows in: a go command. What flows out: a program that links as Go's linker
// does, and two things more. It links a host with nothing left out, and writes an index
// of its symbols; and it links the object of a cell alone into a module for a host
// that runs: what the host has is not laid out again, references to it get its addresses.
//
// GOROOT is not touched: the lines reach the compiler through an overlay. They are made
// for the releases in [Known] and for no other. Each hunk has to match exactly once,
// else no linker is made.
//
// The folder patch holds the new files, which compile within cmd/link alone.
package linker
