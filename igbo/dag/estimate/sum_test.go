package estimate

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// randomScores returns correlated normal rows.
func randomScores(seed uint64, rows, cols int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := mat.NewDense(rows, cols, nil)
	for i := range rows {
		shared := 0.5 * rng.NormFloat64()
		for k := range cols {
			m.Set(i, k, 0.2-0.1*float64(k)+0.3*rng.NormFloat64()+shared)
		}
	}
	return m
}

// TestDifferenceVarianceExpands checks that Var(H_u − H_v) = Var H_u + Var H_v − 2 Cov(H_u, H_v).
func TestDifferenceVarianceExpands(t *testing.T) {
	scores := randomScores(11, 32, 2)
	u, v := mat.Col(nil, 0, scores), mat.Col(nil, 1, scores)
	expanded := stat.Variance(u, nil) + stat.Variance(v, nil) - 2*stat.Covariance(u, v, nil)
	if got := differenceVariance(u, v); !near(got, expanded) {
		t.Errorf("Var(H_u − H_v): got %g, expanded %g", got, expanded)
	}
}
