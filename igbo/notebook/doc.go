// Package notebook holds the functions that the cells of a notebook call. They work the same in a plain program, where they
// print text and write figures into the working folder.
//
//	Check(err)            ends the cell with an error
//	Must(f(x))            returns the value of f, or ends the cell
//	Engine()              returns the backend that cells compute on
//	Run(cfg)              returns the result of a study
//	Keep(settings, f)     returns f(settings), cached for other cells
//	File(path)            names a file that f reads, for its settings: the content counts
//	Kept(), Clear()       show and remove what is cached
//	Display(values...)    shows values of any type
//	Show(values...)       shows values, and ends the cell if one of them is an error
//	ClearOutput(wait)     removes what the cell has shown so far
//	HTML(s), Markdown(s)  return values that are shown as HTML or Markdown; so do LaTeX, SVG, JSON and VegaLite
//
// Its functions end the cell if something fails, so a cell reads as prose. A library returns errors and calls none of them.
//
// # How a value is shown
//
// The kernel calls Display for the last expression of a cell. A type decides how its values are shown with one of these
// methods, which Display looks for in this order:
//
//	MimeBundle() map[string]any  the value in several forms by MIME type, see Bundle
//	HTML() string                an HTML element, in which nothing is escaped
//	Markdown() string            Markdown with formulas between dollar signs
//	LaTeX() string               a formula, with or without delimiters
//	SVG() string                 an SVG document
//	String() string              plain text
//
// A method of the pointer counts for a value, too. A method that returns nothing is skipped. If a method panics, Display
// shows the value without it and names the method in a line below the value.
package notebook
