package oracle

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// odd returns an oracle for waves with untrained weights far from zero.
func odd(t testing.TB, form Form, steps int) *Oracle {
	t.Helper()
	data := waves(30, steps, 4)
	c := small()
	c.Form = form
	o, _, err := prepare(backendtest.Open(t), c, data, newKernels(t, data, 20, 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, dims := range o.generator().shapes() {
		w := make([]float64, dims[0]*dims[1])
		for j := range w {
			w[j] = 0.4 * math.Sin(float64(3*j+5*i+1))
		}
		o.weights = append(o.weights, w)
	}
	o.digest = "odd"
	return o
}

// straightened returns an oracle whose network outputs zero.
func straightened(o *Oracle) *Oracle {
	zero := *o
	zero.weights = slices.Clone(o.weights)
	zero.weights[4], zero.weights[5] = make([]float64, len(o.weights[4])), make([]float64, len(o.weights[5]))
	return &zero
}

func mustPath(t testing.TB, o *Oracle, k int) attribution.Path {
	t.Helper()
	return must.Of(o.Path(k)).In(t)
}

// ends splits a node [2N,T,D] into inputs and baselines.
func ends(x *Node) (inputs, baselines *Node) {
	n := x.Shape().Dim(0) / 2
	return Slice(x, AxisRange(0, n)), Slice(x, AxisRange(n))
}

// TestEndsAreExact checks for both forms that segments start at the baseline, end at the input, and are
// connected, bit for bit.
func TestEndsAreExact(t *testing.T) {
	for _, form := range []Form{Bridge, Free} {
		p := mustPath(t, odd(t, form, 3), 5).(attribution.Segmented)
		off := run(t, func(_ *model.Scope, x *Node) *Node {
			inputs, baselines := ends(x)
			segments := p.Segments(inputs, baselines)
			if len(segments) != 6 {
				t.Errorf("%d segments, want 6", len(segments))
			}
			at, total := baselines, ScalarZero(x.Graph(), x.DType())
			for _, s := range segments {
				total, at = Add(total, ReduceAllSum(Abs(Sub(s.Start, at)))), s.End
			}
			return Add(total, ReduceAllSum(Abs(Sub(at, inputs))))
		}, waves(8, 3, 5).X, 8, 3, 2)
		if off[0] != 0 {
			t.Errorf("%s: the segments leave gaps of %g", form, off[0])
		}
	}
}

// TestZeroOutputIsTheStraightLine checks that zero outputs give the straight line in equal steps, for every K,
// in float64.
func TestZeroOutputIsTheStraightLine(t *testing.T) {
	o := straightened(odd(t, Bridge, 3))
	x := waves(4, 3, 6).X
	n := len(x) / 2
	for _, k := range []int{1, 2, 3, 7, 30} {
		for i, path := range must.Of(o.Anchors(x[:n], x[n:], k)).In(t) {
			for s, point := range path {
				for j, v := range point {
					a, from, to := float64(s)/float64(k+1), x[n+i*o.size()+j], x[i*o.size()+j]
					if want := from + a*(to-from); math.Abs(v-want) > 1e-12 {
						t.Fatalf("K = %d: point %d is %g, want %g", k, s, v, want)
					}
				}
			}
		}
	}
}

// mix returns a model without variables: a matrix product followed by f.
func mix(f func(x *Node) *Node) attribution.Model {
	return func(_ *model.Scope, x *Node) *Node {
		b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
		w := make([]float64, t*d*t)
		for i := range w {
			w[i] = math.Sin(float64(i + 1))
		}
		return f(Dot(Reshape(x, b, t*d), constant.Of(x, w, t*d, t)).Product())
	}
}

// settings returns an attribution.Config for a path and a baseline.
func settings(p attribution.Path, rule attribution.Rule, points int, baseline []float64) attribution.Config {
	c := attribution.DefaultConfig()
	c.Path, c.Quadrature, c.Points = p, rule, points
	c.Baselines = []attribution.Baseline{attribution.Constant("start", baseline)}
	return c
}

// TestLinearModelsAreExact checks that along any oracle path, a linear model has the attributions of the
// straight path to 1e-12 in float64, for every rule and M.
func TestLinearModelsAreExact(t *testing.T) {
	x, start := waves(4, 3, 7).X, waves(1, 3, 8).X
	linear := mix(func(y *Node) *Node { return y })
	tig := func(c attribution.Config) []float64 {
		return run(t, func(scope *model.Scope, x *Node) *Node { return attribution.TIG(scope, linear, x, c) }, x, 4, 3, 2)
	}
	for _, form := range []Form{Bridge, Free} {
		o := odd(t, form, 3)
		for _, rule := range attribution.Rules() {
			want := tig(settings(nil, rule, 12, start))
			for _, k := range []int{1, 4, 5} {
				got := tig(settings(mustPath(t, o, k), rule, 13, start))
				backendtest.Near(t, fmt.Sprintf("%s, %s, K = %d", form, rule, k), got, want, 1e-12)
			}
		}
	}
}

// TestCompletenessInM checks that the completeness gap along an oracle's path falls with M as the order of the
// rule predicts: by a factor of 2 per doubling for the left and right sums, and by 4 for midpoints and
// trapezoids. Gauss–Legendre reaches rounding errors early.
func TestCompletenessInM(t *testing.T) {
	o, x, start := odd(t, Bridge, 3), waves(4, 3, 9).X, waves(1, 3, 10).X
	f := mix(func(y *Node) *Node { return Sin(MulScalar(y, 0.5)) })
	gap := func(rule attribution.Rule, m int) float64 {
		gaps := run(t, func(scope *model.Scope, x *Node) *Node {
			return attribution.Gap(scope, f, x, settings(mustPath(t, o, 4), rule, m, start))
		}, x, 4, 3, 2)
		return slices.Max(gaps)
	}
	for rule, order := range map[attribution.Rule]float64{attribution.Left: 1, attribution.Right: 1, attribution.Midpoint: 2, attribution.Trapezoid: 2} {
		at, further := gap(rule, 5*64), gap(rule, 5*256)
		if rule == attribution.Trapezoid { // m points form m − 1 intervals
			at, further = gap(rule, 5*65), gap(rule, 5*257)
		}
		if found := math.Log2(at/further) / 2; math.Abs(found-order) > 0.1 {
			t.Errorf("%s: order %.2f (gaps %g and %g), want %g", rule, found, at, further, order)
		}
	}
	if g := gap(attribution.GaussLegendre, 5*12); g > 1e-9 {
		t.Errorf("Gauss–Legendre: a gap of %g", g)
	}
}

// TestTrainingAndUseAgree checks that the graph for a batch with mixed K gives each pair the anchors of its own
// K, followed by X.
func TestTrainingAndUseAgree(t *testing.T) {
	for _, form := range []Form{Bridge, Free} {
		o := odd(t, form, 2)
		x := waves(8, 2, 11).X
		n, most := len(x)/2, 5
		got := run(t, func(_ *model.Scope, rows *Node) *Node {
			g, w := o.generator(), o.frozen(rows)
			end, start := ends(Reshape(rows, 8, o.size()))
			return Stack(g.anchors(w, start, end, nil, g.ticks(w, constant.Of(rows, []float64{1, 2, 3, 5}, 4, 1), most)), 1)
		}, o.toOracle(x), 8, 2, 2)
		for i, k := range []int{1, 2, 3, 5} {
			paths := must.Of(o.lay(x[:n], x[n:], k)).In(t)
			for s := range most {
				want := paths[i][min(s, k)+1]
				backendtest.Near(t, fmt.Sprintf("%s, K = %d, anchor %d", form, k, s+1), got[(i*most+s)*o.size():(i*most+s+1)*o.size()], want, 1e-12)
			}
		}
	}
}

// TestBaselinesAndGroups checks that several baselines give the mean over the baselines, groups give sums over
// their columns, and chunks change nothing.
func TestBaselinesAndGroups(t *testing.T) {
	o, x := odd(t, Bridge, 3), waves(4, 3, 12).X
	f := mix(func(y *Node) *Node { return Tanh(y) })
	h := func(change func(c *attribution.Config)) []float64 {
		c := settings(mustPath(t, o, 3), attribution.Midpoint, 17, nil)
		change(&c)
		return run(t, func(scope *model.Scope, x *Node) *Node { return attribution.Cumulative(scope, f, x, c) }, x, 4, 3, 2)
	}
	list := []attribution.Baseline{attribution.Zero(), attribution.Constant("a", []float64{1, 2}), attribution.Constant("b", waves(1, 3, 13).X)}
	all := h(func(c *attribution.Config) { c.Baselines = list })
	mean := make([]float64, len(all))
	for _, b := range list {
		for i, v := range h(func(c *attribution.Config) { c.Baselines = []attribution.Baseline{b} }) {
			mean[i] += v / 3
		}
	}
	backendtest.Near(t, "three baselines", all, mean, 1e-12)
	backendtest.Near(t, "chunks", h(func(c *attribution.Config) { c.Baselines, c.Chunk = list, 4 }), all, 1e-12)
	backendtest.Near(t, "recomputed", h(func(c *attribution.Config) { c.Baselines, c.Chunk, c.Recompute = list, 4, true }), all, 1e-12)
	grouped, sums := h(func(c *attribution.Config) { c.Baselines, c.Groups = list, [][]int{{0, 1}} }), make([]float64, len(all)/2)
	for i := range sums {
		sums[i] = all[2*i] + all[2*i+1]
	}
	backendtest.Near(t, "a group of both columns", grouped, sums, 1e-12)
}

// TestPaddedSeries checks that values at masked steps, including NaN, do not affect H or its gradient with
// respect to the inputs, and that masked steps get no attribution.
func TestPaddedSeries(t *testing.T) {
	o, b := odd(t, Bridge, 3), backendtest.Open(t)
	f := func(scope *model.Scope, x, mask *Node) *Node {
		return mix(func(y *Node) *Node { return Tanh(y) })(scope, x)
	}
	mask := []bool{true, true, false, true, false, false, true, true, true, false, true, true}
	cfg := settings(mustPath(t, o, 3), attribution.Midpoint, 8, []float64{0.3, 2})
	scores := func(filling float64, gradient bool) []float64 {
		x := waves(4, 3, 14).X
		for i, valid := range mask {
			if !valid {
				x[2*i], x[2*i+1] = filling, filling
			}
		}
		out := must.Of(model.CallOnce(b, model.NewStore(), func(scope *model.Scope, x, mask *Node) *Node {
			h := attribution.MaskedCumulative(scope, f, x, mask, cfg)
			if gradient {
				return Gradient(ReduceAllSum(Square(h)), x)[0]
			}
			return h
		}, wide.Tensor(dtypes.Float64, x, 4, 3, 2), tensors.FromFlatDataAndDimensions(slices.Clone(mask), 4, 3))).In(t)
		return must.Of(wide.Floats(out)).In(t)
	}
	for _, gradient := range []bool{false, true} {
		want := scores(0, gradient)
		for i, valid := range mask {
			if !valid && (want[2*i] != 0 || want[2*i+1] != 0) {
				t.Errorf("gradient %t: masked step %d gets %v", gradient, i, want[2*i:2*i+2])
			}
		}
		for _, filling := range []float64{math.NaN(), math.Inf(1), 1e300} {
			if got := scores(filling, gradient); !slices.Equal(got, want) {
				t.Errorf("gradient %t: with %g at masked steps %v, want %v", gradient, filling, got, want)
			}
		}
	}
}

// TestTheOracleSeesTheMask checks that the network sees zeros in its own units at masked steps, as in training,
// whatever the model's units.
func TestTheOracleSeesTheMask(t *testing.T) {
	o := odd(t, Bridge, 2)
	x := waves(2, 2, 15).X
	copy(x[6:], []float64{0, 0}) // step 1 of series 1, the input's; zero in data units is not the mean
	mask := []bool{true, false}
	cfg := settings(mustPath(t, o, 2), attribution.Midpoint, 6, []float64{0.5, 1})
	seen := run(t, func(_ *model.Scope, x *Node) *Node {
		m := ConstTensor(x.Graph(), tensors.FromFlatDataAndDimensions(slices.Clone(mask), 1, 2))
		p := cfg.Path.(attribution.Maskable).Masked(m).(path)
		inputs, _ := ends(x)
		return p.enter(inputs, p.valid(inputs))
	}, x, 2, 2, 2)
	if want := o.toOracle(x[:2]); !slices.Equal(seen[2:], []float64{0, 0}) || math.Abs(seen[0]-want[0]) > 1e-12 || math.Abs(seen[1]-want[1]) > 1e-12 {
		t.Errorf("the network sees %v, want %v and zeros", seen, want)
	}
}
