package experiment

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a mean over seeds with its confidence interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	// Low and High are the ends of Student's t interval; both are the mean for one seed.
	Low    float64   `json:"low"`
	High   float64   `json:"high"`
	Values []float64 `json:"values"`
}

// newEstimate computes mean ± t_{n−1}·s/√n at a two-sided level such as 0.95.
func newEstimate(values []float64, level float64) Estimate {
	n := float64(len(values))
	e := Estimate{Mean: stat.Mean(values, nil), Values: values}
	half := 0.0
	if n > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + level) / 2)
		half = t * stat.StdDev(values, nil) / math.Sqrt(n)
	}
	e.Low, e.High = e.Mean-half, e.Mean+half
	return e
}
