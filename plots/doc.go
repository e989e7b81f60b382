// Package plots draws the figures of the method with gonum/plot.
//
// Use it to draw losses, attributions, graphs and trade-offs. It takes plain slices and gonum interfaces, and returns figures that render
// as SVG and PNG in one theme. Of this module it imports only igbo/durable. Its subpackages are
//
//	inline    what shows in a notebook: Show's messages, Frames, Slider, Drag, Progress; uses
//	          inline/widget, Jupyter's widgets
//	diagram   boxes with names and arrows between them; uses layered and canvas
//	layered   the layout of graphs
//	canvas    what figures are drawn with: theme, axes, legends, panels, SVG
//
// Each function that returns a [Chart] draws one figure, or returns an error that explains the wrong argument; the index below Chart lists
// them.
//
// Every figure takes options for its name, title, labels, size and ranges, for reference values (RuleX, RuleY), and for a text description
// (Alt).
//
// Save writes a figure to files, SaveAll several figures to a folder. In a GoNB notebook Show displays a figure inline; on an error it
// displays the error and ends the cell. Elsewhere Show writes a file. ShowAll displays several figures. For a figure that depends on a
// number use inline.Frames or inline.Slider, for one that depends on a word inline.Choices or inline.Select.
//
// Figures can be drawn from several goroutines at once.
package plots
