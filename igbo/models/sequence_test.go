package models

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/forward"
)

type maskedModel func(scope *model.Scope, x, mask *Node) *Node

// sequenceModels are small versions of the four, with every part in use.
func sequenceModels() map[string]maskedModel {
	return map[string]maskedModel{
		"GRU":       MaskedGRU(GRUConfig{Hidden: 5}),
		"LSTM":      MaskedLSTM(LSTMConfig{Hidden: 4}),
		"Attention": MaskedAttention(AttentionConfig{Width: 8, Heads: 2, Layers: 2, Activation: "gelu"}),
		"Conv":      MaskedConv(ConvConfig{Channels: 4, Kernel: 2, Layers: 2, Activation: "tanh"}),
	}
}

var sharedBackend = sync.OnceValues(func() (compute.Backend, error) { return gobackend.New("ops_sequential") })

// series is a batch [B,T,D] of numbers.
type series struct {
	flat    []float64
	b, t, d int
}

func drawSeries(seed uint64, b, t, d int) series {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := series{make([]float64, b*t*d), b, t, d}
	for i := range x.flat {
		x.flat[i] = rng.NormFloat64()
	}
	return x
}

func (x series) tensor() *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(append([]float64(nil), x.flat...), x.b, x.t, x.d)
}

func (x series) row(b, t int) []float64 { return x.flat[(b*x.t+t)*x.d : (b*x.t+t+1)*x.d] }

func newStore(t testing.TB, seed int64) *model.Store {
	t.Helper()
	store := model.NewStore()
	if err := store.SetRNGStateFromSeed(seed); err != nil {
		t.Fatal(err)
	}
	return store
}

// call builds a graph over a store and returns its first output's numbers.
func call(t testing.TB, store *model.Store, f func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) []float64 {
	t.Helper()
	out, err := tryCall(store, f, in...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tryCall(store *model.Store, f func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) ([]float64, error) {
	b, err := sharedBackend()
	if err != nil {
		return nil, err
	}
	exec, err := model.NewExec(b, store, f)
	if err != nil {
		return nil, err
	}
	args := make([]any, len(in))
	for i, x := range in {
		args[i] = x
	}
	out, err := exec.Call(args...)
	if err != nil {
		return nil, err
	}
	return tensors.CopyFlatData[float64](out[0])
}

func plain(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		if len(in) == 2 {
			return f(scope, in[0], in[1])
		}
		return f(scope, in[0], nil)
	}
}

// near asks for a relative error below tol, against numbers of at least 1.
func near(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*math.Max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: element %d is %.15g, want %.15g", what, i, got[i], want[i])
		}
	}
}

// No output sees a later input; every output sees its own input and the one before.
func TestCausality(t *testing.T) {
	for name, f := range sequenceModels() {
		t.Run(name, func(t *testing.T) {
			x, store := drawSeries(1, 2, 7, 3), newStore(t, 1)
			before := call(t, store, plain(f), x.tensor())
			for changed := range x.t {
				moved := series{append([]float64(nil), x.flat...), x.b, x.t, x.d}
				for b := range x.b {
					moved.row(b, changed)[1] += 1
				}
				after := call(t, store, plain(f), moved.tensor())
				for i := range after {
					step := i % x.t
					if step < changed && after[i] != before[i] {
						t.Errorf("output %d changes with input %d", step, changed)
					}
					if (step == changed || step == changed+1) && math.Abs(after[i]-before[i]) < 1e-9 {
						t.Errorf("output %d does not depend on input %d", step, changed)
					}
				}
			}
		})
	}
}

// A padded batch gives the outputs of its unpadded series, whatever the padding holds.
func TestPaddingChangesNothing(t *testing.T) {
	lengths, width := []int{6, 3, 1}, 8
	for name, f := range sequenceModels() {
		for side, start := range map[string]func(length int) int{
			"after":  func(int) int { return 0 },
			"before": func(length int) int { return width - length },
		} {
			t.Run(name+"/padding "+side, func(t *testing.T) {
				store := newStore(t, 2)
				padded, mask := drawSeries(9, len(lengths), width, 2), make([]bool, len(lengths)*width)
				for i := range padded.flat {
					padded.flat[i] = math.NaN()
				}
				var want []float64
				for b, length := range lengths {
					x := drawSeries(uint64(b), 1, length, 2)
					y := call(t, store, plain(f), x.tensor())
					full := make([]float64, width)
					for i := range length {
						copy(padded.row(b, start(length)+i), x.row(0, i))
						mask[b*width+start(length)+i] = true
						full[start(length)+i] = y[i]
					}
					want = append(want, full...)
				}
				got := call(t, store, plain(f), padded.tensor(), tensors.FromFlatDataAndDimensions(mask, len(lengths), width))
				near(t, "outputs", got, want, 1e-12)
			})
		}
	}
}

