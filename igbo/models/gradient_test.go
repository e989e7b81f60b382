package models

import (
	"fmt"
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// jacobianLoss returns a nonlinear function of h, computed with the given differentiation method.
func jacobianLoss(f maskedModel, method derivative.Method) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		var mask *Node
		if len(in) == 2 {
			mask = in[1]
		}
		h := derivative.Features(func(x *Node) *Node { return f(scope, x, mask) }, in[0], in[0], method)
		return nonlinear(h)
	}
}

// nonlinear computes Σ sin(i)·h_i + ½·mean(h²).
func nonlinear(h *Node) *Node {
	weights := Sin(Reshape(Iota(h.Graph(), shapes.Make(h.DType(), h.Shape().Size()), 0), h.Shape().Dimensions...))
	return Add(ReduceAllSum(Mul(weights, h)), MulScalar(ReduceAllMean(Square(h)), 0.5))
}

// reverseLoss is like jacobianLoss but computes one gradient per output step.
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

// parameterGradient returns the gradient of a loss with respect to all trainable variables, flattened in order.
func parameterGradient(t testing.TB, store *model.Store, loss func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) []float64 {
	t.Helper()
	return backendtest.Run(t, store, func(scope *model.Scope, in []*Node) *Node {
		return backendtest.Joined(scope.BuildTrainableVariablesGradientsGraph(loss(scope, in))...)
	}, in...)
}

// shift moves all trainable variables by step·direction.
func shift(t testing.TB, store *model.Store, direction []float64, step float64) {
	t.Helper()
	for v := range store.RootScope().IterVariables() {
		if !v.Trainable {
			continue
		}
		value := must.Of(v.Value()).In(t)
		flat := must.Of(tensors.CopyFlatData[float64](value)).In(t)
		for i := range flat {
			flat[i] += step * direction[i]
		}
		direction = direction[len(flat):]
		must.Do(t, v.SetValue(tensors.FromFlatDataAndDimensions(flat, v.Shape().Dimensions...)))
	}
	if len(direction) != 0 {
		t.Fatalf("%d numbers of the direction are left over", len(direction))
	}
}

// slope returns the derivative of a compiled loss along a direction of the variables, by fourth-order finite
// differences.
func slope(t testing.TB, store *model.Store, loss func(in ...*tensors.Tensor) []float64, direction []float64, in ...*tensors.Tensor) float64 {
	t.Helper()
	const h = 1e-3
	sum := 0.0
	for _, p := range []struct{ step, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
		shift(t, store, direction, p.step)
		sum += p.weight * loss(in...)[0]
		shift(t, store, direction, -p.step)
	}
	return sum / (12 * h)
}

// TestParameterGradientOfTheJacobianLoss compares the gradient of a loss on h with respect to all parameters
// with finite differences along random directions. h is computed in forward mode. The relative error must be at
// most 1e-6.
func TestParameterGradientOfTheJacobianLoss(t *testing.T) {
	for name, f := range sequenceModels() {
		for _, steps := range []int{1, 6} {
			t.Run(fmt.Sprintf("%s/T=%d", name, steps), func(t *testing.T) {
				if steps == 1 {
					backendtest.LongOnXLA(t, "six steps have all operations of one")
				}
				if name == "LSTM" || name == "Attention" {
					backendtest.LongOnXLA(t, "the GRU has the loop, the convolution the windows; these two compile twice as long")
				}
				x, store := drawSeries(4, 3, steps, 3).tensor(), backendtest.Store(t, 5)
				loss := jacobianLoss(f, derivative.Separate)
				gradient := parameterGradient(t, store, loss, x)
				backendtest.Near(t, "batched tangents", parameterGradient(t, store, jacobianLoss(f, derivative.Batched), x), gradient, 1e-11)
				backendtest.Near(t, "reverse over reverse", parameterGradient(t, store, reverseLoss(f), x), gradient, 1e-11)
				value := backendtest.Compiled(t, store, loss)
				for trial := range 3 {
					direction := drawSeries(uint64(trial), 1, 1, len(gradient)).flat
					got := 0.0
					for i := range gradient {
						got += gradient[i] * direction[i]
					}
					want := slope(t, store, value, direction, x)
					if relative := math.Abs(got-want) / math.Abs(want); !(relative <= 1e-6) {
						t.Errorf("direction %d: gradient %.12g, differences %.12g, relative error %.2g", trial, got, want, relative)
					}
				}
			})
		}
	}
}

// TestParameterGradientWithMask does the same for a padded batch.
func TestParameterGradientWithMask(t *testing.T) {
	for name, f := range sequenceModels() {
		t.Run(name, func(t *testing.T) {
			if name != "GRU" {
				backendtest.LongOnXLA(t, "the GRU has a mask in its loop, the others compile for half a minute more")
			}
			x, store := drawSeries(4, 2, 4, 2).tensor(), backendtest.Store(t, 5)
			mask := tensors.FromFlatDataAndDimensions([]bool{true, true, true, false, false, true, true, true}, 2, 4)
			loss := jacobianLoss(f, derivative.Separate)
			gradient := parameterGradient(t, store, loss, x, mask)
			direction := drawSeries(1, 1, 1, len(gradient)).flat
			got := 0.0
			for i := range gradient {
				got += gradient[i] * direction[i]
			}
			backendtest.Near(t, "slope", []float64{got}, []float64{slope(t, store, backendtest.Compiled(t, store, loss), direction, x, mask)}, 1e-6)
		})
	}
}

// work returns the sum of the node sizes of a graph, the number of numbers that it computes.
func work(t testing.TB, f maskedModel, loss func(f maskedModel) func(scope *model.Scope, in []*Node) *Node, steps int) (numbers float64) {
	t.Helper()
	g := NewGraph(backendtest.Open(t), t.Name())
	defer g.Finalize()
	scope := backendtest.Store(t, 1).RootScope()
	x := Parameter(g, "x", shapes.Make(dtypes.Float64, 2, steps, 3))
	scope.BuildTrainableVariablesGradientsGraph(loss(f)(scope, []*Node{x}))
	for _, n := range g.Nodes() {
		if n.NumOutputs() == 1 {
			numbers += float64(n.Shape().Size())
		}
	}
	return numbers
}

// TestWorkIsLinearInT checks that h for all steps and its gradient take time linear in T for recurrent models.
func TestWorkIsLinearInT(t *testing.T) {
	forwardLoss := func(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
		return jacobianLoss(f, derivative.Separate)
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
