// Package complete tells whether a cell is complete, for consoles that ask before they run it, and what may stand at the cursor.
//
// What flows in: what was typed, the cells that have run, the compiler's files of packages. What flows out: complete, incomplete or
// invalid, and how the next line is indented; names, and what they are, as Jupyter's messages have them.
package complete
