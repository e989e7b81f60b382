package derivative

import (
	"errors"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/layers/activation"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func vector(v ...float64) *tensors.Tensor { return tensors.FromValue(v) }

// TestConventionsAtKinks checks that forward mode agrees with reverse mode at kinks.
func TestConventionsAtKinks(t *testing.T) {
	x := vector(0, 0, -1, 2)
	cases := map[string]func(x *Node) *Node{
		"Relu":      activation.Relu,
		"Abs":       Abs,
		"Max":       func(x *Node) *Node { return Max(x, MulScalar(x, 2)) },
		"Min":       func(x *Node) *Node { return Min(x, MulScalar(x, 2)) },
		"ReduceMax": func(x *Node) *Node { return ReduceMax(Neg(Square(x)), 0) },
		"ReduceMin": func(x *Node) *Node { return ReduceMin(Exp(Square(x)), 0) },
	}
	for name, f := range cases {
		out := backendtest.Evaluate(t, func(in []*Node) []*Node {
			y := f(in[0])
			var dots []*Node
			for k := range 4 {
				basis := OneHot(Scalar(in[0].Graph(), 3, k), 4, in[0].DType())
				dots = append(dots, ReduceAllSum(JVP([]*Node{y}, in, []*Node{basis})[0]))
			}
			return []*Node{Stack(dots, 0), Gradient(ReduceAllSum(y), in[0])[0]}
		}, x)
		near(t, name, out[0], out[1], 1e-15)
	}
	relu := backendtest.Evaluate(t, func(in []*Node) []*Node {
		return JVP([]*Node{activation.Relu(in[0]), Abs(in[0])}, in, []*Node{OnesLike(in[0])})
	}, x)
	near(t, "Relu′(0) = 1", relu[0], []float64{1, 1, 0, 1}, 0)
	near(t, "Abs′(0) = +1", relu[1], []float64{1, 1, -1, 1}, 0)
}

// TestZeroTangentsArePruned checks that no work is added for nodes that do not depend on an input or that no
// output needs.
func TestZeroTangentsArePruned(t *testing.T) {
	backendtest.Evaluate(t, func(in []*Node) []*Node {
		x, w := in[0], in[1]
		for range 50 { // a long chain that depends only on parameters
			w = Tanh(Exp(Neg(w)))
		}
		y := Mul(x, w)
		unused := Sin(Mul(y, y))
		before := len(x.Graph().Nodes())
		dots := JVP([]*Node{y}, []*Node{x}, []*Node{OnesLike(x)})
		// one Mul, and the ones (a constant and its broadcast)
		if added := len(x.Graph().Nodes()) - before; added > 3 {
			t.Errorf("%d nodes added, expected at most 3", added)
		}
		return []*Node{dots[0], unused}
	}, vector(1, 2), vector(3, 4))
}

func TestOutputsThatDoNotDependAreZero(t *testing.T) {
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		x, w := in[0], in[1]
		return JVP([]*Node{w, StopGradient(x), x}, []*Node{x}, []*Node{MulScalar(x, 3)})
	}, vector(1, 2), vector(3, 4))
	near(t, "another parameter", out[0], []float64{0, 0}, 0)
	near(t, "behind StopGradient", out[1], []float64{0, 0}, 0)
	near(t, "the input itself", out[2], []float64{3, 6}, 0)
}

// TestRefusedOperationIsNamed checks that both modes and GoMLX's own Gradient name the operations that they
// reject.
func TestRefusedOperationIsNamed(t *testing.T) {
	bits := func(x *Node) *Node { return Bitcast(Bitcast(x, dtypes.Int64), dtypes.Float64) }
	sorts := func(x *Node) *Node {
		outs := SortFunc(compare(x, 2, LessThan), 0, true, x, Sin(x))
		return Mul(outs[0], outs[1])
	}
	for op, f := range map[NodeType]func(x *Node) *Node{NodeTypeBitcast: bits, NodeTypeSort: sorts} {
		for mode, derivative := range map[string]func(y, x *Node) *Node{
			"forward": func(y, x *Node) *Node { return JVP([]*Node{y}, []*Node{x}, []*Node{x})[0] },
			"reverse": func(y, x *Node) *Node { return CheckedGradient(ReduceAllSum(y), x)[0] },
			"GoMLX":   func(y, x *Node) *Node { return Gradient(ReduceAllSum(y), x)[0] },
		} {
			_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node { return []*Node{derivative(f(in[0]), in[0])} }, vector(1, 2))
			var unsupported *UnsupportedError
			if !errors.As(err, &unsupported) || unsupported.Op != op || !strings.Contains(err.Error(), OpName(op)+" has no correct derivative") {
				t.Errorf("%s: error %v, expected an UnsupportedError that names %s", mode, err, OpName(op))
			}
		}
	}
}

