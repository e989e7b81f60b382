// Package plots draws the figures of the method with gonum/plot.
//
// In flow plain slices and gonum interfaces; out flow figures, each an SVG and a PNG of
// one theme. Of this module the packages import igbo/durable alone. Below this one are
//
//	inline    what shows in a notebook: Show's messages, Frames, Slider, Progress
//	diagram   boxes with names and arrows between them; uses layered and canvas
//	layered   the layout of graphs
//	canvas    what figures are drawn with: theme, axes, legends, panels, SVG
//
// One file holds one figure: a function that checks its input and returns the figure or
// an error that names what is wrong.
//
//	| figure            | shows                                                   |
//	|-------------------|---------------------------------------------------------|
//	| Integrand         | ∂F/∂x along the path of integrated gradients            |
//	| HeatMap           | attributions over time and features                     |
//	| Completeness      | completeness gap against the quadrature points M        |
//	| ImportanceBars    | importance per feature of several models                |
//	| Density           | density of s_u − s_v with the threshold                 |
//	| DAG               | features in layers, edges as wide as they are probable  |
//	| Geometry          | g1, g2, the cone of common descent, and the directions  |
//	| Training          | L, H, cos(g1, g2) and the case of the projection        |
//	| EdgeIntervals     | d_uv against [ε_uv, δ_uv]                               |
//	| ParetoFront       | two losses, dominated points, hypervolume               |
//	| Histogram         | samples against a normal density                        |
//	| Calibration       | observed against nominal rates                          |
//	| Convergence       | a residual against steps with its fitted rate           |
//	| Routes            | paths over the density of data, estimates along each    |
//	| Ridges            | what a series becomes on a path                         |
//	| Bars, Lines       | estimates with intervals                                |
//	| Beeswarm          | what features do in each sample                         |
//	| Dependence        | what a feature does, by its value                       |
//
// Every figure takes options for its name, title, labels, size and ranges, for values
// to hold it against (RuleX, RuleY), and for what it shows in words (Alt).
//
// Save writes files, SaveAll those of several figures into a folder. Show displays a
// figure inline in a GoNB notebook, where an error stands in its place and ends the cell,
// and writes a file elsewhere; ShowAll displays several. A figure that follows a value is made by inline.Frames or inline.Slider, one that follows a word by inline.Choices or inline.Select.
//
// Figures may be drawn from several goroutines at once.
package plots
