package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Calibration draws observed rates (Y) against nominal rates (X), for instance the false-edge rate
// against 1 − α. It draws one line per estimator, and the diagonal that a calibrated estimator
// would follow. Rates must be in [0, 1].
func Calibration(estimators []Line, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "calibration", Title: "Calibration", Width: 720, Height: 420,
		XLabel: "nominal false-edge rate", YLabel: "observed false-edge rate",
	}, opts, func(c *checker) {
		c.lines(estimators)
		for _, l := range estimators {
			c.rates("X of "+l.Name, l.X)
			c.rates("Y of "+l.Name, l.Y)
		}
	})
	if err != nil {
		return nil, err
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

// rates requires values in [0, 1].
func (c *checker) rates(what string, values []float64) {
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			c.failf("value %d of %s is %g, want a rate in [0, 1]", i, what, v)
			return
		}
	}
}

// Residual is a curve of Pareto-stationarity residuals over training steps.
type Residual struct {
	Name     string
	Steps    []float64
	Residual []float64
	// NoFit omits the fitted power law. Set it if the curve does not follow a power law.
	NoFit bool
}

// Convergence draws residuals against steps on logarithmic axes.
//
// It fits a power law to the later part of each curve, which starts at the geometric mean of its
// first and last step. The fit, by least squares on the logarithms, is drawn as a dashed line, and
// the legend shows the exponent. A curve with NoFit has neither. A curve ends at its first zero,
// because a logarithmic axis cannot show zero.
func Convergence(curves []Residual, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "convergence", Title: "Convergence", Width: 720, Height: 400,
		XLabel: "step", YLabel: "residual", LogX: true, LogY: true,
	}, opts, func(c *checker) {
		c.notEmpty("curves", len(curves))
		for i, r := range curves {
			what := fmt.Sprintf("curve %d (%q)", i, r.Name)
			c.curve(what, r.Steps, r.Residual)
			c.positive("Steps of "+what, r.Steps)
			if len(r.Residual) > 0 {
				c.positive("the first residual of "+what, r.Residual[:1])
			}
			for k, v := range r.Residual {
				if v < 0 {
					c.failf("residual %d of %s must be at least 0, got %g", k, what, v)
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	setScales(p, s)
	canvas.Grid(p, true, true)
	var legend []canvas.LegendEntry
	for i, color := range colorsOf(curves, func(r Residual) string { return r.Name }) {
		r := curves[i]
		xs, ys := untilZero(r.Steps, r.Residual)
		name := r.Name
		from := laterHalf(xs)
		a, b, ok := fitPower(xs, ys, from)
		if ok = ok && !r.NoFit; ok {
			name += fmt.Sprintf(" (slope %s)", canvas.FormatTick(math.Round(b*100)/100+0)) // +0 turns −0 into 0
		}
		legend = append(legend, addCurve(p, seriesStyle(color, i), i, Line{Name: name, X: xs, Y: ys}))
		if ok {
			ends := []float64{xs[from], xs[len(xs)-1]}
			fit := []float64{a * math.Pow(ends[0], b), a * math.Pow(ends[1], b)}
			p.Add(canvas.Polyline(ends, fit, canvas.Dashed(canvas.Ink, canvas.ThinWidth*1.4)))
		}
	}
	canvas.Widen(&p.Y, 0.04, 0.06)
	return s.Chart(p, legend...), nil
}

// untilZero returns the curve before its first zero.
func untilZero(xs, ys []float64) ([]float64, []float64) {
	for i, y := range ys {
		if y == 0 {
			return xs[:i], ys[:i]
		}
	}
	return xs, ys
}

// laterHalf returns the first index at or beyond the geometric mean of the first and the last x.
func laterHalf(xs []float64) int {
	middle := math.Sqrt(xs[0] * xs[len(xs)-1])
	for i, x := range xs {
		if x >= middle {
			return i
		}
	}
	return 0
}

// fitPower fits y = a·x^b by least squares on the logarithms of the points from index from on. It
// reports false if fewer than two different x remain.
func fitPower(xs, ys []float64, from int) (a, b float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for i := from; i < len(xs); i++ {
		if xs[i] <= 0 || ys[i] <= 0 {
			continue
		}
		u, v := math.Log(xs[i]), math.Log(ys[i])
		n, sx, sy, sxx, sxy = n+1, sx+u, sy+v, sxx+u*u, sxy+u*v
	}
	det := n*sxx - sx*sx
	if n < 2 || det <= 1e-12*n*sxx {
		return 0, 0, false
	}
	b = (n*sxy - sx*sy) / det
	return math.Exp((sy - b*sx) / n), b, true
}
