package scan

import (
	"errors"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// descend builds a step of gradient descent on ½·mean (x·w − y)². It contains scalars, sums and a gradient.
func descend(x, y, w *Node) *Node {
	loss := MulScalar(ReduceAllMean(Square(Sub(Dot(x, w).Product(), y))), 0.5)
	return Sub(w, MulScalar(Gradient(loss, w)[0], 0.1))
}

func TestRepeatedStepsAreThoseTakenOneByOne(t *testing.T) {
	needLoops(t)
	const n = 7
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		x, y, w := in[0], in[1], in[2]
		single := w
		for range n {
			single = descend(x, y, single)
		}
		looped := Repeat(n, []*Node{x, y, w}, func(_ *Node, s []*Node) []*Node {
			return []*Node{s[0], s[1], descend(s[0], s[1], s[2])}
		})[2]
		again := Repeat(2, []*Node{x, y, w}, func(_ *Node, s []*Node) []*Node {
			return []*Node{s[0], s[1], descend(s[0], s[1], s[2])}
		})[2]
		return []*Node{looped, single, descend(x, y, again), descend(x, y, descend(x, y, descend(x, y, w)))}
	}, normal(1, 5, 3), normal(2, 5, 1), normal(3, 3, 1))
	backendtest.Near(t, "looped", out[0], out[1], 1e-15)
	backendtest.Near(t, "in the main function after loops", out[2], out[3], 1e-15)
}

func TestRepeatCountsItsSteps(t *testing.T) {
	needLoops(t)
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		return Repeat(5, in, func(i *Node, s []*Node) []*Node {
			return []*Node{Add(MulScalar(s[0], 10), ConvertDType(i, dtypes.Float64))}
		})
	}, normal(1)) // 10⁵·x + 1234
	x := normal(1).Value().(float64)
	backendtest.Near(t, "digits", out[0], []float64{1e5*x + 1234}, 1e-15)
}

// TestRepeatWhileCountsWhatItIsTold checks that the number of steps can be part of the state, and that a step can end the
// loop.
func TestRepeatWhileCountsWhatItIsTold(t *testing.T) {
	needLoops(t)
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		below := func(i *Node, s []*Node) *Node { return LessThan(i, ConvertDType(s[0], dtypes.Int32)) }
		count := func(_ *Node, s []*Node) []*Node { return []*Node{s[0], AddScalar(s[1], 1)} }
		stop := func(i *Node, s []*Node) []*Node {
			return []*Node{Where(Equal(i, Scalar(i.Graph(), dtypes.Int32, 2)), ZerosLike(s[0]), s[0]), AddScalar(s[1], 1)}
		}
		zero := ZerosLike(in[0])
		return []*Node{RepeatWhile(below, []*Node{in[0], zero}, count)[1], RepeatWhile(below, []*Node{in[0], zero}, stop)[1], RepeatWhile(below, []*Node{zero, zero}, count)[1]}
	}, tensors.FromScalar(5.0))
	for k, want := range []float64{5, 3, 0} {
		backendtest.Near(t, "steps", out[k], []float64{want}, 0)
	}
}

// TestBodiesHaveTheirOwnCaches checks that values cached in one function are created again in other functions.
func TestBodiesHaveTheirOwnCaches(t *testing.T) {
	needLoops(t)
	f := func(x *Node) *Node { // [4]
		best := ConvertDType(ArgMax(x, 0), x.DType())
		pooled := MaxPool(Reshape(x, 1, 4, 1)).Window(2).Strides(2).Done()
		slope := Gradient(ReduceAllSum(Square(pooled)), x)[0]
		top, _ := TopK(x, 2, 0)
		sum := Add(ReduceAllSum(top), ReduceAllMax(Square(x)))
		return Add(MulScalar(Add(x, Reverse(slope, 0)), 0.25), MulScalar(Add(best, sum), 0.125))
	}
	once := func(_ *Node, s []*Node) []*Node { return []*Node{f(s[0])} }
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		x := in[0]
		before := f(x)
		two := Repeat(2, []*Node{x}, once)[0]
		nested := Repeat(3, []*Node{x}, func(_ *Node, s []*Node) []*Node {
			inner := Repeat(2, []*Node{f(s[0])}, once)[0]
			return []*Node{f(f(inner))}
		})[0]
		after := x
		for range 15 {
			after = f(after)
		}
		return []*Node{two, f(before), nested, after}
	}, normal(4, 4))
	backendtest.Near(t, "two steps", out[0], out[1], 1e-15)
	backendtest.Near(t, "nested", out[2], out[3], 1e-14)
}

