package plots_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// TestCurve: both ends are sampled, equidistant points between them, and the band is
// as wide as asked.
func TestCurve(t *testing.T) {
	l := plots.Curve("square", func(x float64) float64 { return x * x }, -1, 3).WithBand(0.5)
	if n := len(l.X); n != 101 || l.X[0] != -1 || l.X[100] != 3 || l.Y[100] != 9 || l.X[25] != 0 {
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

// TestSampleIntegrand: the mean of the midpoints' gradients is what they are drawn for.
func TestSampleIntegrand(t *testing.T) {
	c := plots.SampleIntegrand("x1", func(s float64) float64 { return 3 * s * s }, []float64{0.25, 0.75})
	if c.Feature != "x1" || len(c.S) != 101 || c.Gradient[100] != 3 || !slices.Equal(c.NodeGradients, []float64{0.1875, 1.6875}) {
		t.Errorf("curve %+v", c)
	}
	if _, err := plots.Integrand([]plots.IntegrandCurve{c, plots.SampleIntegrand("x2", math.Cos, nil)}); err != nil {
		t.Error(err)
	}
}

// TestColumnMeans: means and standard errors of columns; one row has no interval.
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
