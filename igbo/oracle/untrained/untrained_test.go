package untrained

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
)

// circle is an assessor for the unit circle: (‖p‖ − 1)²/0.02.
type circle struct{}

func (circle) Shape() (steps, features int)   { return 1, 2 }
func (circle) Threshold() (tau, s float64)    { return 0.2, 0.5 }
func (circle) MarshalBinary() ([]byte, error) { return nil, nil }
func (circle) Energy(p *Node) *Node {
	r := Sqrt(ReduceSum(Square(p), 1, 2))
	return DivScalar(Square(AddScalar(r, -1)), 0.02)
}

// onCircle returns the point at an angle.
func onCircle(angle float64) []float64 { return []float64{math.Cos(angle), math.Sin(angle)} }

// arcs returns pairs on the circle and the lengths of the arcs between them.
func arcs() (p Pairs, lengths []float64) {
	p = Pairs{Steps: 1, Features: 2}
	for i, angle := range []float64{0.4, 1.3, 2, 2.8} {
		p.Baseline = append(p.Baseline, onCircle(float64(i))...)
		p.X = append(p.X, onCircle(float64(i)+angle)...)
		lengths = append(lengths, angle)
	}
	return p, lengths
}

// anchorsOf evaluates a path in a graph. It returns the knots of each pair, including the ends.
func anchorsOf(t *testing.T, path attribution.PiecewiseLinear, p Pairs) [][][]float64 {
	t.Helper()
	knots := make([][][]float64, p.Len())
	flat := backendtest.Evaluate(t, func(in []*Node) []*Node {
		segments := path.Segments(in[0], in[1])
		all := []*Node{segments[0].Start}
		for _, s := range segments {
			all = append(all, s.End)
		}
		return []*Node{Stack(all, 1)}
	}, tensors.FromFlatDataAndDimensions(p.X, p.Len(), p.Steps, p.Features), tensors.FromFlatDataAndDimensions(p.Baseline, p.Len(), p.Steps, p.Features))[0]
	each := len(flat) / p.Len()
	for i := range knots {
		for at := i * each; at < (i+1)*each; at += p.width() {
			knots[i] = append(knots[i], flat[at:at+p.width()])
		}
	}
	return knots
}

// length returns the length of the polyline through knots.
func length(knots [][]float64) (sum float64) {
	for i := 1; i < len(knots); i++ {
		sum += floats.Distance(knots[i-1], knots[i], 2)
	}
	return sum
}

// checkEnds checks that the first and last knots equal the ends of the pair exactly.
func checkEnds(t *testing.T, p Pairs, knots [][][]float64) {
	t.Helper()
	for i := range knots {
		x, b := p.pair(i)
		if !floats.Equal(knots[i][0], b) || !floats.Equal(knots[i][len(knots[i])-1], x) {
			t.Errorf("pair %d: from %v to %v, want %v to %v", i, knots[i][0], knots[i][len(knots[i])-1], b, x)
		}
	}
}

// TestGeodesicApproachesTheArc checks shortest paths in the neighbour graph of a circle. With more points and
// anchors, they must approach the arc, and they must have the correct ends.
func TestGeodesicApproachesTheArc(t *testing.T) {
	p, arcs := arcs()
	worst := func(points, anchors int) (off, error float64) {
		var data []float64
		rng := rand.New(rand.NewPCG(1, 1))
		for range points {
			data = append(data, onCircle(2*math.Pi*rng.Float64())...)
		}
		path := must.Of(Geodesic(data, p, GeodesicConfig{Neighbours: 12, Anchors: anchors})).In(t)
		knots := anchorsOf(t, path, p)
		checkEnds(t, p, knots)
		for i, k := range knots {
			error = max(error, math.Abs(length(k)/arcs[i]-1))
			for _, at := range k {
				off = max(off, math.Abs(math.Hypot(at[0], at[1])-1))
			}
		}
		return off, error
	}
	coarseOff, coarse := worst(60, 5)
	fineOff, fine := worst(1000, 40)
	if fine > 1e-3 || fine > coarse/10 {
		t.Errorf("lengths are %.2g off the arcs with 60 points, %.2g with 1000", coarse, fine)
	}
	if fineOff > 1e-3 || fineOff > coarseOff {
		t.Errorf("anchors are %.2g off the circle with 60 points, %.2g with 1000", coarseOff, fineOff)
	}
}