// jacobianLoss is a nonlinear function of h = the derivative along x, feature by feature.
func jacobianLoss(f maskedModel, method forward.Method) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		var mask *Node
		if len(in) == 2 {
			mask = in[1]
		}
		h := forward.Features(func(x *Node) *Node { return f(scope, x, mask) }, in[0], in[0], method)
		return nonlinear(h)
	}
}

// nonlinear is Σ sin(i)·h_i + ½·mean(h²).
func nonlinear(h *Node) *Node {
	weights := Sin(Reshape(Iota(h.Graph(), reshaped(h), 0), h.Shape().Dimensions...))
	return Add(ReduceAllSum(Mul(weights, h)), MulScalar(ReduceAllMean(Square(h)), 0.5))
}

// reverseLoss is jacobianLoss with one gradient for each output step instead.
func reverseLoss(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		x := in[0]
		y := f(scope, x, nil)
		steps := make([]*Node, y.Shape().Dim(1))
		for t := range steps {
			g := Gradient(ReduceAllSum(Slice(y, AxisRange(), AxisElem(t))), x)[0]
			steps[t] = ReduceSum(Mul(g, x), 1)
		}
		return nonlinear(Stack(steps, 1))
	}
}

// parameterGradient is the gradient of a loss with respect to all trainable
// variables, flat, in their order.
func parameterGradient(t testing.TB, store *model.Store, loss func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) []float64 {
	t.Helper()
	return call(t, store, func(scope *model.Scope, in []*Node) *Node {
		var flat []*Node
		for _, g := range scope.BuildTrainableVariablesGradientsGraph(loss(scope, in)) {
			flat = append(flat, Reshape(g, g.Shape().Size()))
		}
		return Concatenate(flat, 0)
	}, in...)
}

// shift moves all trainable variables by step·direction.
func shift(t testing.TB, store *model.Store, direction []float64, step float64) {
	t.Helper()
	for v := range store.RootScope().IterVariables() {
		if !v.Trainable {
			continue
		}
		value, err := v.Value()
		if err != nil {
			t.Fatal(err)
		}
		flat, err := tensors.CopyFlatData[float64](value)
		if err != nil {
			t.Fatal(err)
		}
		for i := range flat {
			flat[i] += step * direction[i]
		}
		direction = direction[len(flat):]
		if err := v.SetValue(tensors.FromFlatDataAndDimensions(flat, v.Shape().Dimensions...)); err != nil {
			t.Fatal(err)
		}
	}
	if len(direction) != 0 {
		t.Fatalf("%d numbers of the direction are left over", len(direction))
	}
}

// slope is the derivative of a loss along a direction of the variables, by
// differences of order 4.
func slope(t testing.TB, store *model.Store, loss func(scope *model.Scope, in []*Node) *Node, direction []float64, in ...*tensors.Tensor) float64 {
	t.Helper()
	const h = 1e-3
	sum := 0.0
	for _, p := range []struct{ step, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
		shift(t, store, direction, p.step)
		sum += p.weight * call(t, store, loss, in...)[0]
		shift(t, store, direction, -p.step)
	}
	return sum / (12 * h)
}

// The gradient of a loss on h with respect to every parameter, h by forward
// mode, against finite differences along random directions; relative error ≤ 1e-6.
func TestParameterGradientOfTheJacobianLoss(t *testing.T) {
	for name, f := range sequenceModels() {
		for _, steps := range []int{1, 6} {
			t.Run(fmt.Sprintf("%s/T=%d", name, steps), func(t *testing.T) {
				x, store := drawSeries(4, 3, steps, 3).tensor(), newStore(t, 5)
				loss := jacobianLoss(f, forward.Separate)
				gradient := parameterGradient(t, store, loss, x)
				near(t, "batched tangents", parameterGradient(t, store, jacobianLoss(f, forward.Batched), x), gradient, 1e-11)
				near(t, "reverse over reverse", parameterGradient(t, store, reverseLoss(f), x), gradient, 1e-11)
				for trial := range 3 {
					direction := drawSeries(uint64(trial), 1, 1, len(gradient)).flat
					got := 0.0
					for i := range gradient {
						got += gradient[i] * direction[i]
					}
					want := slope(t, store, loss, direction, x)
					if relative := math.Abs(got-want) / math.Abs(want); !(relative <= 1e-6) {
						t.Errorf("direction %d: gradient %.12g, differences %.12g, relative error %.2g", trial, got, want, relative)
					}
				}
			})
		}
	}
}

