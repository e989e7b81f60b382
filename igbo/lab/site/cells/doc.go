// Command cells is the Go part of the kernel in a browser: it composes the programs of cells and explains how they fail, with the same
// packages as the kernel on a computer. It is built to WebAssembly and runs next to the compiler and the linker.
//
// It implements Helper for the third way to run a cell: see package igbo/kernel/executor.
//
// Its inputs are the code of cells and the messages of tools and programs, as JSON. It returns programs and failures.
package main
