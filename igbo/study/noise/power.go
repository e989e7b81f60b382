package noise

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// resolution is how many standard errors a bias must have to be told from 0.
const resolution = 3

// resolved tells whether the bias is above three standard errors √(variance/draws).
// The bias of finitely many draws falls no further than to one of them, and that
// falls as σ, whatever the bias does.
func (p Point) resolved(draws int) bool {
	return p.Bias > resolution*math.Sqrt(max(p.Variance, 0)/float64(draws))
}

// power is a fitted power of σ with the number of deviations behind it.
type power struct {
	*Rate
	deviations int
}

// powers are those of the resolved biases and of the variances.
func (c Curve) powers(draws int) (bias, variance power) {
	seen := slices.DeleteFunc(slices.Clone(c.Points), func(p Point) bool { return !p.resolved(draws) })
	return powerOf(seen, func(p Point) float64 { return p.Bias }), powerOf(c.Points, func(p Point) float64 { return p.Variance })
}

func powerOf(points []Point, pick func(Point) float64) power {
	distinct := map[float64]bool{}
	for _, p := range points {
		if v := pick(p); v > 0 && !math.IsInf(v, 1) {
			distinct[p.Sigma] = true
		}
	}
	return power{fit(points, pick), len(distinct)}
}

// enough is the number of deviations from which on there is scatter about a line.
const enough = 3

// certain tells whether the power has an interval.
func (p power) certain() bool { return p.Rate != nil && p.deviations >= enough }

// below tells whether the whole interval is, by more than the rounding of the table.
func (p power) below(claim float64) bool { return p.certain() && p.High < claim-0.01 }

// interval writes power [low, high], the power alone where it has no interval.
func (p power) interval() string {
	hundredths := func(v float64) float64 { return math.Round(100*v)/100 + 0 } // no −0
	switch {
	case p.Rate == nil:
		return "–"
	case !p.certain():
		return fmt.Sprintf("%.2f", hundredths(p.Power))
	default:
		return fmt.Sprintf("%.2f [%.2f, %.2f]", hundredths(p.Power), hundredths(p.Low), hundredths(p.High))
	}
}

// full has power, low and high with all their digits, "" for what there is not.
func (p power) full() []string {
	switch {
	case p.Rate == nil:
		return []string{"", "", ""}
	case !p.certain():
		return []string{study.Full(&p.Power), "", ""}
	default:
		return []string{study.Full(&p.Power), study.Full(&p.Low), study.Full(&p.High)}
	}
}
