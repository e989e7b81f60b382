// Package canvas draws panels, axes and legends, and implements the theme of the figures on top of
// gonum/plot.
//
// A figure's [Settings], legend and panels (gonum plots) make a [Chart], which renders itself as
// SVG and PNG. The theme has an opaque light background, the Okabe–Ito palette, which is safe for
// colour-blind readers, and text that is legible at a notebook's width of 720 CSS pixels. The
// package is independent of the individual figures and imports no other package of plots.
//
//	Settings, Chart         name, title, labels, size and ranges; one panel or a row of panels
//	NewPanel, Grid, ticks   an empty panel, its grid lines and axes
//	Paint, Polyline, …      the content of a panel
//	FillEntry, …            legend entries
//	LabelPlacer, Tooltip    labels in the drawing, and tooltips
package canvas