// The same with a padded batch.
func TestParameterGradientWithMask(t *testing.T) {
	for name, f := range sequenceModels() {
		t.Run(name, func(t *testing.T) {
			x, store := drawSeries(4, 2, 4, 2).tensor(), newStore(t, 5)
			mask := tensors.FromFlatDataAndDimensions([]bool{true, true, true, false, false, true, true, true}, 2, 4)
			loss := jacobianLoss(f, forward.Separate)
			gradient := parameterGradient(t, store, loss, x, mask)
			direction := drawSeries(1, 1, 1, len(gradient)).flat
			got := 0.0
			for i := range gradient {
				got += gradient[i] * direction[i]
			}
			near(t, "slope", []float64{got}, []float64{slope(t, store, loss, direction, x, mask)}, 1e-6)
		})
	}
}

// work counts the numbers that a graph computes, the sum of its nodes' sizes.
func work(t testing.TB, f maskedModel, loss func(f maskedModel) func(scope *model.Scope, in []*Node) *Node, steps int) (numbers float64) {
	t.Helper()
	call(t, newStore(t, 1), func(scope *model.Scope, in []*Node) *Node {
		l := loss(f)(scope, in)
		sum := l
		for _, g := range scope.BuildTrainableVariablesGradientsGraph(l) {
			sum = Add(sum, ReduceAllSum(g))
		}
		for _, n := range l.Graph().Nodes() {
			if n.NumOutputs() == 1 {
				numbers += float64(n.Shape().Size())
			}
		}
		return sum
	}, drawSeries(1, 2, steps, 3).tensor())
	return numbers
}

// h for all steps and its gradient cost linear time in T for the recurrent models.
func TestWorkIsLinearInT(t *testing.T) {
	forwardLoss := func(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
		return jacobianLoss(f, forward.Separate)
	}
	inputGradient := func(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
		return func(scope *model.Scope, in []*Node) *Node {
			return ReduceAllSum(Square(Gradient(ReduceAllSum(f(scope, in[0], nil)), in[0])[0]))
		}
	}
	for _, name := range []string{"GRU", "LSTM"} {
		for what, loss := range map[string]func(f maskedModel) func(scope *model.Scope, in []*Node) *Node{
			"forward": forwardLoss, "gradient of the input gradient": inputGradient} {
			f := sequenceModels()[name]
			exponent := math.Log2(work(t, f, loss, 64) / work(t, f, loss, 32))
			if exponent > 1.1 {
				t.Errorf("%s, %s: exponent %.3f, expected at most 1.1", name, what, exponent)
			}
		}
	}
}

func TestBadSequenceInput(t *testing.T) {
	x := drawSeries(1, 2, 3, 2).tensor()
	bad := map[string]func(scope *model.Scope, in []*Node) *Node{
		"GRU of width 0":           plain(MaskedGRU(GRUConfig{})),
		"LSTM of width -1":         plain(MaskedLSTM(LSTMConfig{Hidden: -1})),
		"width 6 with 2 heads":     plain(MaskedAttention(AttentionConfig{Width: 6, Heads: 2, Layers: 1, Activation: "gelu"})),
		"attention with 0 layers":  plain(MaskedAttention(AttentionConfig{Width: 8, Heads: 2, Activation: "gelu"})),
		"channels, 0 taps":  plain(MaskedConv(ConvConfig{Channels: 1, Layers: 1, Activation: "tanh"})),
		"unknown activation \"w\"": plain(MaskedConv(ConvConfig{Channels: 1, Layers: 1, Kernel: 1, Activation: "w"})),
		"got a mask of shape": func(scope *model.Scope, in []*Node) *Node {
			return MaskedGRU(DefaultGRUConfig())(scope, in[0], ReduceSum(in[0], -1))
		},
		"expected [B,T,D]": func(scope *model.Scope, in []*Node) *Node {
			return LSTM(DefaultLSTMConfig())(scope, ReduceSum(in[0], 0))
		},
	}
	for want, f := range bad {
		_, err := tryCall(newStore(t, 1), f, x)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "models: ") {
			t.Errorf("error %v, expected one that contains %q", err, want)
		}
	}
}

// The defaults run, in float32 as well.
func TestDefaultsInFloat32(t *testing.T) {
	for name, f := range map[string]func(scope *model.Scope, x *Node) *Node{
		"GRU": GRU(DefaultGRUConfig()), "LSTM": LSTM(DefaultLSTMConfig()),
		"Attention": Attention(DefaultAttentionConfig()), "Conv": Conv(DefaultConvConfig()),
	} {
		out := call(t, newStore(t, 1), func(scope *model.Scope, in []*Node) *Node {
			x := ConvertDType(in[0], float32Type)
			h := forward.Features(func(x *Node) *Node { return f(scope, x) }, x, x, forward.Separate)
			return ConvertDType(ReduceAllSum(Square(h)), in[0].DType())
		}, drawSeries(3, 2, 5, 3).tensor())
		if !(out[0] > 0) || math.IsInf(out[0], 0) {
			t.Errorf("%s: Σh² = %g, expected a positive number", name, out[0])
		}
	}
}