// TestControlFlowIsNamed checks that a branch that may capture values is rejected instead of treating them as
// constants.
func TestControlFlowIsNamed(t *testing.T) {
	if !backendtest.Embedded() {
		t.Skip("a branch on XLA takes no value that it does not list: the graph cannot be built")
	}
	choose := func(x *Node, captured func() *Node) *Node {
		branch := func() *Function {
			return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{Neg(captured())} })
		}
		return If(Const(x.Graph(), true), branch(), branch())[0]
	}
	must.Of(backendtest.TryEvaluate(t, func(in []*Node) []*Node {
		x := in[0]
		hidden := choose(x, func() *Node { return x })
		whole := choose(x, func() *Node { return Iota(x.Graph(), shapes.Make(dtypes.Int32, 2), 0) })
		for name, c := range map[string]struct {
			y       *Node
			refused bool
		}{
			"captured":                 {Add(x, hidden), true},
			"behind StopGradient":      {Add(x, StopGradient(hidden)), false},
			"integers":                 {Add(x, ConvertDType(whole, x.DType())), false},
			"not needed by the output": {x, false},
		} {
			for mode, err := range map[string]error{"forward": CheckForward([]*Node{c.y}, in), "reverse": CheckReverse([]*Node{c.y}, in)} {
				var unsupported *UnsupportedError
				if named := errors.As(err, &unsupported) && unsupported.Op == NodeTypeIf; named != c.refused {
					t.Errorf("%s, %s: error %v, expected one that names If: %t", name, mode, err, c.refused)
				}
			}
		}
		return in
	}, vector(1, 2))).In(t)
}

// TestInputsAreIndependent checks that an input that depends on another one is held fixed when the other one
// changes.
func TestInputsAreIndependent(t *testing.T) {
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		a, b := in[0], MulScalar(in[0], 5)
		y := []*Node{Mul(a, b)}
		return append(JVP(y, []*Node{a, b}, []*Node{OnesLike(a), nil}), JVP(y, []*Node{a}, []*Node{OnesLike(a)})...)
	}, vector(1, 2))
	near(t, "both inputs", out[0], []float64{5, 10}, 1e-15)
	near(t, "one input", out[1], []float64{10, 20}, 1e-15)
}

func TestBadArgumentsAreErrors(t *testing.T) {
	for want, build := range map[string]func(x *Node) []*Node{
		"tangents for 1 inputs": func(x *Node) []*Node { return JVP([]*Node{x}, []*Node{x}, nil) },
		"has shape":             func(x *Node) []*Node { return JVP([]*Node{x}, []*Node{x}, []*Node{ReduceAllSum(x)}) },
		"at least one output":   func(x *Node) []*Node { return JVP(nil, []*Node{x}, []*Node{x}) },
		"leading axis":          func(x *Node) []*Node { return BatchedJVP([]*Node{x}, []*Node{x}, []*Node{nil}) },
		"unknown method \"both\"": func(x *Node) []*Node {
			return []*Node{FeaturesOf(Reshape(x, 1, 2), Reshape(x, 1, 2, 1), Reshape(x, 1, 2, 1), "both")}
		},
		"[B,T′]": func(x *Node) []*Node { return []*Node{FeaturesOf(x, x, x, Separate)} },
	} {
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node { return build(in[0]) }, vector(1, 2))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "derivative: ") {
			t.Errorf("error %v, expected one that contains %q", err, want)
		}
	}
}

func TestFeaturesEqualReverseMode(t *testing.T) {
	rng := generator(4)
	x, v, w := draw(rng.NormFloat64, 2, 3, 4), draw(rng.NormFloat64, 2, 3, 4), draw(rng.NormFloat64, 4, 5)
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		f := func(x *Node) *Node { // mixes time steps and features, [2,3,4] → [2,3]
			hidden := Tanh(Einsum("btd,dh->bth", x, in[2]))
			return Mul(ReduceSum(hidden, 2), ReduceAndKeep(ReduceSum(hidden, 2), ReduceSum, 1))
		}
		y := f(in[0])
		var steps []*Node
		for step := range 3 {
			g := Gradient(ReduceAllSum(Slice(y, AxisRange(), AxisElem(step))), in[0])[0]
			steps = append(steps, ReduceSum(Mul(g, in[1]), 1))
		}
		return []*Node{Stack(steps, 1), Features(f, in[0], in[1], Separate), Features(f, in[0], in[1], Batched), Features(f, in[0], in[1], Auto)}
	}, x.float64(), v.float64(), w.float64())
	near(t, "separate", out[1], out[0], 1e-13)
	near(t, "batched", out[2], out[0], 1e-13)
	near(t, "auto", out[3], out[0], 1e-13)
}

// TestGradientOfGradientOfSlice checks that the VJP of Pad allows reverse mode to be applied twice to a Slice.
func TestGradientOfGradientOfSlice(t *testing.T) {
	x := draw(generator(8).NormFloat64, 6)
	inner := func(in []*Node) *Node {
		part := Slice(in[0], AxisRange(1, 6).Stride(2))
		g := Gradient(ReduceAllSum(Exp(part)), in[0])[0]
		return ReduceAllSum(Mul(g, Sin(in[0])))
	}
	u := draw(generator(9).NormFloat64, 6)
	got := dot(backendtest.Evaluate(t, func(in []*Node) []*Node { return Gradient(inner(in), in...) }, x.float64())[0], u.flat)
	want := finiteDifference(t, func(in []*Node) []*Node { return []*Node{inner(in)} }, []drawn{x}, []drawn{u})
	near(t, "second gradient", []float64{got}, want, 1e-8)
}
