package faithfulness

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPermutationOfALinearModel checks that for y = w·x with independent inputs of unit variance, the mean
// squared error increases by 2wₖ², and by 0 for inputs with weight 0. Inputs of a group move together.
func TestPermutationOfALinearModel(t *testing.T) {
	const n, d = 20_000, 4
	w := [d]float64{3, -2, 1, 0}
	draw := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = draw.NormFloat64()
	}
	predict := func(x []float64, i int) (y float64) {
		for k, v := range w {
			y += v * x[i*d+k]
		}
		return y
	}
	loss := func(moved []float64) (l float64, err error) {
		for i := range n {
			l += math.Pow(predict(moved, i)-predict(x, i), 2) / n
		}
		return l, nil
	}
	base, got, err := Permutation(loss, x, d, [][]int{{0}, {1}, {2}, {3}, {0, 1}}, 3, 5)
	if err != nil || base != 0 {
		t.Fatal(base, err)
	}
	for k, want := range []float64{18, 8, 2, 0, 26} {
		if math.Abs(got[k].Mean-want) > 0.05*want {
			t.Errorf("group %d: %+v, want %g", k, got[k], want)
		}
	}
	_, again, err := Permutation(loss, x, d, [][]int{{0}}, 3, 5)
	if err != nil || again[0] != got[0] {
		t.Errorf("the same seed gives %+v and %+v, %v", got[0], again[0], err)
	}
}

// TestRankCorrelation compares Spearman's rank correlation with values computed by hand, with mean ranks for
// ties.
func TestRankCorrelation(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 30}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, 0.8},        // 1 − 6·2/(4·15)
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, math.Sqrt(3) / 2}, // ranks 1.5, 1.5, 3
		{[]float64{5, 5, 5}, []float64{1, 2, 3}, 0},
	} {
		if got, err := RankCorrelation(c.a, c.b); err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: %g, %v, want %g", c.a, c.b, got, err, c.want)
		}
	}
	got, err := Randomization([][]float64{{-3, 2, 1}, {1, 2, 3}}, [][]float64{{3, -2, 1}, {3, 2, -1}})
	if err != nil || math.Abs(got) > 1e-12 { // 1 and −1, for magnitudes
		t.Errorf("%g, %v, want 0", got, err)
	}
}
