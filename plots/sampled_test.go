package plots_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// TestCurve checks that both ends are sampled, that points are equidistant, and that the band has
// the requested width.
func TestCurve(t *testing.T) {
	l := plots.Curve("square", func(x float64) float64 { return x * x }, -1, 3).WithBand(0.5)
	if n := len(l.X); n != 321 || l.X[0] != -1 || l.X[320] != 3 || l.Y[320] != 9 || l.X[80] != 0 {
		t.Errorf("%d points, x = %v", n, l.X)
	}
	for i, y := range l.Y {
		if l.Low[i] != y-0.5 || l.High[i] != y+0.5 {
			t.Fatalf("band [%g, %g] about %g", l.Low[i], l.High[i], y)
		}
	}
	if _, err := plots.Lines([]plots.Line{l}); err != nil {
		t.Error(err)
	}
}

// TestPiecewise checks that a step has its full height, that no point is between its ends, and that
// both ends are sampled.
func TestPiecewise(t *testing.T) {
	step := func(x float64) float64 { return math.Floor(x) }
	l := plots.Piecewise("steps", step, 0.5, 2.5, 1, 2)
	if len(l.X) != 963 || !slices.Equal(l.Breaks, []int{321, 642}) || l.X[0] != 0.5 || l.X[962] != 2.5 {
		t.Fatalf("%d points from %g to %g, breaks %v", len(l.X), l.X[0], l.X[len(l.X)-1], l.Breaks)
	}
	for i, y := range l.Y {
		if y != float64(i/321) {
			t.Fatalf("f(%g) = %g", l.X[i], y)
		}
	}
	if l.X[321]-l.X[320] > 1e-8 || !slices.IsSorted(l.X) {
		t.Errorf("a gap from %g to %g", l.X[320], l.X[321])
	}
	if smooth := plots.Piecewise("sine", math.Sin, 0, 1); smooth.Breaks != nil || len(smooth.X) != 321 || smooth.X[320] != 1 {
		t.Errorf("without a jump: %d points, breaks %v", len(smooth.X), smooth.Breaks)
	}
	if _, err := plots.Lines([]plots.Line{l.WithBand(0.1)}); err != nil {
		t.Error(err)
	}
}

// TestSampleIntegrand checks the sampled gradients along the path and at the nodes.
func TestSampleIntegrand(t *testing.T) {
	c := plots.SampleIntegrand("x1", func(s float64) float64 { return 3 * s * s }, []float64{0.25, 0.75})
	if c.Feature != "x1" || len(c.S) != 101 || c.Gradient[100] != 3 || !slices.Equal(c.NodeGradients, []float64{0.1875, 1.6875}) {
		t.Errorf("curve %+v", c)
	}
	if _, err := plots.Integrand([]plots.IntegrandCurve{c, plots.SampleIntegrand("x2", math.Cos, nil)}); err != nil {
		t.Error(err)
	}
}

// TestColumnMeans checks the means and intervals of columns. One row has no intervals.
func TestColumnMeans(t *testing.T) {
	s := plots.ColumnMeans("m", mat.NewDense(4, 2, []float64{1, 0, 2, 0, 3, 0, 4, 0}))
	half := 2 * math.Sqrt(5.0/3) / 2
	if s.Name != "m" || !slices.Equal(s.Values, []float64{2.5, 0}) || math.Abs(s.High[0]-2.5-half) > 1e-15 || math.Abs(s.Low[0]-2.5+half) > 1e-15 || s.High[1] != 0 {
		t.Errorf("bars %+v", s)
	}
	if one := plots.ColumnMeans("m", mat.NewDense(1, 2, nil)); one.Low != nil || len(one.Values) != 2 {
		t.Errorf("bars of one row %+v", one)
	}
}
