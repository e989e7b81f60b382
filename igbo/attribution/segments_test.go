package attribution

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
)

// kinked returns a path through k anchors off the straight line, with segments of different lengths.
func kinked(k int) PiecewiseLinear {
	return PiecewiseLinear{Anchors: func(x, baseline *Node) []*Node {
		anchors := make([]*Node, k)
		for i := range anchors {
			part := math.Pow(float64(i+1)/float64(k+1), 1.5)
			on := Add(baseline, MulScalar(Sub(x, baseline), part))
			anchors[i] = Add(on, MulScalar(Sin(MulScalar(x, float64(3*i+2))), 0.4))
		}
		return anchors
	}}
}

// plain hides the segments of a path, so points are spread as if there were no kinks.
type plain struct{ Path }

// TestKinkedPathIsExactOnALinearModel checks that a linear model has the attributions w·(x − x′) along
// piecewise linear paths, for every rule, number of anchors and M.
func TestKinkedPathIsExactOnALinearModel(t *testing.T) {
	const d = 3
	store, x := backendtest.Store(t, 1), normal(2, 4, 1, d)
	cfg := DefaultConfig()
	cfg.Baselines = []Baseline{Constant("shifted", []float64{1, -2, 0.5})}
	want := run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, models.Linear(), x, cfg) }, x)
	for _, rule := range Rules() {
		for _, k := range []int{0, 1, 2, 3, 4, 7} {
			least := minPoints(rule) * (k + 1)
			for _, m := range []int{least, least + 1, 12, 20, 23} {
				for _, chunk := range []int{0, 1, 5} {
					cfg.Path, cfg.Quadrature, cfg.Points, cfg.Chunk = kinked(k), rule, max(m, least), chunk
					got := run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, models.Linear(), x, cfg) }, x)
					backendtest.Near(t, fmt.Sprintf("%s, K = %d, M = %d, chunks of %d", rule, k, m, chunk), got, want, 1e-12)
				}
			}
		}
	}
}

// TestRulesKeepTheirOrderOnKinkedPaths checks on paths with 1, 3 and 4 segments that the completeness gap falls
// with M at the rate of the rule, in both modes. M need not be a multiple of the number of segments. Without
// segments, second-order rules become first-order.
func TestRulesKeepTheirOrderOnKinkedPaths(t *testing.T) {
	store, x := backendtest.Store(t, 3), normal(4, 6, 2, 3)
	gap := func(path Path, rule Rule, m int, mode Mode) float64 {
		cfg := DefaultConfig()
		cfg.Path, cfg.Quadrature, cfg.Points, cfg.Mode = path, rule, m, mode
		return stat.Mean(run(t, store, func(s *model.Scope, x *Node) *Node { return Gap(s, running, x, cfg) }, x), nil)
	}
	for _, k := range []int{0, 2, 3} {
		for _, mode := range []Mode{ReverseMode, ForwardMode} {
			for rule, order := range map[Rule]float64{Left: 1, Right: 1, Midpoint: 2, Trapezoid: 2} {
				for _, m := range []int{24 * (k + 1), 24*(k+1) + 1} {
					rate := math.Log2(gap(kinked(k), rule, m, mode)/gap(kinked(k), rule, 4*m, mode)) / 2
					if math.Abs(rate-order) > 0.15 {
						t.Errorf("%s, %d segments, M = %d, %s: gap falls at rate %.2f, want %.0f", rule, k+1, m, mode, rate, order)
					}
				}
			}
			if g := gap(kinked(k), GaussLegendre, 14*(k+1)+1, mode); g > 1e-9 {
				t.Errorf("Gauss-Legendre with 14 points on each of %d segments leaves a gap of %g", k+1, g)
			}
		}
	}
	if gap(plain{kinked(3)}, Midpoint, 99, ReverseMode) < 10*gap(kinked(3), Midpoint, 99, ReverseMode) {
		t.Error("points that ignore the kinks do as well: the test does not test them")
	}
}

// TestPointsAreSpreadOverSegments checks that there are M points and that their numbers differ by at most one
// between segments. The error for too few points must contain the numbers.
func TestPointsAreSpreadOverSegments(t *testing.T) {
	for _, c := range []struct {
		points int
		want   []int
	}{{12, []int{3, 3, 3, 3}}, {13, []int{3, 3, 3, 4}}, {14, []int{3, 4, 3, 4}}, {7, []int{1, 2, 2, 2}}, {4, []int{1, 1, 1, 1}}} {
		cfg := DefaultConfig()
		cfg.Points = c.points
		got := make([]int, len(c.want))
		for _, n := range cfg.nodes(len(c.want)) {
			got[n.segment]++
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%d points lie %v on the segments, want %v", c.points, got, c.want)
		}
	}
	for _, c := range []struct {
		rule   Rule
		points int
		want   string
	}{
		{Midpoint, 3, "3 quadrature points are too few for 4 segments (min 4; the midpoint rule needs 1 on each)"},
		{Trapezoid, 7, "7 quadrature points are too few for 4 segments (min 8; the trapezoid rule needs 2 on each)"},
	} {
		for _, mode := range []Mode{ReverseMode, ForwardMode} {
			cfg := DefaultConfig()
			cfg.Path, cfg.Quadrature, cfg.Points, cfg.Mode = kinked(3), c.rule, c.points, mode
			_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, running, x, cfg) }, normal(1, 2, 2, 3))
			refusal.Check(t, err, c.want)
		}
	}
}

