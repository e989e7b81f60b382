package plots

import (
	"errors"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/inline"
)

// Figure is a drawing with a name that renders itself: what every figure here is,
// and what Save and Show take.
type Figure = inline.Figure

// Chart is the Figure that the functions of this package make.
type Chart = canvas.Chart

// Show displays the figure: inline in a GoNB notebook, as SVG with a PNG beside it
// for readers that show no SVG; elsewhere it writes name.png (name.html for frames)
// into the working folder and says so on standard output.
//
// The errors are those of making the figure; where there is one, nothing is shown. So
// a figure can be made and shown in one call:
//
//	plots.Show(plots.Geometry(g1, g2, directions))
//
// In a notebook an error, also one of drawing, stands where the figure would be,
// and the cell ends and fails (inline.Fail), whether its caller looks at the error or
// not. Elsewhere it is returned.
func Show(figure Figure, errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		err = inline.Show(figure)
	}
	return inline.Fail(err)
}

// ShowAll displays figures one after the other, as Show does each: those of a
// study in one call,
//
//	plots.ShowAll(result.Figures())
//
// The errors are those of making the figures; where there is one, nothing is shown.
// They end as those of Show do.
func ShowAll(figures []Figure, errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		err = checkNames("ShowAll", figures)
	}
	for i := 0; i < len(figures) && err == nil; i++ {
		err = inline.Show(figures[i])
	}
	return inline.Fail(err)
}
