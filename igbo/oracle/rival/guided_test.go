package rival

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// saddle is the gradient of F = x_1² + 3·x_2.
func saddle(points []float64) ([]float64, error) {
	g := make([]float64, len(points))
	for i := range g {
		if g[i] = 3; i%2 == 0 {
			g[i] = 2 * points[i]
		}
	}
	return g, nil
}

// TestGuidedMovesSmallGradientsFirst: each step takes the same L1 distance, no
// feature leaves the way between its ends, the feature with the smaller gradient
// comes first, and with all features at a time the path is the straight line.
func TestGuidedMovesSmallGradientsFirst(t *testing.T) {
	p := Pairs{1, 2, []float64{1, 2, -1, 0}, []float64{0, 0, 0.5, 0}}
	path := must.Of(Guided(t.Context(), saddle, p, GuidedConfig{Anchors: 5, Fraction: 0.5})).In(t)
	knots := anchorsOf(t, path, p)
	checkEnds(t, p, knots)
	for i, line := range knots {
		x, b := p.pair(i)
		for s, at := range line {
			want := l1(x, b) * (1 - float64(s)/6)
			if got := l1(x, at); math.Abs(got-want) > 1e-12 {
				t.Errorf("pair %d, step %d: L1 distance %g, want %g", i, s, got, want)
			}
			for k, v := range at {
				if v < min(x[k], b[k])-1e-12 || v > max(x[k], b[k])+1e-12 {
					t.Errorf("pair %d, step %d: feature %d at %g leaves [%g, %g]", i, s, k, v, b[k], x[k])
				}
			}
		}
	}
	// |∂F/∂x_1| = 2x_1 < 3 on the whole way: x_1 arrives before x_2 leaves
	if at := knots[0][2]; math.Abs(at[0]-1) > 1e-12 || at[1] != 0 {
		t.Errorf("after a third of the way at %v, want (1, 0)", at)
	}
	path = must.Of(Guided(t.Context(), saddle, p, GuidedConfig{Anchors: 5, Fraction: 1})).In(t)
	for s, at := range anchorsOf(t, path, p)[0] {
		if math.Abs(at[0]-float64(s)/6) > 1e-12 || math.Abs(at[1]-2*float64(s)/6) > 1e-12 {
			t.Errorf("all features at a time: step %d at %v, want the straight line", s, at)
		}
	}
}

// TestGuidedGoesRoundSteepFeatures: along its path the integral of |gradient·move| is no
// more than along the straight line, on a ridge.
func TestGuidedGoesRoundSteepFeatures(t *testing.T) {
	// F = x_1·x_2 from (0, 1) to (1, 0): along the axes nothing is multiplied where x_2 falls first
	product := func(points []float64) ([]float64, error) {
		g := make([]float64, len(points))
		for i := range g {
			g[i] = points[i^1]
		}
		return g, nil
	}
	p := Pairs{1, 2, []float64{1, 0}, []float64{0, 1}}
	noise := func(fraction float64) (sum float64) {
		path := must.Of(Guided(t.Context(), product, p, GuidedConfig{Anchors: 49, Fraction: fraction})).In(t)
		knots := anchorsOf(t, path, p)[0]
		for s := 1; s < len(knots); s++ {
			for k := range 2 {
				sum += math.Abs((knots[s][k] - knots[s-1][k]) * (knots[s][1-k] + knots[s-1][1-k]) / 2)
			}
		}
		return sum
	}
	if guided, straight := noise(0.5), noise(1); guided > 0.01 || straight < 0.9 {
		t.Errorf("∫|∂F·dx| is %.3f guided and %.3f straight, want 0 and 1", guided, straight)
	}
}
