// Package site makes the course in a browser: a folder that any static host serves, in which cells are edited, compiled by
// Go's own compiler and linker, and run, with nothing installed and no server that computes.
//
// What flows in: the project's source, the user's own Go, JupyterLite and notebooks ([Options]). What flows out: a folder.
//
//	index.html, lab, build, ...   JupyterLite
//	extensions/igbolab-kernel     the kernel "Go (igbolab)" in the page: remoteEntry.js, kernel.js
//	go/tools.js                   the worker that composes, and has compiled and linked
//	go/tool.js                    the worker of one compilation or link
//	go/cell.js                    the worker of one cell
//	go/memfs.js, program.js       what a Go program needs: files in memory, a start
//	go/packages.js, go/packages   archives of packages, fetched when they are opened, kept by their content's digest; the linker's
//	                              are written by columns, a fifth smaller so
//	go/compile, link, cells       the tools; cells is the kernel's own code for cells (command cells)
//	go/kept                       results that cells take long to find, which were found where the site was made
//	site.json                     which file is which tool and package
//	files, api                    notebooks and what lies beside them
//
// A cell finds a result of go/kept where it would keep its own, by the same digest: of code, settings and data, down to their last
// bits. So settings are written out, not computed: on amd64 math.Exp, Log and Hypot are assembly of their own, and so are the sums of
// gonum, which go in another order than its Go code. A result that is computed in the browser differs from one of home by that: in
// the last digits, and visibly where it hangs on them: gaps of 1e-16 on a logarithmic axis (notebook 02), a rate that is fitted down to
// the rounding of float64 (04, .53 for .52, had it been computed there), whether a training moves at all in a fold whose order is met
// (01). The number of cores does not matter, nor does time.
//
// Files in JupyterLite's list are those of a
// cell's folder (contents.js): they are read when a cell opens them, and what it writes there is in the list when it has ended.
//
// What another release may break, and the test that tells: Go's compiler is written in another way, TestOverlay, or its object files, TestColumns; its wasm_exec.js
// asks for other files or calls, TestSite of package browsertest; JupyterLite, whose release and digest are pinned, has other
// settings or another service worker, TestJupyter, or other tokens for kernels and contents, TestSite.
//
// Tools and cells are apart, so that an interrupt ends a cell alone. A program finds no XLA, no shell, no network and no
// modules but those of the site; the kernel says so.
package site
