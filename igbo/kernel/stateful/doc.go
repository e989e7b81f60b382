// Package stateful runs stateful cells: cells whose values persist. The Go compiler compiles each cell separately, a linker links it
// separately, and a process that holds all packages loads and runs it.
//
// A compiler and a linker are started in advance and wait for the next cell, because starting them takes as long as compiling a small cell.
//
// [Config] selects a Go toolchain and a source. [Open] and [Made.Make] build what stateful cells need. [Session.Run] runs the code of cells
// and returns how they ended. Subpackage cells defines the language and writes the compiler's input, linker builds a modified copy of Go's
// linker, verify compares the linked module with the compiled object, and host is the process.
//
// # Checks
//
// The linker supports exact releases of Go only. [Made.Selftest] runs cells and compares their output. If anything differs, cells run as
// programs instead. The full self-test runs once for each linker and each version of the package that loads cells. A part of it runs after
// changes to other packages.
//
// Package cells checks that each name in the compiler's input is bound to the declaration that Go's type checker found for it. Package
// verify compares each relocation, each table and each byte of a module with the compiler's object. The process loads exactly the file that
// was compared. It then compares the module's garbage collector masks with its types, and reuses method tables that it has already made.
//
// A refused module changes nothing: all values persist, and its addresses are free again. There is one exception. If the process makes a
// type or a method table just when the module is loaded, the module is linked again, and its old addresses, a few pages, stay in use.
//
// # What a cell starts
//
// Goroutines, servers, sliders, lists and GoNB's widgets persist as values do. They run concurrently with later cells and share variables
// with them as goroutines do.
//
// # Packages
//
// A package that the process does not have is compiled, linked, compared and loaded as a cell is, after the packages that it imports. It is
// then initialised ([Session.Load]) and stays until the process ends. [Session.Require] adds a module whose packages cells can import. The
// process has one version of each module. A package whose initialisation panics, exits or is interrupted is broken: cells cannot import it
// before [Session.Reset].
//
// A cell runs as a program if it embeds files or imports a package that the process cannot load. A message gives the reason. The process
// cannot load a package that
//
//   - has C, assembly or object files
//   - links to names that Go's own linker refuses
//   - requires another version of a module than the process has
//
// The program gets the functions, types, constants and imports of stateful cells that it uses. A message names the values that it cannot
// have.
//
// # Fatal errors
//
// A fatal error of Go's runtime, such as concurrent map writes, ends the process. Therefore the process saves variables after each cell, in
// files that only the user can read. It saves variables that hold only data: numbers, strings, times, slices, maps, structs and pointers to
// these. A variable can take up to 16 MB, all together 64 MB, and saving up to 50 ms. [Session.Restore] declares types and functions again
// and gives the variables their saved values.
//
// Interfaces, functions, channels and structs of other packages with unexported fields are not saved, nor are maps while goroutines run. A
// variable of more than 64 kB is saved only after cells that name it. If it was changed through another variable, the saved value can be
// out of date.
//
// The stack of a goroutine is limited to 128 MB, not to Go's 1 GB, so infinite recursion is found within a second or two.
//
// # Limits
//
//   - The compiler's object is trusted, and so is the index of the process's symbols, which the process's linker wrote.
//   - A cell that is interrupted within a library can leave a lock held, or the data that it guards partially updated. The message names
//     the function that the cell had called, and each sync.Once that counts as done although its function did not finish.
//   - A cell that is blocked when it is interrupted is abandoned. When it resumes, it ends at the next safe point. Its deferred calls
//     run then, concurrently with later cells.
//   - An interrupt ends a cell between two statements. An assignment to two variables, such as x, s[i] = 1, 2, can end between the two
//     if the compiler checks an index there.
//   - If a cell continues for 8 s (wall-clock and processor time) after an interrupt, it is ended together with the process. If all
//     threads of the process wait, this happens after 16 s, and in any case after 64 s. A message names what is lost. The same happens
//     on a machine whose processor cannot be single-stepped.
//   - In a loop without calls and exits, the compiler omits writes that nothing can observe. After an interrupt, variables have the
//     values that they had before the cell.
//   - If a cell is interrupted in such a loop, the deferred calls of its function do not run if the compiler has omitted their record.
//   - If a cell fails, variables that it did not reach are not declared, and earlier variables of these names persist. Of several
//     statements in one line, the last one counts.
//   - A finalizer or cleanup that panics ends its cell and the goroutine of Go's runtime that calls it. Later finalizers may not run
//     before [Session.Reset].
//   - Calls that do not grow the stack can cross modules; their total depth is not checked.
//   - If the page sends a value just after the last listener has gone, GoNB's library in the process stops working.
//   - The process contains neither XLA nor C code.
//
// The package supports linux/amd64 only. PLATFORMS.md describes the plan for other platforms.
package stateful
