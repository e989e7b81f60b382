package derivative

import (
	"errors"
	"fmt"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/scan"
)

// gatedCell has two states [B,H], inputs x [B,D] and a mask [B], weights, and two outputs, one of which is a
// state.
func gatedCell(carry, inputs, c []*Node) (next, outputs []*Node) {
	a := Tanh(Add(Add(Dot(inputs[0], c[0]).Product(), Dot(carry[0], c[1]).Product()), c[2]))
	valid := BroadcastToDims(InsertAxes(inputs[1], -1), carry[0].Shape().Dimensions...)
	memory := Where(valid, Add(Mul(Sigmoid(MulScalar(a, 0.5)), carry[1]), a), carry[1])
	state := Where(valid, Mul(Sin(memory), a), carry[0])
	return []*Node{state, memory}, []*Node{ReduceSum(Mul(state, memory), -1), state}
}

// byHand implements scan.Scan as a Go loop.
func byHand(cell scan.Cell, start, inputs []*Node, o scan.Options) (last, outputs []*Node) {
	carry, steps := start, inputs[0].Shape().Dim(0)
	series := [2][]*Node{make([]*Node, steps), make([]*Node, steps)}
	for step := range steps {
		i := step
		if o.Reverse {
			i = steps - 1 - step
		}
		var x []*Node
		for _, in := range inputs {
			x = append(x, Squeeze(Slice(in, AxisElem(i)), 0))
		}
		var y []*Node
		carry, y = cell(carry, x, o.Constants)
		series[0][i], series[1][i] = y[0], y[1]
	}
	return carry, []*Node{Stack(series[0], 0), Stack(series[1], 0)}
}

// TestTangentsOfScans compares tangents and their gradients with those of a Go loop, for tangents of all
// inputs, two at once, and with some inputs constant.
func TestTangentsOfScans(t *testing.T) {
	const steps, batch, features, hidden = 3, 2, 3, 2
	rng, mask := generator(5), make([]bool, steps*batch)
	for i := range mask {
		mask[i] = i%3 != 1
	}
	var in []*tensors.Tensor
	shape := [][]int{{steps, batch, features}, {features, hidden}, {hidden, hidden}, {1, hidden}, {batch, hidden}, {batch, hidden}}
	for range 3 { // values, two tangents
		for _, dims := range shape {
			in = append(in, draw(rng.NormFloat64, dims...).float64())
		}
	}
	in = append(in, tensors.FromFlatDataAndDimensions(mask, steps, batch))
	n := len(shape)
	derive := func(loop func(scan.Cell, []*Node, []*Node, scan.Options) (last, outputs []*Node), reverse, batched bool, skip int) func(in []*Node) []*Node {
		return func(in []*Node) []*Node {
			x := in[:n]
			last, outputs := loop(gatedCell, x[4:6], []*Node{x[0], in[3*n]}, scan.Options{Constants: x[1:4], Reverse: reverse})
			ys := append(append([]*Node{}, last...), outputs...)
			first, second := append([]*Node{}, in[n:2*n]...), append([]*Node{}, in[2*n:3*n]...)
			if skip >= 0 {
				first[skip], second[skip] = nil, nil
			}
			var dots []*Node
			if batched {
				both := make([]*Node, n)
				for i := range both {
					if first[i] != nil {
						both[i] = Stack([]*Node{first[i], second[i]}, 0)
					}
				}
				dots = BatchedJVP(ys, x, both)
			} else {
				for j, d := range JVPs(ys, x, [][]*Node{first, second}) {
					for i := range d {
						if j == 0 {
							dots = append(dots, InsertAxes(d[i], 0))
						} else {
							dots[i] = Concatenate([]*Node{dots[i], InsertAxes(d[i], 0)}, 0)
						}
					}
				}
			}
			var total *Node
			for _, d := range dots {
				total = join(total, ReduceAllSum(Mul(Sin(IotaFull(d.Graph(), d.Shape())), Mul(d, d))), false)
			}
			return append(dots, CheckedGradient(total, x...)...)
		}
	}
	for _, c := range []struct {
		reverse bool
		skip    int
	}{{false, -1}, {false, 0}, {true, 4}} {
		want := backendtest.Evaluate(t, derive(byHand, c.reverse, false, c.skip), in...)
		for _, batched := range []bool{false, true} {
			got := backendtest.Evaluate(t, derive(scan.Scan, c.reverse, batched, c.skip), in...)
			for i := range got {
				near(t, fmt.Sprintf("%+v, batched %t, value %d", c, batched, i), got[i], want[i], 1e-12)
			}
		}
	}
}

