// Package explain tells why cells fail: with the cell, the line, and that line's text.
//
// What flows in: the cells that ran ([Sources]), and what a compiler said of one, or what its program left on its standard
// error before it ended. What flows out: a [Failure], as front ends show it. It is the same at home and in a browser.
package explain
