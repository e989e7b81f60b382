package noise

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// level is that of the intervals of rates.
const level = 0.95

// Rate is the power b of y ~ σ^b, by least squares in the logarithms.
type Rate struct {
	Power float64 `json:"power"`
	// Low and High are the ends of the 95 % interval that the scatter about the
	// line gives, by Student's t; both are Power for two points.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Curve is a case at every deviation.
type Curve struct {
	Case   Case    `json:"case"`
	Points []Point `json:"points"`
	// Bias and Variance are the powers of σ by which they fall; Theorem 5 says 2
	// and 2. Nil where fewer than two of the points are positive.
	Bias     *Rate `json:"bias"`
	Variance *Rate `json:"variance"`
}

func (c *Curve) fit() {
	c.Bias = fit(c.Points, func(p Point) float64 { return p.Bias })
	c.Variance = fit(c.Points, func(p Point) float64 { return p.Variance })
}

// fit leaves out points that have no logarithm.
func fit(points []Point, pick func(Point) float64) *Rate {
	var x, y []float64
	for _, p := range points {
		if v := pick(p); v > 0 && !math.IsInf(v, 1) {
			x, y = append(x, math.Log(p.Sigma)), append(y, math.Log(v))
		}
	}
	n := float64(len(x))
	if n < 2 || !(stat.Variance(x, nil) > 0) {
		return nil
	}
	alpha, beta := stat.LinearRegression(x, y, nil, false)
	half := 0.0
	if n > 2 {
		rest := 0.0
		for i := range x {
			e := y[i] - alpha - beta*x[i]
			rest += e * e
		}
		t := distuv.StudentsT{Sigma: 1, Nu: n - 2}.Quantile((1 + level) / 2)
		half = t * math.Sqrt(rest/(n-2)/((n-1)*stat.Variance(x, nil)))
	}
	return &Rate{beta, beta - half, beta + half}
}
