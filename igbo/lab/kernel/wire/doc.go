// Package wire speaks Jupyter's protocol for kernels: as a client, and as a proxy
// that stands between Jupyter and GoNB and adds what GoNB lacks.
//
// What flows in: the connection file that Jupyter gives a kernel, and the command
// of the engine, GoNB, which is not modified. What flows out: the engine's
// messages, with what follows.
//
//   - Whether a cell is complete is answered, and so is whatever else a front end waits for and the engine ignores.
//   - An interrupt ends the cell within half a second, also while it compiles, by force if needed.
//   - What a cell starts ends with the cell.
//   - Output beyond [DefaultOutputLimit] a cell is dropped, and one message says so.
//   - A cell that takes the machine's memory, or starts processes without end, is ended, and a message says so.
//   - Errors name the cell and the line.
//   - Where Jupyter, the proxy or the engine dies, all that they started ends, and so do their folders: package session sees to it.
//
// A [Client] starts a kernel, or connects to one, and runs cells.
package wire