// TestKinkedPathIsFollowed compares h along a kinked path with a float64 reference: a fine midpoint rule per
// segment, applied to the closed-form gradient of y = x1²·x2.
func TestKinkedPathIsFollowed(t *testing.T) {
	f := func(_ *model.Scope, x *Node) *Node {
		x1, x2 := Slice(x, AxisRange(), AxisRange(), AxisElem(0)), Slice(x, AxisRange(), AxisRange(), AxisElem(1))
		return Reshape(Mul(Mul(x1, x1), x2), x.Shape().Dim(0), x.Shape().Dim(1))
	}
	knots := [][]float64{{0, 0}, {2, -1}, {1, 1}, {3, 2}}
	path := PiecewiseLinear{Anchors: func(x, _ *Node) []*Node {
		return []*Node{Const(x.Graph(), [][][]float64{{knots[1]}}), Const(x.Graph(), [][][]float64{{knots[2]}})}
	}}
	want := []float64{0, 0}
	const fine = 20000
	for s := range 3 {
		d1, d2 := knots[s+1][0]-knots[s][0], knots[s+1][1]-knots[s][1]
		for i := range fine {
			a := (float64(i) + 0.5) / fine
			x1, x2 := knots[s][0]+a*d1, knots[s][1]+a*d2
			want[0] += 2 * x1 * x2 * d1 / fine
			want[1] += x1 * x1 * d2 / fine
		}
	}
	cfg := DefaultConfig()
	cfg.Path, cfg.Quadrature, cfg.Points = path, GaussLegendre, 6
	x := tensors.FromFlatDataAndDimensions(knots[3], 1, 1, 2)
	got := run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Cumulative(s, f, x, cfg) }, x)
	backendtest.Near(t, "h", got, want, 1e-7)
}

// TestBadPath checks that errors describe what is wrong with a path.
func TestBadPath(t *testing.T) {
	for want, path := range map[string]Path{
		"PiecewiseLinear.Anchors is nil": PiecewiseLinear{},
		"point 1 of a piecewise":         PiecewiseLinear{Anchors: func(x, _ *Node) []*Node { return []*Node{nil} }},
		"want the shape":                 PiecewiseLinear{Anchors: func(x, _ *Node) []*Node { return []*Node{ReduceAllSum(x)} }},
		"has no segments":                hollow{},
		"want [20 2 1 3]":                odd{func(x *Node) (*Node, *Node) { return x, x }},
		"1 or 20, then the axes [2 1 3":  odd{func(x *Node) (*Node, *Node) { return BroadcastToDims(InsertAxes(x, 0), 20, 2, 1, 3), x }},
		"returned nil for the points":    odd{func(x *Node) (*Node, *Node) { return nil, nil }},
	} {
		cfg := DefaultConfig()
		cfg.Path = path
		_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, models.Linear(), x, cfg) }, normal(1, 2, 1, 3))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "attribution: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// hollow is a path without segments.
type hollow struct{ Straight }

func (hollow) Segments(_, _ *Node) []Segment { return nil }

// odd is a path whose points are computed by a function.
type odd struct{ of func(x *Node) (*Node, *Node) }

func (o odd) Points(x, _ *Node, _ []float64) (points, velocity *Node) { return o.of(x) }

// shifting is a path with one anchor that depends on the number of valid steps.
type shifting struct {
	PiecewiseLinear
	mask *Node
}

func (s shifting) Masked(mask *Node) Path {
	return shifting{PiecewiseLinear{func(x, _ *Node) []*Node {
		count := ReduceAndKeep(ConvertDType(mask, x.DType()), ReduceSum, 1)
		return []*Node{BroadcastToShape(InsertAxes(count, -1), x.Shape())}
	}}, mask}
}

// TestAMaskablePathGetsTheMask checks that a path receives the mask, and that its values at masked steps do not
// matter.
func TestAMaskablePathGetsTheMask(t *testing.T) {
	var p Path = shifting{}
	segments := []float64{}
	exec := must.Of(model.CallOnce(backendtest.Open(t), model.NewStore(), func(_ *model.Scope, x *Node) *Node {
		mask := GreaterThan(ReduceMax(x, -1), ScalarZero(x.Graph(), x.DType()))
		found := Config{Path: p}.masked(mask).segments(x, ZerosLike(x))
		points, _ := found[0].Path.Points(found[0].End, found[0].Start, []float64{1})
		return points
	}, [][][]float64{{{1, 1}, {1, 1}, {0, 0}}, {{1, 1}, {0, 0}, {0, 0}}})).In(t)
	must.Do(t, exec.ConstFlatData(func(flat any) { segments = append(segments, flat.([]float64)...) }))
	if want := []float64{2, 2, 2, 2, 0, 0, 1, 1, 0, 0, 0, 0}; !slices.Equal(segments, want) {
		t.Errorf("the anchor is %v, want %v", segments, want)
	}
}

// TestPathName checks that the straight path has no name, and that other paths have their own name or that of
// their type.
func TestPathName(t *testing.T) {
	for want, p := range map[string]Path{"": Straight{}, "attribution.shifting": shifting{}, "attribution.PiecewiseLinear": PiecewiseLinear{}} {
		if got := PathName(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := PathName(nil); got != "" {
		t.Errorf("no path is called %q", got)
	}
}
