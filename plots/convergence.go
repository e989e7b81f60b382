package plots

import (
	"fmt"
	"math"
)

// Residual is a Pareto-stationarity residual against steps.
type Residual struct {
	Name     string
	Steps    []float64
	Residual []float64
}

// Convergence draws residuals against steps on logarithmic axes, with a dashed
// power law fitted by least squares in the logarithms to the later part of each
// curve: the steps from the geometric mean of the first and the last on. The
// fitted power stands in the legend. A residual of zero ends a curve: nothing
// later can be drawn on a logarithmic axis.
func Convergence(curves []Residual, opts ...Option) (*Chart, error) {
	s, err := settings{
		name: "convergence", title: "Convergence", width: 720, height: 400,
		xLabel: "step", yLabel: "residual", logX: true, logY: true,
	}.apply(opts)
	if err != nil {
		return nil, err
	}
	c := checker{figure: s.name}
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
				c.failf("residual %d of %s is %g, expected a norm", k, what, v)
			}
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	p := newPanel()
	setScales(p, s)
	grid(p, true, true)
	var legend []legendEntry
	for i, r := range curves {
		xs, ys := untilZero(r.Steps, r.Residual)
		name := r.Name
		from := laterHalf(xs)
		a, b, ok := fitPower(xs, ys, from)
		if ok {
			name += fmt.Sprintf(" (slope %s)", formatTick(math.Round(b*100)/100))
		}
		legend = append(legend, addCurve(p, i, name, xs, ys))
		if ok {
			ends := []float64{xs[from], xs[len(xs)-1]}
			fit := []float64{a * math.Pow(ends[0], b), a * math.Pow(ends[1], b)}
			p.Add(polyline(ends, fit, dashed(ink, thinWidth*1.4)))
		}
	}
	widen(&p.Y, 0.04, 0.06)
	return s.chart(p, legend...), nil
}

// untilZero returns the curve up to its first zero.
func untilZero(xs, ys []float64) ([]float64, []float64) {
	for i, y := range ys {
		if y == 0 {
			return xs[:i], ys[:i]
		}
	}
	return xs, ys
}

// laterHalf returns the first index past the geometric mean of first and last.
func laterHalf(xs []float64) int {
	middle := math.Sqrt(xs[0] * xs[len(xs)-1])
	for i, x := range xs {
		if x >= middle {
			return i
		}
	}
	return 0
}
