// Package live runs cells whose values live: each is compiled by the Go compiler alone,
// linked alone, and brought into a process that has all packages.
//
// What flows in: a kernel's Go and source ([Config]), then the code of cells. What flows
// out: the values, output and failures of cells ([Session.Run]).
//
// Rooms: linker makes the linker of cells from Go's own; verify compares what it links with what was compiled; host is the process in which cells
// run; cells is the language: what a cell declares, what depends on what, and the file that
// the compiler gets.
//
// It never lies: the linker is made for exact releases of Go. [Selftest] runs cells beside
// what they have to print, and where anything differs living cells are not offered. At load a module's masks for the collector are
// compared with its types, and what the process has made itself meanwhile with what the module has: tables of methods are
// shared, a type that reflection made first is refused. Before that all of a module is compared with the compiler's object (package verify):
// each relocation, each table, each byte; the process takes the very file that was compared.
//
// What a cell starts lives as values do: goroutines, servers, and sliders, lists and GoNB's widgets, which follow the page after
// their cell has ended (package page of the proxy is their way). They run beside later cells, and share variables with
// them as goroutines do.
//
// A cell that cannot live runs as a program, and says so: one with a package that has C, with files that are embedded, with a question to the
// reader, or with a module that is not linked in. It gets the functions, types, constants and imports of living cells that it
// uses, and a line names the values that it cannot have.
//
// They stay something to ask for. What the linker writes is compared with the compiler's object, and any changed bit of it is refused
// but where nothing reads it; 20 000 interrupts in forty processes did no damage, and 265 random notebooks of 40 cells said what
// one ordinary program says. But each longer search before has found something, in the language or at the seam to the runtime, and
// two classes of silent faults are excluded by no check: a name that is bound to the wrong declaration, and what a library was in
// the midst of when a cell was ended there. Known to be left:
//
//   - The compiler's object is taken on trust, and so is the index of the process's symbols, which its linker wrote: a name that the
//     session binds to an earlier declaration than it should gives a right module of a wrong program.
//   - A cell that is ended within a library can leave a lock of it held, or what the lock guards half done, which the message then says.
//   - A cell that waits when it is interrupted is given up; once it goes on it ends, at the first place where it can, before which it does nothing
//     of its own, but where the runtime takes the processor from it in that moment. Its deferred calls run then, beside later cells.
//   - An interrupt comes between two statements, as far as memory can tell (TestNothingIsTorn); the processor goes there by single
//     instructions, but for memory that is cleared or copied. A cell that goes on for 8 s, of the clock and of the processor's time,
//     after an interrupt is ended with the process, which a line says with what is lost: so are all where a machine does not let the
//     processor go by single instructions.
//   - Of a loop that neither calls nor leaves the compiler leaves out what it writes, as nobody can see it: after an interrupt
//     variables are what they were before, also those that the cell set before such a loop.
//   - A variable to which a cell that failed did not come is not declared; one earlier of its name stays. Of several statements in one
//     line the last counts.
//   - Deferred calls of a function with a loop that neither calls nor leaves do not run where it is interrupted in this loop, if the
//     compiler has left out what would tell of them.
//   - The depth of chains of functions that do not grow the stack is not checked across modules.
//   - A value that the page sends where nobody listens any more stops GoNB's library within the process (its lock stays held).
//     The kernel sends none that was not asked for, but between the two ends there is a moment.
//   - XLA and C are not in the process.
//
// They are made for linux/amd64. On linux/arm64 the linker would need stubs for calls that reach farther than 128 MB, and host and
// verify that processor's relocations and signals; macOS would want modules signed. There a cell is a program, and a line says so.
package live
