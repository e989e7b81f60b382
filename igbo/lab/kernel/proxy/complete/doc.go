// Package complete tells whether a cell is complete, for consoles that ask before they run it.
//
// What flows in: what was typed. What flows out: complete, incomplete or invalid, and how the next line is indented.
package complete
