// Command cells is the part of the kernel in a browser that knows what a cell is: it composes programs of cells, and explains
// how they fail, by the code of the kernel at home. It is built to WebAssembly and runs beside the compiler and the linker.
//
// What flows in: the code of cells, and what tools and programs said, as JSON. What flows out: programs and failures.
package main
