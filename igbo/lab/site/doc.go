// Package site makes the course in a browser: a folder that any static host serves, in which cells are edited, compiled by
// Go's own compiler and linker, and run, with nothing installed and no server that computes.
//
// What flows in: the project's source, the user's own Go, JupyterLite and notebooks ([Options]). What flows out: a folder.
//
//	index.html, lab, build, ...   JupyterLite
//	extensions/igbolab-kernel     the kernel "Go (igbolab)" in the page: remoteEntry.js, kernel.js
//	go/tools.js                   the worker that composes, compiles and links
//	go/cell.js                    the worker of one cell
//	go/memfs.js, program.js       what a Go program needs: files in memory, a start
//	go/packages.js, go/packages   archives of packages, fetched when they are opened, kept by their content's digest
//	go/compile, link, cells       the tools; cells is the kernel's own code for cells (command cells)
//	site.json                     which file is which tool and package
//	files, api                    notebooks and what lies beside them
//
// Tools and cells are apart, so that an interrupt ends a cell alone. A program finds no XLA, no shell, no network and no
// modules but those of the site; the kernel says so.
package site
