// Package livepage makes pages of notebooks in which sliders and lists compute. Each page contains a WebAssembly program, so one file is
// enough and no network is needed.
//
// [Builder.Make] takes the cells of a notebook with their outputs, and a Go toolchain with the library's source. It returns the program of
// the notebook's sliders. [Program.Script] returns the script that the page needs in addition.
//
// The program consists of the notebook's cells, composed as the kernel composes them, and compiled for js/wasm without XLA. A slider
// computes if the same program, run on this machine, draws exactly the frames in the notebook's output, and is fast enough for a page,
// which takes about eight times as long ([Limits]). Every other slider plays its frames. So does every slider until the program is ready,
// or if the browser cannot run it.
//
// A page draws SVG, for which fonts only need widths. The program omits the outlines of the glyphs, which makes it a quarter smaller.
package livepage
