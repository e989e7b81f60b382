// Package proxy runs the Go kernel: it connects Jupyter with GoNB, which is not modified, and with stateful cells.
//
// [Run] takes the connection file that Jupyter gives a kernel, and the command of the engine, GoNB. It adds these features to the engine:
//
//   - It replies to requests that the engine ignores, for example whether a cell is complete.
//   - An interrupt ends a cell within half a second, also while it compiles, by force if necessary.
//   - The processes that a cell starts end with the cell.
//   - Output of a cell beyond [DefaultOutputLimit] is dropped, and one message reports it.
//   - A cell that uses too much memory, or starts too many processes, is ended, and a message reports it.
//   - Errors name the cell and the line.
//   - Kernel lines, which begin with % or !, and Go code can be mixed in a cell; package magic describes them. The cell is split into
//     steps, which run in order until one fails. Each step runs in the process of stateful cells, in the engine or in the proxy.
//     The first two are executors: see package executor.
//   - If a cell reads its standard input, the front end asks the user; on Linux, at the moment when the cell waits for input.
//   - Widgets of stateful cells: the proxy forwards comm messages between pages and the process, sends each page the changes made
//     on another one, and reports when a message is handled.
//   - The proxy tracks which cells used something that another cell changed: a line reports them, %stale lists them, and with
//     %reactive on they run again.
//   - A cell that can reach a breakpoint runs as a program under Delve, and front ends can follow it; package delve runs Delve.
//   - If Jupyter, the proxy or the engine dies, all processes that they started end, and their folders are removed (package
//     procgroup).
//
// Memory and the number of processes are only watched on Linux. Windows reports nothing about the processes of a cell. There an interrupt
// is GoNB's own, which takes up to five seconds and does not end a compiler.
//
// The proxy numbers cells as GoNB does, so "cell [3]" in a message is the number that a front end shows next to the
// cell. A process that a cell starts in the background (a command with &, a process in a new session) ends with the
// cell. If such a process keeps the cell's output open, it is ended a second after the cell's program has ended.
package proxy
