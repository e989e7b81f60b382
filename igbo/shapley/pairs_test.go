package shapley

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestZigzag checks that in the rotations of the pattern, each pair is adjacent twice.
func TestZigzag(t *testing.T) {
	for k := 2; k < 14; k++ {
		beside := make([]int, k*k)
		for turn := range k {
			order := zigzag(k)
			for i := range k - 1 {
				a, b := (order[i]+turn)%k, (order[i+1]+turn)%k
				beside[a*k+b]++
				beside[b*k+a]++
			}
		}
		for p, n := range beside {
			if p/k != p%k && n != 2 || p/k == p%k && n != 0 {
				t.Fatalf("%d players: %d and %d are %d times side by side, want 2", k, p/k, p%k, n)
			}
		}
	}
}

// TestPairsAgainstSubsets checks that sampled interactions are within their standard errors of the exact ones
// as often as expected, and that functions that are additive in the players have none.
func TestPairsAgainstSubsets(t *testing.T) {
	draw := rand.New(rand.NewPCG(4, 2))
	f := func(r []float64) float64 { return r[0]*r[1] + math.Sin(r[2]+r[3]) - r[4]*r[4]*r[0] + r[5]*r[0]*r[3] }
	of := func(f func([]float64) float64) func(context.Context, [][]float64) ([]float64, error) {
		return func(_ context.Context, rows [][]float64) (y []float64, err error) {
			for _, r := range rows {
				y = append(y, f(r))
			}
			return y, nil
		}
	}
	players, owner := [][]int{{0}, {1, 2}, {3}, {4}, {5}}, []int{0, 1, 1, 2, 3, 4}
	var rows, background [][]float64
	for i := range 64 {
		r := make([]float64, 6)
		for k := range r {
			r[k] = draw.NormFloat64()
		}
		if i < 4 {
			background = append(background, r)
		} else {
			rows = append(rows, r)
		}
	}
	const k = 5
	o := Sampling{Pairs: 64, Batch: 777, Seed: 1}
	e := must.Of(SampledPairs(ctx, of(f), rows, background, players, o, nil)).In(t)
	within, all, worst := 0, 0, 0.0
	for i, x := range rows {
		_, want := enumerated(f, x, background, owner, k)
		for p := range want {
			got, off := e.Values[i*k*k+p], math.Abs(e.Values[i*k*k+p]-want[p])
			if p/k == p%k {
				if got != 0 {
					t.Fatalf("the diagonal has %g", got)
				}
				continue
			}
			if all++; off <= 2*e.Errors[i*k*k+p]+1e-12 {
				within++
			}
			worst = max(worst, off)
		}
	}
	if share := float64(within) / float64(all); share < 0.93 || worst > 3 {
		t.Errorf("%.3f of the interactions within two standard errors, the farthest is %g off", share, worst)
	}
	if want := 4 + 60 + 60*64*k*(2*(k-1)+1); e.Calls != want {
		t.Errorf("%d calls, want %d", e.Calls, want)
	}
	e = must.Of(SampledPairs(ctx, of(func(r []float64) float64 { return r[0] - 2*r[1]*r[2] + math.Exp(r[3]) + r[4]*r[4] - r[5] }), rows[:3], background, players, o, nil)).In(t)
	differ(t, "an additive function", e.Values, make([]float64, 3*k*k), 1e-12)
	_, err := SampledPairs(ctx, of(f), rows, background, [][]int{{0, 1, 2, 3, 4, 5}}, o, nil)
	refusal.Check(t, err, "the number of players must be at least 2, got 1")
}
