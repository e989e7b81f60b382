package explain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// TestInfluence checks that h2 is the derivative of a statement's mean with respect to the weight
// of a background row, for both scores and for directions. If every row is both sample and
// background, the standard error must equal that of the sums h1 + h2 by row.
func TestInfluence(t *testing.T) {
	const n, k = 7, 3
	draw := rand.New(rand.NewPCG(3, 3))
	parts, x := make([]float64, n*n*k), make([]float64, n*k)
	for i := range parts {
		parts[i] = draw.NormFloat64() + 0.4*float64(i%k)
	}
	for i := range x {
		x[i] = 10 + draw.Float64() // far from x′, so no sample changes its side
		if i/k%2 == 0 {
			x[i] = -x[i]
		}
	}
	statements := []claim{{u: 0, v: 1}, {u: 2, v: -1}, {column: 1, sign: -1}}
	rows := []int{0, 1, 2, 3, 4, 5, 6}
	for _, kind := range []attribution.ScoreKind{attribution.Absolute, attribution.Signed} {
		c := DefaultConfig()
		c.Attribution.Score = kind
		// value returns statement s for sample i, given weights of the background rows
		value := func(s, i int, weights []float64) float64 {
			var phi [k]float64
			size := 0.0
			for l := range phi {
				for j, w := range weights {
					phi[l] += w * parts[(i*n+j)*k+l]
				}
				size += math.Abs(phi[l])
			}
			h := func(l int) float64 {
				if kind == attribution.Absolute {
					return math.Abs(phi[l]) / (size + c.Attribution.Epsilon)
				}
				return phi[l] / (size + c.Attribution.Epsilon)
			}
			return []float64{h(0) - h(1), h(2), -sign(x[i*k+1]) * phi[1] / size}[s]
		}
		even := make([]float64, n)
		for j := range even {
			even[j] = 1.0 / n
		}
		f := newInfluence(c, k, rows, rows, x, make([]float64, k))
		for i := range n {
			var phi [k]float64
			for j := range n * k {
				phi[j%k] += parts[i*n*k+j] / n
			}
			f.add(x[i*k:(i+1)*k], phi[:], parts[i*n*k:(i+1)*n*k])
		}
		for s := range statements {
			one := statements[s]
			one.behind = f
			var mean float64
			for i := range n {
				v := value(s, i, even)
				one.own = f.note(one.own, i, v)
				one.values.add(v)
				mean += v / n
			}
			h2, square := f.of(&one), 0.0
			for j := range n {
				const by = 1e-6
				up, down := make([]float64, n), make([]float64, n)
				for l := range n {
					up[l], down[l] = (1-by)/n, (1+by)/n
				}
				up[j], down[j] = up[j]+by, down[j]-by
				slope := 0.0
				for i := range n {
					slope += (value(s, i, up) - value(s, i, down)) / (2 * by) / n
				}
				if math.Abs(slope-h2[j]) > 1e-6 {
					t.Errorf("%s, statement %d, row %d: influence %g, want %g", kind, s, j, h2[j], slope)
				}
				h := value(s, j, even) - mean + h2[j]
				square += h * h / n / (n - 1)
			}
			se, freedom := f.uncertainty(&one)
			if math.Abs(se-math.Sqrt(square)) > 1e-9 || freedom < n-1-1e-9 || freedom > n-1+1e-9 {
				t.Errorf("%s, statement %d: standard error %g with %g degrees of freedom, want %g with %d", kind, s, se, freedom, math.Sqrt(square), n-1)
			}
		}
	}
}
