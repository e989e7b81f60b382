// Package plots draws the figures for IGBO: losses, attributions, importance graphs and trade-offs.
//
// Every function that returns a [Chart] draws one figure, and its input is plain slices and gonum
// matrices. If an argument is wrong, it returns an error that names the argument. The index lists
// these functions below [Chart]. All figures use the same theme and render as SVG and PNG.
//
// Every figure takes options for its name, title, labels, size and axis ranges, for reference
// values ([RuleX], [RuleY]), and for a text description ([Alt]).
//
// [Save] writes one figure to one or more files, and [SaveAll] writes several figures to a folder.
// In a GoNB notebook, [Show] displays a figure in the cell's output; on an error, it displays the
// error and ends the cell. Outside a notebook, it writes a file. [ShowAll] does the same for
// several figures. If a figure depends on a number, use inline.Frames or inline.Slider. If it
// depends on a choice from a list, use inline.Choices or inline.Select.
//
// Several goroutines may draw figures at the same time.
//
// # Subpackages
//
//	inline    notebook output: Show, Frames, Slider, Drag and Progress; uses inline/widget (Jupyter widgets)
//	diagram   boxes with names and arrows between them; uses layered and canvas
//	layered   graph layout
//	canvas    theme, axes, legends, panels and SVG output
//
// From this module, package plots imports only its own subpackages and igbo/durable.
package plots
