// Package inline shows figures and progress where the reader is: in the output of a
// notebook's cell, or outside of notebooks in a file and on standard error.
//
// In flow anything that is a Figure, drawn by whatever means; out flow messages to the
// GoNB kernel (SVG with a PNG beside it, HTML), or files in the working folder. Show
// displays one figure, Display what else has several forms. End ends a cell with an
// error, Fail shows it first. Frames puts a family of figures behind a range input that
// needs no kernel, Choices behind a list; Slider and Select are the same with a live kernel.
// Progress is a progress bar, Track one that starts by itself. No other package of plots is imported.
package inline
