package plots

import (
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Calibration draws observed rates (Y) against nominal ones (X), one line for each
// estimator, with the diagonal on which an estimator is calibrated: for instance
// the false-edge rate against 1 − α. Rates are in [0, 1].
func Calibration(estimators []Line, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "calibration", Title: "Calibration", Width: 720, Height: 420,
		XLabel: "nominal false-edge rate", YLabel: "observed false-edge rate",
	}, opts)
	if err != nil {
		return nil, err
	}
	if err := checkLines(s, estimators); err != nil {
		return nil, err
	}
	c := checker{figure: s.Name}
	for _, l := range estimators {
		c.rates("X of "+l.Name, l.X)
		c.rates("Y of "+l.Name, l.Y)
	}
	if c.err != nil {
		return nil, c.err
	}
	p := canvas.NewPanel()
	diagonal := canvas.Dashed(canvas.Muted, vg.Points(1))
	var xs [][]float64
	for _, l := range estimators {
		xs = append(xs, l.X)
	}
	lo, hi := canvas.Bounds(xs...)
	p.Add(canvas.Polyline([]float64{lo, hi}, []float64{lo, hi}, diagonal))
	legend := addLines(p, s, estimators)
	return s.Chart(p, append(legend, canvas.LineEntry("calibrated", diagonal))...), nil
}

// rates asks for values in [0, 1].
func (c *checker) rates(what string, values []float64) {
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			c.failf("value %d of %s is %g, expected a rate in [0, 1]", i, what, v)
			return
		}
	}
}
