package realdata

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// hints makes values that tell targets, or those of other samples, in deviations of the
// training targets (classes are ±1), plus noise.
func hints(p contest.Problem, rng *rand.Rand, noise float64) func(y []float64, other []int) []float64 {
	mean, scale := 0.5, 0.5
	if p.Loss.ScalesTarget() {
		mean, scale = stat.MeanStdDev(p.Train.Y, nil)
	}
	return func(y []float64, other []int) []float64 {
		values := make([]float64, len(y))
		for i := range y {
			from := i
			if other != nil {
				from = other[i]
			}
			values[i] = (y[from]-mean)/scale + noise*rng.NormFloat64()
		}
		return values
	}
}

// withColumn appends a column to the inputs.
func withColumn(d igbo.Data, column []float64) igbo.Data {
	k := len(d.Features)
	x := make([]float64, 0, len(d.X)+len(column))
	for i, v := range column {
		x = append(append(x, d.X[i*k:(i+1)*k]...), v)
	}
	d.Features, d.X = append(slices.Clone(d.Features), "suspect"), x
	return d
}

// weight is about how long a cell takes, that of a linear one without tuned students being 1.
func (s settings) weight() float64 {
	switch {
	case s.Kind == Networks:
		return 40
	case s.All:
		return 10
	}
	return 1
}
