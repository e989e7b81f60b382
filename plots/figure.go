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
// The errors are those of making the figure; the first one is returned and nothing
// is shown. So a figure can be made and shown in one call:
//
//	err := plots.Show(plots.Geometry(g1, g2, directions))
func Show(figure Figure, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return inline.Show(figure)
}

// ShowAll displays figures one after the other, as Show does each: those of a
// study in one call,
//
//	err := plots.ShowAll(result.Figures())
//
// The errors are those of making the figures; the first one is returned and
// nothing is shown.
func ShowAll(figures []Figure, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := checkNames("ShowAll", figures); err != nil {
		return err
	}
	for _, figure := range figures {
		if err := Show(figure); err != nil {
			return err
		}
	}
	return nil
}
