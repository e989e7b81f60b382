package noise

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// resolution is the number of standard errors that a bias must exceed to count as nonzero.
const resolution = 3

// resolved reports whether the bias is above three standard errors √(variance/draws). The measured bias of finitely many draws
// is at least about one standard error, and that falls as σ whatever the true bias is.
func (p Point) resolved(draws int) bool {
	return p.Bias > resolution*math.Sqrt(max(p.Variance, 0)/float64(draws))
}

// power is a fitted power of σ, nil if there is none, with the number of standard deviations in the fit.
type power struct {
	*Rate
	stdDevs int
}

// powers returns the fitted powers of σ for the resolved biases and for the variances.
func (c Curve) powers(draws int) (ofBias, ofVariance power) {
	seen := slices.DeleteFunc(slices.Clone(c.Points), func(p Point) bool { return !p.resolved(draws) })
	return fit(seen, bias), fit(c.Points, variance)
}

func bias(p Point) float64     { return p.Bias }
func variance(p Point) float64 { return p.Variance }

// enough is the least number of standard deviations for which the scatter about a line can be measured.
const enough = 3

// certain reports whether the power has an interval.
func (p power) certain() bool { return p.Rate != nil && p.stdDevs >= enough }

// below reports whether the whole interval is below a claim, by more than the rounding of the table.
func (p power) below(claim float64) bool { return p.certain() && p.High < claim-0.01 }

// field returns "power [low, high]", or only the power if it has no interval.
func (p power) field() tabulate.Field {
	hundredths := func(v float64) float64 { return math.Round(100*v)/100 + 0 } // avoids −0
	switch {
	case p.Rate == nil:
		return tabulate.Missing(3)
	case !p.certain():
		return tabulate.Field{Shown: []string{fmt.Sprintf("%.2f", hundredths(p.Power))}, Full: tabulate.InFull(p.Power, "", "").Full}
	}
	rounded := study.Interval{Mean: hundredths(p.Power), Low: hundredths(p.Low), High: hundredths(p.High)}
	return tabulate.Field{Shown: []string{rounded.Text("%.2f")}, Full: tabulate.InFull(p.Power, p.Low, p.High).Full}
}

// level is the confidence level of the intervals of rates.
const level = 0.95

// Rate is the power b of y ~ σ^b, fitted by least squares to the logarithms.
type Rate struct {
	Power float64 `json:"power"`
	// Low and High are the ends of the 95 % interval by Student's t, from the scatter about the line. With two points, both
	// equal Power.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Curve is a case at every standard deviation.
type Curve struct {
	Case   Case    `json:"case"`
	Points []Point `json:"points"`
	// Bias and Variance are the powers of σ by which they fall; Theorem 5 states 2 for both. A power is nil if fewer than two
	// points are positive.
	Bias     *Rate `json:"bias"`
	Variance *Rate `json:"variance"`
}

func (c *Curve) fit() { c.Bias, c.Variance = fit(c.Points, bias).Rate, fit(c.Points, variance).Rate }

// fit fits a power and omits points that have no logarithm.
func fit(points []Point, pick func(Point) float64) power {
	var x, y []float64
	distinct := map[float64]bool{}
	for _, p := range points {
		if v := pick(p); v > 0 && !math.IsInf(v, 1) {
			x, y = append(x, math.Log(p.Sigma)), append(y, math.Log(v))
			distinct[p.Sigma] = true
		}
	}
	n := float64(len(x))
	if n < 2 || !(stat.Variance(x, nil) > 0) {
		return power{nil, len(distinct)}
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
	return power{&Rate{beta, beta - half, beta + half}, len(distinct)}
}
