package plots

import (
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/plots/canvas"

	"gonum.org/v1/plot/vg"
)

func TestHypervolume(t *testing.T) {
	set := ParetoSet{L: []float64{3, 1, 2, 2, 2.5, 1}, H: []float64{1, 3, 2, 2, 2.5, 3.5}}
	front := nonDominated(set)
	if want := [][2]float64{{1, 3}, {2, 2}, {3, 1}}; !slices.Equal(front, want) {
		t.Errorf("front %v, want %v", front, want)
	}
	if got := hypervolume(front, [2]float64{4, 4}); got != 6 {
		t.Errorf("hypervolume %g, want 3·1 + 2·1 + 1·1 = 6", got)
	}
	if got := hypervolume(front, [2]float64{2.5, 2.5}); got != 0.25 {
		t.Errorf("hypervolume %g, want 0.25: only one point lies within the reference", got)
	}
}

func TestFitPower(t *testing.T) {
	xs, ys := make([]float64, 50), make([]float64, 50)
	for i := range xs {
		xs[i] = float64(i + 1)
		ys[i] = 3 * math.Pow(xs[i], -0.7)
	}
	a, b, ok := fitPower(xs, ys, 10)
	if !ok || math.Abs(a-3) > 1e-9 || math.Abs(b+0.7) > 1e-9 {
		t.Errorf("fit %g·x^%g, %t, want 3·x^−0.7", a, b, ok)
	}
	if _, _, ok := fitPower(xs[:1], ys[:1], 0); ok {
		t.Error("a fit of one point")
	}
}

// TestThin checks that thinning preserves the ends and the peaks.
func TestThin(t *testing.T) {
	xs, ys := make([]float64, 10000), make([]float64, 10000)
	for i := range xs {
		xs[i], ys[i] = float64(i+1), math.Sin(float64(i))
	}
	ys[7777], ys[3333] = 9, -9
	for _, log := range []bool{false, true} {
		tx, ty := canvas.Thin(xs, ys, 400, log)
		if len(tx) > 410 || tx[0] != 1 || tx[len(tx)-1] != 10000 {
			t.Errorf("log %t: %d points from %g to %g", log, len(tx), tx[0], tx[len(tx)-1])
		}
		if slices.Max(ty) != 9 || slices.Min(ty) != -9 {
			t.Errorf("log %t: a peak is lost", log)
		}
		if !slices.IsSorted(tx) {
			t.Errorf("log %t: the points are out of order", log)
		}
	}
}

func TestHistogramHasAreaOne(t *testing.T) {
	for _, values := range [][]float64{{1}, {2, 2, 2}, {0, 1, 2, 5, 9}, {-1e-9, 1e-9, 3e-9}} {
		edges, heights := histogram(values)
		area := 0.0
		for i, h := range heights {
			area += h * (edges[i+1] - edges[i])
		}
		if math.Abs(area-1) > 1e-12 {
			t.Errorf("histogram of %v has area %g, want 1", values, area)
		}
	}
}

// TestConeArea checks that the cone is empty for opposite gradients, a half plane for parallel
// ones, and a quarter for orthogonal ones.
func TestConeArea(t *testing.T) {
	square := []vg.Point{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}
	for _, c := range []struct {
		g1, g2 vg.Point
		want   float64
	}{
		{vg.Point{X: 1}, vg.Point{Y: 1}, 1},
		{vg.Point{X: 1}, vg.Point{X: 3}, 2},
		{vg.Point{X: 1}, vg.Point{X: -2}, 0},
		{vg.Point{X: 1, Y: 1}, vg.Point{X: -1, Y: 1}, 1},
	} {
		cone := halfPlane(halfPlane(square, vg.Point{}, c.g1), vg.Point{}, c.g2)
		area := 0.0
		for i, p := range cone {
			q := cone[(i+1)%len(cone)]
			area += float64(p.X*q.Y-q.X*p.Y) / 2
		}
		if math.Abs(area-c.want) > 1e-12 {
			t.Errorf("cone of %v and %v has area %g, want %g", c.g1, c.g2, area, c.want)
		}
	}
}

// TestFrameIsIsometric checks that the plane of two vectors in more than two dimensions preserves
// lengths and angles.
func TestFrameIsIsometric(t *testing.T) {
	g1, g2 := []float64{1, 2, 3, 4}, []float64{-2, 0, 1, 5}
	arrows := planeArrows(g1, g2, nil)
	dot := func(a, b [2]float64) float64 { return a[0]*b[0] + a[1]*b[1] }
	a, b := arrows[0].tip, arrows[1].tip
	for _, c := range []struct{ got, want float64 }{{dot(a, a), 30}, {dot(b, b), 30}, {dot(a, b), 21}} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("product %g in the plane, want %g", c.got, c.want)
		}
	}
}

// TestDivergingPalette checks that the diverging palette is symmetric in lightness and lightest at
// zero.
func TestDivergingPalette(t *testing.T) {
	luma := func(v float64) float64 {
		c := canvas.Diverging(v)
		return 0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)
	}
	for v := 0.1; v <= 1; v += 0.1 {
		if luma(v) >= luma(v-0.1) || luma(-v) >= luma(-v+0.1) {
			t.Errorf("the palette does not darken at ±%.1f", v)
		}
		if math.Abs(luma(v)-luma(-v)) > 25 {
			t.Errorf("at ±%.1f lightness is %.0f and %.0f", v, luma(v), luma(-v))
		}
	}
}

// TestGapSlope checks that errors which fall as a power of M, at least in the half with larger M,
// get a slope. Errors that fall faster than any power, or irregularly, do not.
func TestGapSlope(t *testing.T) {
	ms := []float64{2, 3, 4, 6, 8, 12, 16, 20, 32, 64, 128}
	luck := []float64{1, 0.7, 1.6, 0.5, 1.2, 0.4, 1.9, 0.6, 1.1, 2, 0.5}
	for name, c := range map[string]struct {
		gap  func(i int, m float64) float64
		want string
	}{
		"left":       {func(_ int, m float64) float64 { return 3 / m }, " (slope −1)"},
		"trapezoid":  {func(_ int, m float64) float64 { return 1 / ((m - 1) * (m - 1)) }, " (slope −2.1)"},
		"geometric":  {func(_ int, m float64) float64 { return math.Pow(0.02, m) }, ""},
		"jumps":      {func(i int, m float64) float64 { return luck[i] / m }, ""},
		"rounding":   {func(_ int, m float64) float64 { return 1e-16 }, ""},
		"two points": {func(_ int, m float64) float64 { return max(1e-16, 0.1-m/35) }, ""},
	} {
		gaps := make([]float64, len(ms))
		for i, m := range ms {
			gaps[i] = c.gap(i, m)
		}
		if got := gapSlope(ms, gaps); got != c.want {
			t.Errorf("%s: %q: want %q", name, got, c.want)
		}
	}
}
