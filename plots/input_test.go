package plots_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// Bad input gets an error that names what is wrong and what was expected.
func TestBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one, two := []float64{1}, []float64{1, 2}
	err := func(_ *plots.Chart, err error) error { return err }
	edge := func(u, v int, p, lo, hi float64) error {
		return err(plots.DAG([]string{"a", "b"}, []plots.DAGEdge{{U: u, V: v, P: p, Epsilon: lo, Delta: hi}}))
	}
	lines := func(l plots.Line, opts ...plots.Option) error { return err(plots.Lines([]plots.Line{l}, opts...)) }
	density := func(d plots.Difference, alpha float64) error { return err(plots.Density(d, alpha)) }
	routes := func(data plots.Cloud, r plots.Route) error {
		return err(plots.Routes(data, []plots.Route{r}, plots.Quantities{Names: []string{"a"}, Truth: one}))
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{err(plots.Bars(nil, nil)), "no categories, expected at least one"},
		{err(plots.Bars([]string{"a"}, nil)), "no series"},
		{err(plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: two}})), `2 values of series 0 ("m"), expected 1, one for each category`},
		{err(plots.ImportanceBars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{nan}}})), `importance: value 0 of series 0 ("m") is NaN`},
		{err(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", one, two)})), "2 values of Low"},
		{err(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", one, []float64{-1})})), "interval 0 is [2, 0], expected it to enclose 1"},
		{lines(plots.Line{Name: "l"}), `no points in line 0 ("l")`},
		{lines(plots.Line{Name: "l", X: two, Y: two, Twin: true}), `line 0 ("l") is a twin, expected a line before it`},
		{lines(plots.Line{X: two, Y: two, Breaks: []int{1, 0}}), "break 1 of line 0 (\"\") is at the point 0 of 2, expected increasing indices"},
		{lines(plots.Line{X: two, Y: two, Breaks: []int{3}}), "break 0 of line 0 (\"\") is at the point 3 of 2"},
		{lines(plots.Line{X: two, Y: one}), "expected 2, one for each X"},
		{lines(plots.Line{X: []float64{2, 1}, Y: two}), "is not sorted, expected increasing values"},
		{lines(plots.Line{X: two, Y: []float64{0, 1}}, plots.LogY()), "is 0, expected a positive number"},
		{lines(plots.Line{X: two, Y: two}, plots.Size(10, 10)), "size 10×10 pixels, expected 120×80 to 8000×8000"},
		{lines(plots.Line{X: two, Y: two}, plots.XRange(1, 1)), "axis range [1, 1]"},
		{lines(plots.Line{X: two, Y: two}, plots.XRange(0, 1), plots.LogX()), "expected a positive one on a logarithmic axis"},
		{lines(plots.Line{X: two, Y: two}, plots.YRange(nan, 1)), "axis range [NaN, 1]"},
		{lines(plots.Line{X: two, Y: two}, plots.Name("")), "name is empty"},
		{lines(plots.Line{X: two, Y: two}, plots.Name("a/b")), "name is \"a/b\""},
		{lines(plots.Line{X: two, Y: two}, plots.RuleX("floor", nan)), `value 0 of the rule "floor" is NaN`},
		{lines(plots.Line{X: two, Y: two}, plots.XRange(0, 1), plots.RuleX("floor", 2)), `the rule "floor" is at 2, expected a value in the axis range [0, 1]`},
		{lines(plots.Line{X: two, Y: two}, plots.LogY(), plots.RuleY("floor", 0)), `value 0 of the rule "floor" is 0, expected a positive number`},
		{err(plots.Geometry(one, one, nil)), "g1 has 1 components, expected at least two"},
		{err(plots.Geometry(two, one, nil)), "1 values of g2, expected 2"},
		{err(plots.Geometry(two, []float64{0, inf}, nil)), "value 1 of g2 is +Inf"},
		{err(plots.Geometry(two, two, []plots.Direction{{Name: "P", V: one}})), `direction 0 ("P")`},
		{edge(0, 2, 1, 0, 1), "edge 0 goes from 0 to 2, expected indices of the 2 features"},
		{edge(0, 1, nan, 0, 1), "has P = NaN, expected a probability"},
		{edge(0, 1, 1, 0.2, 0.1), "has the interval [0.2, 0.1], expected ε ≤ δ"},
		{err(plots.DAG(make([]string, 1001), nil)), "1001 features and 0 edges, expected at most 1000 and 3000"},
		{err(plots.DAG([]string{"a", "b"}, []plots.DAGEdge{{V: 1}, {V: 1}})), "repeats edge 0"},
		{err(plots.HeatMap([]string{"a"}, nil)), "no maps"},
		{err(plots.HeatMap([]string{"a"}, []plots.Attribution{{Name: "m"}})), "has no values, expected a matrix"},
		{err(plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(1, 2, nil)}})), "has 2 columns, expected 1"},
		{err(plots.HeatMap([]string{"a"}, []plots.Attribution{{Values: mat.NewDense(1, 1, []float64{nan})}})), "value 0 of time step 0 of map 0"},
		{err(plots.Completeness([]plots.QuadratureGap{{M: []int{0}, Gap: one}})), "M of rule 0 (\"\") is 0, expected a positive number"},
		{err(plots.Completeness([]plots.QuadratureGap{{M: []int{1}, Gap: []float64{-1}}})), "expected an absolute value"},
		{err(plots.Convergence([]plots.Residual{{Steps: one, Residual: []float64{0}}})), "the first residual"},
		{err(plots.Calibration([]plots.Line{{Name: "e", X: one, Y: []float64{1.5}}})), "expected a rate in [0, 1]"},
		{density(plots.Difference{Mu: 0, Sigma: 0}, 0.7), "Sigma is 0, expected a positive number"},
		{density(plots.Difference{Sigma: 1}, 1), "α = 1, expected a probability in [0.5, 1)"},
		{density(plots.Difference{Sigma: 1, Values: []float64{nan}}, 0.7), "value 0 of the differences is NaN"},
		{err(plots.Histogram([]plots.Sample{{Name: "s", Sigma: 1}})), `no values in sample 0 ("s")`},
		{err(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "e", Epsilon: 1}}, nil)), "edge 0 (e) has the interval [1, 0], expected ε ≤ δ"},
		{err(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "e"}}, []plots.EdgeDifferences{{Name: "m"}})), "0 values of model 0"},
		{err(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: one}}, nil, nil)), "0 values of H of set 0"},
		{err(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: one, H: one, Labels: []string{"", ""}}}, nil, nil)), "2 values of Labels of set 0"},
		{err(plots.ParetoFront([]plots.ParetoSet{{L: one, H: one}}, nil, &[2]float64{nan, 1})), "value 0 of the reference point is NaN"},
		{err(plots.Integrand([]plots.IntegrandCurve{{S: one, Gradient: one, Nodes: one}})), "0 values of NodeGradients"},
		{routes(plots.Cloud{X: two, Y: one}, plots.Route{X: two, Y: two}), "1 values of Y of the data, expected 2"},
		{routes(plots.Cloud{X: two, Y: []float64{1, 1}}, plots.Route{X: two, Y: two}), "the data lie on a line along an axis"},
		{routes(plots.Cloud{X: two, Y: two}, plots.Route{Name: "r", X: one, Y: one}), `route 0 ("r") has 1 points, expected at least 2`},
		{routes(plots.Cloud{X: two, Y: two}, plots.Route{Name: "r", X: two, Y: two}), `no Estimates of route 0 ("r")`},
		{routes(plots.Cloud{X: two, Y: two}, plots.Route{X: two, Y: two, Estimates: [][]float64{two}}), `2 values of Estimates 0 of route 0 (""), expected 1`},
		{err(plots.Ridges(nil)), "no stacks"},
		{err(plots.Ridges([]plots.Ridge{{Name: "r", At: one}})), `stack 0 ("r") has 1 places, expected at least 2`},
		{err(plots.Ridges([]plots.Ridge{{At: two, Series: [][]float64{one, two}}})), `2 values of series 1 of stack 0 (""), expected 1`},
		{err(plots.Ridges([]plots.Ridge{{At: two, Series: [][]float64{one, one}, Off: []bool{true}}})), "1 values of Off"},
	} {
		switch {
		case c.err == nil:
			t.Errorf("no error, want %q", c.want)
		case !strings.HasPrefix(c.err.Error(), "plots: ") || !strings.Contains(c.err.Error(), c.want):
			t.Errorf("error %q, want %q", c.err, c.want)
		}
	}
}
