package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Truth is a distribution of scores with a known order: H_k = Means_k + Noise·(√(1−Common)·z_k
// + √Common·z). The z_k and z are standard normal, and all features of a row share z.
type Truth struct {
	Means  []float64 `json:"means"`
	Noise  float64   `json:"noise"`
	Common float64   `json:"common"`
}

// check returns an error if the truth is invalid.
func (t Truth) check() error {
	if len(t.Means) == 0 || floats.HasNaN(t.Means) || math.IsInf(floats.Norm(t.Means, math.Inf(1)), 1) {
		return fmt.Errorf("calibrate: Truth.Means must hold at least one number, all finite, got %v", t.Means)
	}
	if !(t.Noise >= 0) || math.IsInf(t.Noise, 1) {
		return fmt.Errorf("calibrate: Truth.Noise must be finite and at least 0, got %g", t.Noise)
	}
	if !(t.Common >= 0 && t.Common <= 1) {
		return fmt.Errorf("calibrate: Truth.Common must be in [0, 1], got %g", t.Common)
	}
	return nil
}

// Draw draws n rows of scores, clipped to [−1, 1].
func (t Truth) Draw(rng *rand.Rand, n int) *mat.Dense {
	m := mat.NewDense(n, len(t.Means), nil)
	own, shared := t.Noise*math.Sqrt(1-t.Common), t.Noise*math.Sqrt(t.Common)
	for i := range n {
		z := rng.NormFloat64()
		for k, mu := range t.Means {
			m.Set(i, k, math.Max(-1, math.Min(1, mu+own*rng.NormFloat64()+shared*z)))
		}
	}
	return m
}

// sigma returns the true standard deviation of s_u − s_v over batches of the given size.
func (t Truth) sigma(size int) float64 {
	return t.Noise * math.Sqrt(2*(1-t.Common)/float64(size))
}
