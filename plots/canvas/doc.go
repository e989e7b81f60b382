// Package canvas draws the panels, axes and legends of figures: a theme over gonum/plot.
//
// It takes a figure's Settings, legend and panels, which are gonum plots, and returns a Chart, which renders itself as SVG and as PNG. The
// theme has an opaque light background, the colour-blind-safe palette of Okabe and Ito, and text that is legible at a notebook's width of
// 720 CSS pixels. It does not depend on any figure, and imports no other package of plots.
//
//	Settings, Chart         name, title, labels, size, ranges; one panel or a row
//	NewPanel, Grid, ticks   an empty panel, its hairlines and axes
//	Paint, Polyline, …      what is drawn in a panel
//	FillEntry, …            samples of the legend
//	LabelPlacer, Tooltip    names in the drawing, and texts under the pointer
package canvas
