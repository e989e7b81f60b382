// Package proxy stands between Jupyter and GoNB, and adds what GoNB lacks.
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
// Memory and the number of processes are watched on Linux alone. On Windows the
// system tells nothing of a cell's processes: there an interrupt is GoNB's own,
// which takes up to five seconds and does not end a compiler.
//
// The proxy numbers cells as GoNB does, so that "cell [3]" in a message is what a
// front end shows beside the cell. What a cell starts in the background (a command
// with &, a process in a session of its own) ends when the cell ends, or a second
// after its program has ended where it holds the cell's output.
package proxy
