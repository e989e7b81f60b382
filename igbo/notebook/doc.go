// Package notebook contains functions to call in the cells of a notebook. They also work in a plain
// program, where they print text and write figures to the working folder.
//
//	Check(err)            ends the cell if there is an error
//	Must(f(x))            returns the value of f, or ends the cell
//	Engine()              returns the backend for computations
//	Run(cfg)              returns the result of a study
//	Keep(settings, f)     returns f(settings), cached for later cells
//	File(path)            names a file that f reads, for its settings: its content counts
//	Cached(), Clear()     show and remove what is cached
//	Display(values...)    shows values of any type
//	Show(values...)       shows values, and ends the cell if one of them is an error
//	ClearOutput(wait)     removes the output of the cell so far
//	HTML(s), Markdown(s)  return values that are displayed as HTML or Markdown; so do LaTeX, SVG, JSON and VegaLite
//
// These functions end the cell on an error, which keeps cells short. Do not call them in a library,
// which should return errors instead.
//
// # How values are displayed
//
// The kernel calls Display for the last expression of a cell. A type can define how its values are
// displayed with one of these methods, which Display looks for in this order:
//
//	MimeBundle() map[string]any  the value in several forms by MIME type, see Bundle
//	HTML() string                an HTML element, not escaped
//	Markdown() string            Markdown with formulas between dollar signs
//	LaTeX() string               a formula, with or without delimiters
//	SVG() string                 an SVG document
//	String() string              plain text
//
// Methods with a pointer receiver also apply to values. If a method returns nothing, Display tries
// the next one. If a method panics, Display shows the value without it and names the method below
// the value.
package notebook
