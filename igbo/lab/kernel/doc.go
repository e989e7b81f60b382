// Package kernel is the Go kernel of the notebooks, at home in any Jupyter:
// GoNB, unmodified, at go.mod's version, with a program in the place of
// goimports that knows what cells import, and a kernel specification. All of it
// lies in one folder; notebooks may lie in any folder, and need neither go.mod,
// go.work nor a network.
//
// What flows in: [Options], the folder of the kernel and the project's source,
// which is a checkout or a folder of Go's module cache. What flows out: the
// kernel's folder with its programs and a warm build cache ([Kernel.Setup]), a
// specification where Jupyter looks for one ([Kernel.Register]), and a running
// kernel ([Kernel.Run]).
//
// The kernel's folder holds
//
//	bin/igbo        what Jupyter starts
//	bin/gonb        the engine
//	bin/goimports   the prelude: imports by the name of a package
//	bin/go          the go command, which builds a cell as it built an earlier one
//	settings.json   the source, and the Go that the programs were built with
//	needs           folders without which cells cannot be built, one a line
//	runtime         folders of kernels that run
//
// A second kernel, "Go (igbolab, living)", is there where it is asked for: `x := 42` in one cell
// is x in the next, statements and declarations mix, and the value of a last expression is
// shown (package live). A cell with magics, or with packages that its process has not, is
// a program as before, and says so; `%live off` makes all cells programs, `%who` lists values, `%reset` forgets
// them. In both kernels a first line `%%time` times the cell.
//
// Cells ask for no network. A user who wants another module can fetch it with
// `!*go get MODULE`, so that Go's settings of the network are left alone.
package kernel