func TestStepsCaptureNothing(t *testing.T) {
	needLoops(t)
	for name, step := range map[string]func(outer *Node, s []*Node) []*Node{
		"operand":          func(outer *Node, s []*Node) []*Node { return []*Node{Add(s[0], outer)} },
		"returned":         func(outer *Node, _ []*Node) []*Node { return []*Node{outer} },
		"reduced":          func(outer *Node, s []*Node) []*Node { return []*Node{MulScalar(s[0], 2), ReduceAllSum(outer)}[:1] },
		"made from it all": func(outer *Node, s []*Node) []*Node { return []*Node{Add(s[0], Mul(outer, outer))} },
		"inner loop": func(outer *Node, s []*Node) []*Node {
			return Repeat(2, s, func(_ *Node, s []*Node) []*Node { return []*Node{Add(s[0], outer)} })
		},
		"gradient": func(outer *Node, s []*Node) []*Node { return Gradient(ReduceAllSum(Mul(s[0], outer)), s[0]) },
	} {
		var named string
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
			outer := Sin(in[1])
			named = outer.String()
			return Repeat(3, in[:1], func(_ *Node, s []*Node) []*Node { return step(outer, s) })
		}, normal(1, 3), normal(2, 3))
		var captured *CapturedError
		if !errors.As(err, &captured) || captured.Node != named {
			t.Errorf("%s: error %v, expected a CapturedError that names %s", name, err, named)
		}
	}
}

func TestConditionsCaptureNothing(t *testing.T) {
	needLoops(t)
	for name, more := range map[string]func(i, outer *Node) *Node{
		"operand":  func(i, outer *Node) *Node { return LessThan(ConvertDType(i, outer.DType()), outer) },
		"returned": func(_, outer *Node) *Node { return GreaterThan(outer, outer) },
	} {
		var named string
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
			outer := Sin(in[1])
			named = outer.String()
			return RepeatWhile(func(i *Node, _ []*Node) *Node { return more(i, outer) }, in[:1],
				func(_ *Node, s []*Node) []*Node { return []*Node{Sin(s[0])} })
		}, normal(1, 3), normal(2))
		var captured *CapturedError
		if !errors.As(err, &captured) || captured.Node != named {
			t.Errorf("%s: error %v, expected a CapturedError that names %s", name, err, named)
		}
	}
}

func TestStepsMakeNoParameters(t *testing.T) {
	needLoops(t)
	_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
		return Repeat(3, in, func(_ *Node, s []*Node) []*Node {
			return []*Node{Add(s[0], Parameter(s[0].Graph(), "variable", s[0].Shape()))}
		})
	}, normal(1, 3))
	var captured *CapturedError
	if !errors.As(err, &captured) || !captured.Made || !strings.Contains(captured.Node, "variable") {
		t.Errorf("error %v, expected a CapturedError that names the variable", err)
	}
}

// TestFailedStepsLeaveTheGraphAlone checks that the caches are restored after a step failed.
func TestFailedStepsLeaveTheGraphAlone(t *testing.T) {
	needLoops(t)
	broken := errors.New("broken")
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		scaled := MulScalar(in[0], 0.5)
		func() {
			defer func() {
				if recover() != broken {
					t.Error("the step's own panic is lost")
				}
			}()
			Repeat(2, in, func(_ *Node, s []*Node) []*Node { AddScalar(s[0], 0.5); panic(broken) })
		}()
		return []*Node{AddScalar(scaled, 0.5), AddScalar(MulScalar(in[0], 0.5), 0.5)}
	}, normal(1, 3))
	backendtest.Near(t, "after a failure", out[0], out[1], 0)
}

func TestRepeatRefuses(t *testing.T) {
	needLoops(t)
	for name, c := range map[string]struct {
		n    int
		step func(i *Node, s []*Node) []*Node
		want string
	}{
		"no step":  {0, func(_ *Node, s []*Node) []*Node { return s }, "at least 1"},
		"too many": {2, func(_ *Node, s []*Node) []*Node { return append(s, s[0]) }, "returned 2 values"},
		"shape":    {2, func(_ *Node, s []*Node) []*Node { return []*Node{ReduceAllSum(s[0])} }, "shape"},
		"nil":      {2, func(*Node, []*Node) []*Node { return []*Node{nil} }, "nil"},
	} {
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node { return Repeat(c.n, in, c.step) }, normal(1, 3))
		refusal.Check(t, err, c.want, name)
	}
}
