// Package kernel sets up and runs the Go kernel of the notebooks in any Jupyter. The kernel is one folder. Notebooks can be in
// any folder, and need no go.mod, no go.work and no network.
//
// [Open] takes the folder of the kernel and the source of the project, which is a checkout or a folder of Go's module cache.
// [Kernel.Setup] builds the kernel's programs, a build cache and stateful cells. [Kernel.Register] writes a kernel specification
// where Jupyter looks for one, and [Kernel.Run] runs the kernel.
//
// The folder of the kernel contains
//
//	bin/igbo        the program that Jupyter starts
//	bin/gonb        the engine for cells that are programs
//	bin/goimports   adds imports by the name of a package (package prelude)
//	bin/go          a go command that reuses the build of an earlier cell
//	settings.json   the source, and the Go release that built the programs
//	needs           folders that must exist to build cells, one per line
//	runtime         folders of running kernels
//
// Values persist between cells on linux/amd64 (package stateful): `x := 42` in one cell is x in the next, statements and
// declarations mix, and the value of a last expression is shown. Elsewhere, after `%live off`, with [ProgramsVariable], and if a
// cell cannot be stateful, a cell is a program that GoNB runs. Lines that begin with % or ! are kernel lines, and `%help`
// describes them (package magic).
//
// Cells need no network. To fetch another module, run `!*go get MODULE`, which uses the user's network settings of Go.
package kernel