// TestGeodesicBridges checks that unconnected components are joined by the shortest edge.
func TestGeodesicBridges(t *testing.T) {
	data := []float64{0, 0, 0, 1, 0, 2, 5, 2, 5, 1, 5, 0.5}
	p := Pairs{1, 2, []float64{5, 0.5}, []float64{0, 0}}
	path := must.Of(Geodesic(data, p, GeodesicConfig{Neighbours: 1, Anchors: 99})).In(t)
	// the components are {0,1,2} and {5,…}; (0,1)–(5,1) and (0,2)–(5,2) tie at 5, and the first wins
	if got := length(anchorsOf(t, path, p)[0]); math.Abs(got-6.5) > 0.05 {
		t.Errorf("length %.3f, want 6.5", got)
	}
}

// TestRelaxedLeavesTheHole checks that anchors move to the circle along an arc hardly longer than the true one,
// with the correct ends. Without the validity term they stay where they are.
func TestRelaxedLeavesTheHole(t *testing.T) {
	p, arcs := arcs()
	cfg := DefaultRelaxedConfig()
	path := must.Of(Relaxed(t.Context(), backendtest.Open(t), circle{}, p, cfg)).In(t)
	knots := anchorsOf(t, path, p)
	checkEnds(t, p, knots)
	for i, k := range knots {
		for _, at := range k {
			if off := math.Abs(math.Hypot(at[0], at[1]) - 1); off > 0.12 {
				t.Errorf("pair %d: an anchor is %.3f off the circle", i, off)
			}
		}
		if l := length(k); l > arcs[i]*1.02 || l < 2*math.Sin(arcs[i]/2)-1e-6 {
			t.Errorf("pair %d: length %.3f, arc %.3f", i, l, arcs[i])
		}
	}
	cfg.Weight = 0
	path = must.Of(Relaxed(t.Context(), backendtest.Open(t), circle{}, p, cfg)).In(t)
	for i, k := range anchorsOf(t, path, p) {
		if l := length(k); math.Abs(l-2*math.Sin(arcs[i]/2)) > 0.01 {
			t.Errorf("pair %d without validity: length %.4f, want the chord", i, l)
		}
	}
}

// TestRelaxedInOtherUnits checks pairs whose units differ from those of the assessor.
func TestRelaxedInOtherUnits(t *testing.T) {
	p, _ := arcs()
	cfg := DefaultRelaxedConfig()
	cfg.Steps = 60
	plain := must.Of(Relaxed(t.Context(), backendtest.Open(t), circle{}, p, cfg)).In(t)
	cfg.Shift, cfg.Scale = []float64{3, -1}, []float64{2, 0.5}
	moved := Pairs{1, 2, nil, nil}
	for i := range p.X {
		moved.X = append(moved.X, p.X[i]*cfg.Scale[i%2]+cfg.Shift[i%2])
		moved.Baseline = append(moved.Baseline, p.Baseline[i]*cfg.Scale[i%2]+cfg.Shift[i%2])
	}
	other := must.Of(Relaxed(t.Context(), backendtest.Open(t), circle{}, moved, cfg)).In(t)
	got, want := anchorsOf(t, other, moved), anchorsOf(t, plain, p)
	for i := range got {
		for s := range got[i] {
			for k, v := range want[i][s] {
				if d := math.Abs((got[i][s][k]-cfg.Shift[k])/cfg.Scale[k] - v); d > 1e-3 {
					t.Fatalf("pair %d, anchor %d: %g apart", i, s, d)
				}
			}
		}
	}
}

