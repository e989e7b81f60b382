// Package complete reports whether a cell is complete, for consoles that ask before they run it, and completes and describes
// names at the cursor.
//
// It uses the text of the cell, the cells that have run, and the compiler's export files of packages. Results have the form of
// Jupyter's messages.
package complete
