package correlated

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// TestExcess checks that on many rows the target has variance 1 and the truth explains its share, and that the error of a model
// exceeds that of the truth by Excess.
func TestExcess(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	truth := New(4, 0.7, 0.5, 0.6, rng)
	d := truth.Rows(200_000, rng)
	if v := stat.Variance(d.Y, nil); math.Abs(v-1) > 0.02 {
		t.Errorf("the target's variance is %g, want 1", v)
	}
	w, bias := []float64{0.3, -0.2, 0.5, 0}, 0.1
	var own, best float64
	for i, y := range d.Y {
		x := d.X[i*4 : (i+1)*4]
		own += math.Pow(y-floats.Dot(w, x)-bias, 2) / float64(len(d.Y))
		best += math.Pow(y-floats.Dot(truth.Weights, x), 2) / float64(len(d.Y))
	}
	if want := truth.Excess(w, bias); math.Abs(own-best-want) > 0.02*want || math.Abs(best-0.4) > 0.01 {
		t.Errorf("missed %g above %g, want %g above 0.4", own-best, best, want)
	}
	if truth.Excess(truth.Weights, 0) != 0 || !(math.Abs(truth.Weights[0]) > math.Abs(truth.Weights[1])) {
		t.Error("the truth misses itself, or its weights do not fall")
	}
}