// TestCompleteness checks along every path that attributions sum to the change of the output, and that they
// equal w·(x − x′) for a linear model. The pairs are evaluated in another order than they were given.
func TestCompleteness(t *testing.T) {
	p, _ := arcs()
	var data []float64
	for i := range 100 {
		data = append(data, onCircle(2*math.Pi*float64(i)/100)...)
	}
	geodesic := must.Of(Geodesic(data, p, DefaultGeodesicConfig())).In(t)
	relaxed := must.Of(Relaxed(t.Context(), backendtest.Open(t), circle{}, p, DefaultRelaxedConfig())).In(t)
	smooth := func(_ *model.Scope, x *Node) *Node {
		return ReduceSum(Add(Sin(MulScalar(x, 2)), Square(ReduceAndKeep(x, ReduceSum, -1))), -1)
	}
	order := []int{2, 0, 3, 1}
	for name, path := range map[string]attribution.Path{"geodesic": geodesic, "relaxed": relaxed} {
		cfg := attribution.DefaultConfig()
		cfg.Path, cfg.Points, cfg.Baselines = path, 80, []attribution.Baseline{{Name: "pair", PerSample: func(x *Node) *Node {
			var b []float64
			for _, i := range order {
				b = append(b, p.Baseline[2*i:2*i+2]...)
			}
			return ConstTensor(x.Graph(), tensors.FromFlatDataAndDimensions(b, 4, 1, 2))
		}}}
		var x []float64
		for _, i := range order {
			x = append(x, p.X[2*i:2*i+2]...)
		}
		exec := must.Of(model.NewExec(backendtest.Open(t), backendtest.Store(t, 1), func(s *model.Scope, x *Node) []*Node {
			linear := func(_ *model.Scope, x *Node) *Node {
				return ReduceSum(Mul(x, Const(x.Graph(), [][][]float64{{{2, -3}}})), -1)
			}
			return []*Node{attribution.Gap(s, smooth, x, cfg), attribution.TIG(s, linear, x, cfg)}
		})).In(t)
		out := must.Of(exec.Call(tensors.FromFlatDataAndDimensions(x, 4, 1, 2))).In(t)
		for i, gap := range tensors.MustCopyFlatData[float64](out[0]) {
			if !(gap < 5e-4) {
				t.Errorf("%s: pair %d has a gap of %g", name, i, gap)
			}
		}
		tig := tensors.MustCopyFlatData[float64](out[1])
		for row, i := range order {
			to, from := p.pair(i)
			for k, w := range []float64{2, -3} {
				if want := w * (to[k] - from[k]); math.Abs(tig[row*2+k]-want) > 1e-12 {
					t.Errorf("%s: linear model, pair %d, feature %d: %g, want %g", name, i, k, tig[row*2+k], want)
				}
			}
		}
	}
}

// TestUnknownPairsGetNaN checks that a row without known anchors gets NaN.
func TestUnknownPairsGetNaN(t *testing.T) {
	p, _ := arcs()
	path := must.Of(Fixed(p, make([]float64, len(p.X)*3))).In(t)
	other := Pairs{1, 2, append([]float64{0.3, 0.3}, p.X[2:4]...), p.Baseline[:4]}
	knots := anchorsOf(t, path, other)
	if !math.IsNaN(knots[0][1][0]) || math.IsNaN(knots[1][1][0]) {
		t.Errorf("anchors %v of an unknown pair and %v of a known one", knots[0][1], knots[1][1])
	}
}

// TestGradientOfAModel compares the gradient with central differences of predictions.
func TestGradientOfAModel(t *testing.T) {
	x, y := datasets.Ring{}.Draw(80, 1)
	data := igbo.Data{Features: datasets.Ring{}.Features(), Steps: 1, X: x, Y: y}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Epochs, cfg.DType = models.MLPSpec(models.MLPConfig{Hidden: []int{8}, Activation: "tanh"}), 3, "float64"
	trained := must.Of(igbo.Train(t.Context(), backendtest.Open(t), cfg, data, nil)).In(t)
	at := x[:8]
	g := must.Of(GradientOf(trained.Model)(at)).In(t)
	moved := igbo.Data{Features: data.Features, Steps: 1} // for each input, the point with the input increased a little, then decreased
	for i := range at {
		for _, step := range []float64{1e-5, -1e-5} {
			row := append([]float64{}, at[i/4*4:i/4*4+4]...)
			row[i%4] += step
			moved.X, moved.Y = append(moved.X, row...), append(moved.Y, 0)
		}
	}
	values := must.Of(trained.Model.Predict(moved)).In(t)
	for i := range at {
		if want := (values[2*i] - values[2*i+1]) / 2e-5; math.Abs(g[i]-want) > 1e-7 {
			t.Errorf("input %d: gradient %g, by differences %g", i, g[i], want)
		}
	}
}

// TestCancelled checks that cancelling the context ends the work, and that an assessor with another shape is
// rejected.
func TestCancelled(t *testing.T) {
	p, _ := arcs()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Relaxed(ctx, backendtest.Open(t), circle{}, p, DefaultRelaxedConfig()); err != context.Canceled {
		t.Errorf("relaxed: error %v", err)
	}
	series := Pairs{2, 2, []float64{1, 2, 3, 4}, []float64{0, 0, 0, 0}}
	_, err := Relaxed(t.Context(), backendtest.Open(t), circle{}, series, DefaultRelaxedConfig())
	refusal.Check(t, err, "the assessor has T = 1")
}
