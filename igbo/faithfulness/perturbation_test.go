package faithfulness

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// linear returns F(x) = w·x.
func linear(w []float64) Function {
	return func(points []float64) ([]float64, error) {
		y := make([]float64, len(points)/len(w))
		for i, v := range points {
			y[i/len(w)] += w[i%len(w)] * v
		}
		return y, nil
	}
}

// drawn draws weights, an input, a reference and the exact attributions.
func drawn(seed uint64, n int) (w, x, r, a []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		w, x, r = append(w, rng.NormFloat64()), append(x, rng.NormFloat64()), append(r, rng.NormFloat64())
		i := len(w) - 1
		a = append(a, w[i]*(x[i]-r[i]))
	}
	return w, x, r, a
}

// TestCurvesOfLinearModels checks that the deletion curve falls by the attributions, largest first, that the
// insertion curve rises by them, and that both areas are sums of them.
func TestCurvesOfLinearModels(t *testing.T) {
	const n = 7
	w, x, r, a := drawn(1, n)
	ends, _ := linear(w)(append(slices.Clone(x), r...))
	sorted := slices.Clone(a)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	deletion := must.Of(Deletion(linear(w), x, r, a)).In(t)
	insertion := must.Of(Insertion(linear(w), x, r, a)).In(t)
	fall, rise := ends[0], ends[1]
	wantFall, wantRise := 0.0, 0.0 // areas in closed form: attribution q counts for the fraction 1 − (q + ½)/n
	for q := range n {
		near(t, "deletion", deletion.Output[q], fall, 1e-12)
		near(t, "insertion", insertion.Output[q], rise, 1e-12)
		near(t, "share", insertion.Share[q], float64(q)/n, 0)
		fall, rise = fall-sorted[q], rise+sorted[q]
		weight := 1 - (float64(q)+0.5)/n
		wantFall, wantRise = wantFall+weight*sorted[q], wantRise+weight*sorted[q]
	}
	near(t, "the end of deletion", deletion.Output[n], ends[1], 1e-12)
	near(t, "the end of insertion", insertion.Output[n], ends[0], 1e-12)
	near(t, "the area of deletion", deletion.Area(), ends[0]-wantFall, 1e-12)
	near(t, "the area of insertion", insertion.Area(), ends[1]+wantRise, 1e-12)
}

// TestExactAttributionsOrderBest checks for a linear model that among all orders of the inputs, the exact
// attributions have the largest insertion area and the smallest deletion area.
func TestExactAttributionsOrderBest(t *testing.T) {
	w, x, r, a := drawn(2, 5)
	best, _ := Insertion(linear(w), x, r, a)
	least, _ := Deletion(linear(w), x, r, a)
	rng := rand.New(rand.NewPCG(3, 0))
	for range 200 {
		other := make([]float64, len(a))
		for i, p := range rng.Perm(len(a)) {
			other[i] = float64(p)
		}
		insertion, _ := Insertion(linear(w), x, r, other)
		deletion, _ := Deletion(linear(w), x, r, other)
		if insertion.Area() > best.Area()+1e-12 || deletion.Area() < least.Area()-1e-12 {
			t.Fatalf("the order %v has areas %g and %g, the exact one %g and %g", other, insertion.Area(), deletion.Area(), best.Area(), least.Area())
		}
	}
}

// TestRationalesOfLinearModels compares comprehensiveness with the sum of the largest attributions and
// sufficiency with the sum of the others, and checks all subsets of the same size.
func TestRationalesOfLinearModels(t *testing.T) {
	const n = 6
	w, x, r, a := drawn(4, n)
	order := descending(magnitudes(a))
	for _, c := range []struct {
		share float64
		named int
	}{{0.01, 1}, {1.0 / n, 1}, {0.5, 3}, {0.51, 4}, {1, n}} {
		gone, kept := 0.0, 0.0
		for place, i := range order {
			if place < c.named {
				gone += a[i]
			} else {
				kept += a[i]
			}
		}
		got := must.Of(Comprehensiveness(linear(w), x, r, a, []float64{c.share})).In(t)
		near(t, "comprehensiveness", got, math.Abs(gone), 1e-12)
		got = must.Of(Sufficiency(linear(w), x, r, a, []float64{c.share})).In(t)
		near(t, "sufficiency", got, math.Abs(kept), 1e-12)
	}
	one, _ := Comprehensiveness(linear(w), x, r, a, []float64{0.2})
	two, _ := Comprehensiveness(linear(w), x, r, a, []float64{0.5})
	both := must.Of(Comprehensiveness(linear(w), x, r, a, []float64{0.2, 0.5})).In(t)
	near(t, "the mean over shares", both, (one+two)/2, 1e-12)
}

// TestSensitivityOfLinearExplanations checks that the sensitivity of Φ(x) = w∘x is the largest ‖w∘δ‖ of the
// draws divided by ‖w∘x‖. It must be proportional to the radius, which no draw may exceed. A constant
// explanation must have sensitivity 0.
func TestSensitivityOfLinearExplanations(t *testing.T) {
	w, x, _, _ := drawn(5, 4)
	scaled := func(points []float64) ([]float64, error) {
		a := make([]float64, len(points))
		for i, v := range points {
			a[i] = w[i%len(w)] * v
		}
		return a, nil
	}
	cfg := SensitivityConfig{Radius: 0.1, Scale: []float64{1, 2, 0, 1}, Draws: 50, Seed: 7}
	points := must.Of(cfg.Points(x)).In(t)
	want, size := 0.0, 0.0
	for i, v := range x {
		size += w[i] * w[i] * v * v
	}
	for from := len(x); from < len(points); from += len(x) {
		sum := 0.0
		for i, v := range x {
			d := points[from+i] - v
			if math.Abs(d) > cfg.Radius*cfg.Scale[i] {
				t.Errorf("input %d moves by %g", i, d)
			}
			sum += w[i] * w[i] * d * d
		}
		want = max(want, math.Sqrt(sum/size))
	}
	got := must.Of(Sensitivity(scaled, x, cfg)).In(t)
	near(t, "sensitivity", got, want, 1e-12)
	cfg.Radius *= 3
	wider, _ := Sensitivity(scaled, x, cfg)
	near(t, "sensitivity of three times the radius", wider, 3*got, 1e-12)
	constant := func(points []float64) ([]float64, error) {
		return slices.Repeat([]float64{1, 2, 3, 4}, len(points)/4), nil
	}
	if v, err := Sensitivity(constant, x, cfg); err != nil || v != 0 {
		t.Errorf("a constant explanation has %g, %v", v, err)
	}
}

// TestSpread checks the spread of two networks by hand, that it is 0 if they agree, and that a common shift
// does not matter.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		rows [][]float64
		want float64
	}{
		{[][]float64{{1, 2}, {1, 2}, {1, 2}}, 0},
		{[][]float64{{0, 0}, {3, 4}}, 5 / math.Sqrt2},
		{[][]float64{{10, -7}, {13, -3}}, 5 / math.Sqrt2},
		{[][]float64{{1}, {2}, {3}}, 1},
	} {
		got := must.Of(Spread(c.rows)).In(t)
		near(t, "spread", got, c.want, 1e-14)
	}
}

// TestFunctionsThatFail checks that errors of functions are wrapped and that the number of results is checked.
func TestFunctionsThatFail(t *testing.T) {
	broken := errors.New("broken")
	x := []float64{1, 2}
	if _, err := Deletion(func([]float64) ([]float64, error) { return nil, broken }, x, x, x); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := Sensitivity(func([]float64) ([]float64, error) { return nil, broken }, x, DefaultSensitivityConfig()); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
