package calibration

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/study"
)

// Rates are those of one way of building, over the seeds.
type Rates struct {
	Estimator string  `json:"estimator"`
	Data      Data    `json:"data"`
	Alpha     float64 `json:"alpha"`
	// Nominal is the rate of false edges for normal scores of a known deviation.
	Nominal float64 `json:"nominal"`
	// FalseEdges is the share of pairs without a difference that got an edge, Reversed
	// and Found are those of pairs with one that got the wrong and the right edge.
	FalseEdges study.Estimate `json:"false_edges"`
	Reversed   study.Estimate `json:"reversed"`
	Found      study.Estimate `json:"found"`
	// CoverBatch is the share of intervals that hold the difference of a fresh batch,
	// CoverMean that of those that hold the true difference.
	CoverBatch study.Estimate `json:"cover_batch"`
	CoverMean  study.Estimate `json:"cover_mean"`
	// Cyclic is the share of graphs with a cycle.
	Cyclic study.Estimate `json:"cyclic"`
}

// capped is a rate with its interval cut at 0 and 1, beyond which there is none.
func capped(e study.Estimate) study.Estimate {
	e.Low, e.High = max(e.Low, 0), min(e.High, 1)
	return e
}

// level is that of the intervals.
const level = 0.95

func (c Config) rates(e estimate.Method, d Data, alpha float64, found []calibrate.Result) Rates {
	over := func(pick func(calibrate.Result) float64) study.Estimate { return study.Over(found, level, pick) }
	return Rates{
		Estimator: string(e), Data: d, Alpha: alpha, Nominal: c.Nominal(d, alpha),
		FalseEdges: over(func(c calibrate.Result) float64 { return c.FalseEdges }),
		Reversed:   over(func(c calibrate.Result) float64 { return c.Reversed }),
		Found:      over(func(c calibrate.Result) float64 { return c.Found }),
		CoverBatch: over(func(c calibrate.Result) float64 { return c.CoverBatch }),
		CoverMean:  over(func(c calibrate.Result) float64 { return c.CoverMean }),
		Cyclic:     over(func(c calibrate.Result) float64 { return c.Cyclic }),
	}
}

// Nominal is the probability of an edge between features of equal means, for
// normal scores whose deviation is known:
//
//	P(|z| > z_α·√n) = 2Φ(−z_α·√n)
//
// n is the number of batches that the rows in use are worth. M redrawn rows of N are worth
// N·M/(N + M − 1).
func (c Config) Nominal(d Data, alpha float64) float64 {
	size := float64(c.BatchSize)
	worth := float64(d.Rows / c.BatchSize)
	if d.Batches > 0 {
		rows, drawn := float64(d.Rows), float64(d.Batches)*size
		worth = rows * drawn / (rows + drawn - 1) / size
	}
	z := distuv.UnitNormal.Quantile(alpha)
	return 2 * distuv.UnitNormal.CDF(-z*math.Sqrt(max(worth, 1)))
}

// NominalCover is the probability that a fresh batch lies within r deviations, 2Φ(r) − 1.
func (c Config) NominalCover() float64 { return 2*distuv.UnitNormal.CDF(c.R) - 1 }
