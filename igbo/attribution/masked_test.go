package attribution

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
)

// paddedBatch returns a batch of two series with 2 and 5 steps, padded to 5 steps, and each series without
// padding.
func paddedBatch(d int, padding float64) (batch *tensors.Tensor, series []*tensors.Tensor, mask [][]bool) {
	short, long := normal(6, 1, 2, d), normal(7, 1, 5, d)
	flat := tensors.MustCopyFlatData[float64](short)
	for range 3 * d {
		flat = append(flat, padding)
	}
	flat = append(flat, tensors.MustCopyFlatData[float64](long)...)
	mask = [][]bool{{true, true, false, false, false}, {true, true, true, true, true}}
	return tensors.FromFlatDataAndDimensions(flat, 2, 5, d), []*tensors.Tensor{short, long}, mask
}

// maskedModels returns models that output something at masked steps, and one that uses the mask.
func maskedModels() map[string]MaskedModel {
	plain := func(f Model) MaskedModel { return func(s *model.Scope, x, _ *Node) *Node { return f(s, x) } }
	loud := func(s *model.Scope, x, mask *Node) *Node {
		y := running(s, x)
		return Where(mask, y, AddScalar(MulScalar(y, 40), 7))
	}
	return map[string]MaskedModel{
		"running": plain(running), "loud where masked": loud,
		"gru": models.MaskedGRU(models.GRUConfig{Hidden: 3}),
	}
}

// maskedSettings returns the configurations to test.
func maskedSettings() map[string]func(*Config) {
	bases := []Baseline{Constant("mean", []float64{0.3, -0.2, 0.1}), {Name: "copy", PerSample: func(x *Node) *Node { return AddScalar(MulScalar(x, 0.5), 1) }}}
	return map[string]func(*Config){
		"reverse":          func(c *Config) { c.Mode = ReverseMode },
		"forward":          func(c *Config) { c.Mode = ForwardMode },
		"kinked, reverse":  func(c *Config) { c.Path, c.Mode, c.Baselines = kinked(2), ReverseMode, bases },
		"kinked, forward":  func(c *Config) { c.Path, c.Mode = kinked(2), ForwardMode },
		"recomputed":       func(c *Config) { c.Chunk, c.Recompute, c.Mode = 2, true, ForwardMode },
		"absolute, groups": func(c *Config) { c.Score, c.Groups = Absolute, [][]int{{0, 2}, {1}} },
	}
}

var paddings = []float64{0, 99, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}

// eachMasked tests a property for models and settings. A full sweep tests all combinations; otherwise each
// model gets a third of the settings, and each setting is used with a model.
func eachMasked(t *testing.T, property func(t *testing.T, f MaskedModel, cfg Config)) {
	all := maskedModels()
	const onXLA = "absolute, groups"
	for i, name := range slices.Sorted(maps.Keys(all)) {
		settings := sweep.Part(slices.Sorted(maps.Keys(maskedSettings())), 3, i) // the GRU, which is first, with onXLA
		for _, setting := range settings {
			f, cfg := all[name], DefaultConfig()
			cfg.Points = 3
			maskedSettings()[setting](&cfg)
			t.Run(name+"/"+setting, func(t *testing.T) {
				if name != "gru" || setting != onXLA {
					backendtest.LongOnXLA(t, "each of 18 crossings compiles 12 graphs")
				}
				property(t, f, cfg)
			})
		}
	}
}

// TestMaskedFunctionsGiveTheUnpaddedSeries checks that TIG, h, H and the gap of a padded batch equal those of
// the separate series, with zeros at masked steps. The contents of the padding and the model's outputs there
// must not matter.
func TestMaskedFunctionsGiveTheUnpaddedSeries(t *testing.T) {
	const d, most = 3, 5
	eachMasked(t, func(t *testing.T, f MaskedModel, cfg Config) {
		store := backendtest.Store(t, 1)
		_, series, mask := paddedBatch(d, 0)
		alone := func(s *model.Scope, x *Node) *Node {
			valid := make([]bool, x.Shape().Dim(1))
			for i := range valid {
				valid[i] = true
			}
			return WithMask(f, Const(x.Graph(), [][]bool{valid}))(s, x)
		}
		k := d
		if len(cfg.Groups) > 0 {
			k = len(cfg.Groups)
		}
		for what, c := range map[string]struct {
			masked func(*model.Scope, MaskedModel, *Node, *Node, Config) *Node
			plain  func(*model.Scope, Model, *Node, Config) *Node
			axes   []int // after the first: 0 for steps, else a size
		}{
			"TIG": {MaskedTIG, TIG, []int{0, 0, d}}, "h": {MaskedCumulative, Cumulative, []int{0, k}},
			"H": {MaskedScores, Scores, []int{k}}, "gap": {MaskedGap, Gap, []int{0}},
		} {
			plain := backendtest.Compiled(t, store, func(s *model.Scope, in []*Node) *Node { return c.plain(s, alone, in[0], cfg) })
			var want []float64
			for _, x := range series {
				want = append(want, spread(plain(x), c.axes, x.Shape().Dim(1), most)...)
			}
			masked := backendtest.Compiled(t, store, func(s *model.Scope, in []*Node) *Node { return c.masked(s, f, in[0], Const(in[0].Graph(), mask), cfg) })
			for _, padding := range paddings {
				batch, _, _ := paddedBatch(d, padding)
				backendtest.Near(t, fmt.Sprintf("%s with %g in the padding", what, padding), masked(batch), want, 1e-12)
			}
		}
	})
}

