// Package livepage makes pages of notebooks in which sliders and lists compute: with a program in WebAssembly that stands in
// the page, so that a file is enough and no network is asked.
//
// What flows in: the cells of a notebook with their outputs, and a Go toolchain with the library's source. What flows out:
// for a notebook the program of its sliders ([Builder.Make]), and what its page needs beside it ([Program.Script]).
//
// The program is that of the notebook's cells, composed as the kernel composes them, and compiled for js/wasm without XLA. A slider
// computes where the same program, run on this machine, draws the frames that the notebook's output holds, byte for byte, and
// is fast enough for a page, which takes some eight times as long ([Limits]). Every other one plays its frames, and so does every
// one until the program is ready, and where a browser runs none.
//
// A page draws SVG, for which fonts need widths alone: the outlines of the glyphs are not in the program, which is a quarter smaller for it.
package livepage
