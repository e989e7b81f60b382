// Package opening draws the figures at the beginning of the course's notebooks.
//
// Each function returns one frame for each position of a slider or each entry of a list. All frames
// are drawn in advance, so a page can show them without a kernel, also by keyboard. Use it in a
// notebook:
//
//	notebook.Show(opening.Gradients())
//
// A figure is computed from the mathematics that its notebook explains. Only [Claim] shows the
// results of trainings, which come from a committed study. The HTML of a figure has at most 300 kB.
package opening