// spread copies the values of a series with the given steps into one with most steps, and fills the rest with
// zeros.
func spread(values []float64, axes []int, steps, most int) []float64 {
	if len(axes) == 0 {
		return values
	}
	size, space := axes[0], axes[0]
	if size == 0 {
		size, space = steps, most
	}
	var out []float64
	for i := range size {
		part := values[i*len(values)/size : (i+1)*len(values)/size]
		out = append(out, spread(part, axes[1:], steps, most)...)
	}
	return append(out, make([]float64, len(out)/size*(space-size))...)
}

// TestGradientsPassThePadding checks gradients of a function of H, h, TIG and the gap. They must not depend on
// the padding. The gradient with respect to parameters must be the sum over the separate series, and the
// gradient with respect to x must be zero in the padding.
func TestGradientsPassThePadding(t *testing.T) {
	const d = 3
	eachMasked(t, func(t *testing.T, f MaskedModel, cfg Config) {
		store := backendtest.Store(t, 1)
		_, series, mask := paddedBatch(d, 0)
		gradients := func(mask [][]bool) func(...*tensors.Tensor) []float64 {
			return backendtest.Compiled(t, store, func(s *model.Scope, in []*Node) *Node {
				x := in[0]
				m := Const(x.Graph(), mask)
				loss := ReduceAllSum(Square(AddScalar(MaskedScores(s, f, x, m, cfg), 0.3)))
				for _, n := range []*Node{MaskedCumulative(s, f, x, m, cfg), MaskedTIG(s, f, x, m, cfg), MaskedGap(s, f, x, m, cfg)} {
					loss = Add(loss, ReduceAllSum(Square(n)))
				}
				return backendtest.Joined(append(Gradient(loss, x), s.BuildTrainableVariablesGradientsGraph(loss)...)...)
			})
		}
		short, long := gradients([][]bool{{true, true}})(series[0]), gradients([][]bool{{true, true, true, true, true}})(series[1])
		want := append(append(short[:2*d:2*d], make([]float64, 3*d)...), long[:5*d]...)
		for i, g := range long[5*d:] {
			want = append(want, g+short[2*d+i])
		}
		padded := gradients(mask)
		for _, padding := range paddings {
			batch, _, _ := paddedBatch(d, padding)
			backendtest.Near(t, fmt.Sprintf("gradient with %g in the padding", padding), padded(batch), want, 1e-10)
		}
	})
}

// TestBadMask checks that errors describe what is wrong with a mask.
func TestBadMask(t *testing.T) {
	x := normal(1, 2, 3, 2)
	f := func(s *model.Scope, x, _ *Node) *Node { return running(s, x) }
	for want, mask := range map[string]any{
		"the mask has shape (Float64)[2, 3] for": [][]float64{{1, 1, 1}, {1, 1, 1}},
		"the mask has shape (Bool)[2, 2] for":    [][]bool{{true, true}, {true, true}},
		"the mask has shape (Bool)[3] for":       []bool{true, true, true},
		"the mask has shape (Bool)[1, 3] for":    [][]bool{{true, true, true}},
	} {
		for name, build := range map[string]func(*model.Scope, MaskedModel, *Node, *Node, Config) *Node{
			"TIG": MaskedTIG, "h": MaskedCumulative, "H": MaskedScores, "gap": MaskedGap,
			"score": func(_ *model.Scope, _ MaskedModel, x, mask *Node, cfg Config) *Node { return Score(x, mask, cfg) },
		} {
			_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node {
				return build(s, f, x, Const(x.Graph(), mask), DefaultConfig())
			}, x)
			refusal.Check(t, err, want, name)
		}
	}
}