// TestScansAreLookedInto checks that an unsupported operation inside the body of a scan is named.
func TestScansAreLookedInto(t *testing.T) {
	bits := func(carry, x, _ []*Node) (next, outputs []*Node) {
		n := ConvertDType(Bitcast(carry[0], dtypes.Int64), dtypes.Float64)
		return []*Node{Add(x[0], n)}, nil
	}
	for name, check := range map[string]func(outputs, inputs []*Node) error{
		"forward": CheckForward, "reverse": CheckReverse,
		"JVP": func(outputs, inputs []*Node) error { return caught(func() { JVP(outputs, inputs, inputs) }) },
	} {
		backendtest.Evaluate(t, func(in []*Node) []*Node {
			last, _ := scan.Scan(bits, in[1:], in[:1], scan.Options{})
			var named *UnsupportedError
			if err := check(last, in); !errors.As(err, &named) || named.Op != NodeTypeBitcast {
				t.Errorf("%s: error %v, expected an UnsupportedError that names Bitcast", name, err)
			}
			last, _ = scan.Scan(func(carry, x, _ []*Node) (next, outputs []*Node) {
				return []*Node{Mul(Sin(carry[0]), x[0])}, nil
			}, in[1:], in[:1], scan.Options{})
			if err := check(last, in); err != nil {
				t.Errorf("%s: error %v of a scan that is right", name, err)
			}
			return last
		}, draw(func() float64 { return 1 }, 3).float64(), draw(func() float64 { return 2 }).float64())
	}
}

// TestForeignLoopsStayRefused checks that a While that package scan did not build is rejected next to a scan,
// and so is the loop of scan.Repeat.
func TestForeignLoopsStayRefused(t *testing.T) {
	if !scan.Supported(backendtest.Open(t)) {
		t.Skip("this backend unrolls scans, so there is no loop to test")
	}
	foreign := func(x *Node) *Node {
		g := x.Graph()
		state := func() *Node { return Parameter(g, fmt.Sprint("s", len(g.Nodes())), shapes.Make(x.DType())) }
		cond := NewClosure(g, func(*Graph) []*Node { s := state(); return []*Node{LessThan(Square(s), s)} })
		body := NewClosure(g, func(*Graph) []*Node { return []*Node{Sin(state())} })
		return While(cond, body, x)[0]
	}
	repeated := func(x *Node) *Node {
		return scan.Repeat(2, []*Node{x}, func(_ *Node, s []*Node) []*Node { return []*Node{Sin(s[0])} })[0]
	}
	for name, loop := range map[string]func(x *Node) *Node{"While": foreign, "Repeat": repeated} {
		backendtest.Evaluate(t, func(in []*Node) []*Node {
			last, _ := scan.Scan(func(carry, x, _ []*Node) (next, outputs []*Node) {
				return []*Node{Mul(Sin(carry[0]), x[0])}, nil
			}, in[1:], in[:1], scan.Options{})
			y := Add(loop(last[0]), last[0])
			for mode, try := range map[string]func() error{
				"forward": func() error { return CheckForward([]*Node{y}, in) }, "reverse": func() error { return CheckReverse([]*Node{y}, in) },
				"JVP":      func() error { return caught(func() { JVP([]*Node{y}, in, in) }) },
				"Gradient": func() error { return caught(func() { Gradient(y, in...) }) },
			} {
				var named *UnsupportedError
				if err := try(); !errors.As(err, &named) || named.Op != NodeTypeWhile {
					t.Errorf("%s, %s: error %v, expected an UnsupportedError that names While", name, mode, err)
				}
			}
			return last
		}, draw(func() float64 { return 1 }, 3).float64(), draw(func() float64 { return 2 }).float64())
	}
}

// caught returns the error that a function panics with.
func caught(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	f()
	return nil
}
