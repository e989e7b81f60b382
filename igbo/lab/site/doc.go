// Package site makes the course in a browser: a folder for any static web host. Readers edit cells, which Go's own compiler and linker
// compile in the browser. Nothing needs to be installed, and the server computes nothing.
//
// [Make] takes the project's source, the user's Go, JupyterLite and notebooks ([Options]), and writes the folder:
//
//	index.html, lab, build, ...   JupyterLite
//	extensions/igbolab-kernel     the kernel "Go (igbolab)" in the page: remoteEntry.js, kernel.js
//	go/tools.js                   the worker that composes programs, and calls the compiler and the linker
//	go/tool.js                    the worker of one compilation or link
//	go/cell.js                    the worker of one cell
//	go/memfs.js, program.js       what a Go program needs: files in memory, a start
//	go/packages.js, go/packages   archives of packages, fetched on demand and cached by digest; the linker's are in column order,
//	                              which makes them a fifth smaller
//	go/compile, link, cells       the tools; cells is the kernel's own code for cells (command cells)
//	go/kept                       cached results of slow cells, computed when the site was made
//	site.json                     maps tools and packages to files
//	files, api                    notebooks and the files next to them
//
// A cell finds a result of go/kept by the same digest under which it would cache its own: a digest of code, settings and data, down to
// their last bits. Therefore settings are constants, not computed values: on amd64 math.Exp, Log and Hypot are written in assembly, and so
// are the sums of gonum, which add in another order than its Go code.
//
// A result that is computed in the browser can differ in its last digits for the same reason. The difference is visible if the result
// depends on them:
//
//   - gaps of 1e-16 on a logarithmic axis (notebook 02)
//   - a rate that is fitted down to the rounding of float64 (notebook 04)
//   - whether a training step is taken at all in a fold whose order is satisfied (notebook 01)
//
// The number of cores and time do not matter.
//
// Files in JupyterLite's list are those of a cell's folder (contents.js): they are read when a cell opens them, and files that it writes
// appear in the list when it has ended.
//
// Another release of Go or JupyterLite can break the site. Tests detect these changes:
//   - Go's compiler has other sources (TestOverlay) or other object files (TestColumns).
//   - wasm_exec.js needs other files or calls (TestSite of package browsertest).
//   - JupyterLite, whose release and digest are pinned, has other settings or another service worker (TestJupyter), or other tokens for
//     kernels and contents (TestSite).
//
// Tools and cells are in separate workers, so an interrupt ends only the cell. A program has no XLA, no shell, no network, and only the
// modules of the site; the kernel reports this.
package site
