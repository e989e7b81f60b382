// Package canvas is what figures are drawn with: a theme over gonum/plot.
//
// In flow a figure's Settings, its legend and its panels, which are gonum plots; out
// flows a Chart, which renders itself as SVG and as PNG. The theme is opaque light
// paper, the colour-blind-safe palette of Okabe and Ito, and text legible at a
// notebook's width of 720 CSS pixels. Nothing here knows what a figure shows, and no
// other package of plots is imported.
//
//	Settings, Chart         name, title, labels, size, ranges; one panel or a row
//	NewPanel, Grid, ticks   an empty panel, its hairlines and axes
//	Paint, Polyline, …      what is drawn in a panel
//	FillEntry, …            samples of the legend
//	LabelPlacer, Tooltip    names in the drawing, and texts under the pointer
package canvas
