// Package opening draws the figures at the beginning of the course's notebooks. Each function returns one frame for each position of a
// slider or each entry of a list. All frames are drawn in advance, so a page can play them without a kernel and by keyboard.
//
// Use it in a notebook:
//
//	notebook.Show(opening.Gradients())
//
// A picture is computed from the few lines of mathematics that its notebook is about. Only [Claim] shows results of trainings: those of a
// committed study. The block of HTML of a picture has at most 300 kB.
package opening
