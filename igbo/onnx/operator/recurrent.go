package operator

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
	"github.com/igbolab/igbolab/igbo/scan"
)

// recurrent lists the recurrent layers and the operation If.
var recurrent = map[string]operation{
	"RNN": func(c *call) []*Node {
		return c.series(1, []string{"Tanh"}, func(d *direction) scan.Cell { return d.rnn })
	},
	"GRU": func(c *call) []*Node {
		return c.series(3, []string{"Sigmoid", "Tanh"}, func(d *direction) scan.Cell { return d.gru })
	},
	"LSTM": func(c *call) []*Node {
		return c.series(4, []string{"Sigmoid", "Tanh", "Tanh"}, func(d *direction) scan.Cell { return d.lstm })
	},
	"If": branches,
}

// A direction is one pass of a recurrent layer over time, forward or backward.
type direction struct {
	hidden          int
	activations     []func(x *Node) *Node
	linear, coupled bool // linear_before_reset of a GRU, input_forget of an LSTM
	peepholes       bool
	weights         []*Node // W [G·H,I], R [G·H,H], both biases [G·H], peepholes [3·H]
}

// series runs a recurrent layer with the given number of gates over x [T,B,I], in one or both directions.
func (c *call) series(gates int, usual []string, cell func(d *direction) scan.Cell) []*Node {
	x := c.in(0)
	if c.flag("layout") {
		x = TransposeAllAxes(x, 1, 0, 2)
	}
	steps, batch := x.Shape().Dim(0), x.Shape().Dim(1)
	c.wholeSeries(steps)
	h := c.int("hidden_size")
	if h == 0 {
		h = c.in(2).Shape().Dim(2)
	}
	count := c.in(1).Shape().Dim(0)
	c.same("rows of weights", c.in(1).Shape().Dim(1), gates*h)
	var all, last, cells []*Node
	for k := range count {
		d := &direction{hidden: h, activations: c.activations(usual, k), linear: c.flag("linear_before_reset"), coupled: c.flag("input_forget"), peepholes: gates == 4 && c.has(7)}
		d.weights = []*Node{row(c.in(1), k), row(c.in(2), k), filled(x, 0, gates*h), filled(x, 0, gates*h)}
		if c.has(3) {
			both := row(c.in(3), k)
			d.weights[2], d.weights[3] = run{0, 1, gates * h}.of(both, 0), run{gates * h, 1, gates * h}.of(both, 0)
		}
		if d.peepholes {
			d.weights = append(d.weights, row(c.in(7), k))
		}
		start := []*Node{c.start(5, k, batch, h, x)}
		if gates == 4 {
			start = append(start, c.start(6, k, batch, h, x))
		}
		reverse := k == 1 || c.text("direction") == "reverse"
		ends, outs := scan.Scan(cell(d), start, []*Node{x}, scan.Options{Constants: d.weights, Reverse: reverse})
		all, last = append(all, outs[0]), append(last, ends[0])
		if gates == 4 {
			cells = append(cells, ends[1])
		}
	}
	y, axis := Stack(all, 1), 0 // [T,directions,B,H]
	if c.flag("layout") {
		y, axis = TransposeAllAxes(y, 2, 0, 1, 3), 1
	}
	out := []*Node{y, Stack(last, axis)}
	if gates == 4 {
		out = append(out, Stack(cells, axis))
	}
	return out
}

// wholeSeries rejects series of different lengths and clipped states.
func (c *call) wholeSeries(steps int) {
	if c.has(4) {
		for _, n := range c.ints(4, "the lengths of its series") {
			if n != steps {
				c.refuse("has sequence_lens that differ from the number of steps, which is unsupported; export the model without sequence_lens")
			}
		}
	}
	if c.float("clip") != 0 {
		c.refuse("clips its state, which is unsupported; export it without clip")
	}
}

// row returns element k of the first axis.
func row(x *Node, k int) *Node { return Reshape(run{k, 1, 1}.of(x, 0), dims(x)[1:]...) }

// start returns the initial state: an input of the operation, or zeros.
func (c *call) start(input, k, batch, h int, x *Node) *Node {
	if !c.has(input) {
		return filled(x, 0, batch, h)
	}
	if c.flag("layout") {
		return Reshape(run{k, 1, 1}.of(c.in(input), 1), batch, h)
	}
	return row(c.in(input), k)
}

// activations returns the activation functions of direction k.
func (c *call) activations(usual []string, k int) (list []func(x *Node) *Node) {
	names := usual
	if a := c.attribute("activations"); len(a.GetStrings()) > 0 {
		names = nil
		for i := range usual {
			at := k*len(usual) + i
			if at >= len(a.Strings) {
				c.refuse("has %d activations, want %d for each direction (the file is damaged)", len(a.Strings), len(usual))
			}
			names = append(names, string(a.Strings[at]))
		}
	}
	if len(c.floats("activation_alpha"))+len(c.floats("activation_beta")) > 0 {
		c.refuse("has parameters of its activations, which are unsupported; export it with Sigmoid, Tanh or Relu")
	}
	for _, name := range names {
		switch name {
		case "Sigmoid":
			list = append(list, Sigmoid)
		case "Tanh":
			list = append(list, func(x *Node) *Node { return Tanh(x) })
		case "Relu":
			list = append(list, func(x *Node) *Node { return Max(x, number(x, 0)) })
		case "Softsign":
			list = append(list, func(x *Node) *Node { return Div(x, OnePlus(Abs(x))) })
		case "Softplus":
			list = append(list, softplus)
		default:
			c.refuse("has the activation %q, want Sigmoid, Tanh, Relu, Softsign or Softplus", name)
		}
	}
	return list
}

// gates computes x·wᵀ + bias and splits the result by gate.
func (d *direction) gates(x, w, bias *Node) []*Node {
	y := Einsum("bi,gi->bg", x, w)
	return Split(Add(y, InsertAxes(bias, 0)), 1, w.Shape().Dim(0)/d.hidden)
}

func (d *direction) rnn(carry, in, w []*Node) (next, out []*Node) {
	h := d.activations[0](Add(d.gates(in[0], w[0], w[2])[0], d.gates(carry[0], w[1], w[3])[0]))
	return []*Node{h}, []*Node{h}
}

// gru computes one GRU step. Its gates are ordered z, r, h.
func (d *direction) gru(carry, in, w []*Node) (next, out []*Node) {
	before := carry[0]
	a, b := d.gates(in[0], w[0], w[2]), d.gates(before, w[1], w[3])
	z, r := d.activations[0](Add(a[0], b[0])), d.activations[0](Add(a[1], b[1]))
	inner := Mul(r, b[2])
	if !d.linear {
		last := run{2 * d.hidden, 1, d.hidden}
		inner = Add(Einsum("bi,gi->bg", Mul(r, before), last.of(w[1], 0)), InsertAxes(last.of(w[3], 0), 0))
	}
	h := Add(Mul(OneMinus(z), d.activations[1](Add(a[2], inner))), Mul(z, before))
	return []*Node{h}, []*Node{h}
}

// lstm computes one LSTM step. Its gates are ordered i, o, f, c, and its peepholes i, o, f.
func (d *direction) lstm(carry, in, w []*Node) (next, out []*Node) {
	before, state := carry[0], carry[1]
	a, b := d.gates(in[0], w[0], w[2]), d.gates(before, w[1], w[3])
	peep := func(k int, x *Node) *Node {
		sum := Add(a[k], b[k])
		if !d.peepholes {
			return sum
		}
		return Add(sum, Mul(InsertAxes(run{k * d.hidden, 1, d.hidden}.of(w[4], 0), 0), x))
	}
	i, f := d.activations[0](peep(0, state)), d.activations[0](peep(2, state))
	if d.coupled {
		f = OneMinus(i)
	}
	now := Add(Mul(f, state), Mul(i, d.activations[1](Add(a[3], b[3]))))
	o := d.activations[0](peep(1, now))
	h := Mul(o, d.activations[2](now))
	return []*Node{h, now}, []*Node{h}
}

// branches builds an If. If the condition is known at build time, it builds only that branch. Otherwise it
// builds both and selects by the condition at run time.
func branches(c *call) []*Node {
	then, otherwise := c.attribute("then_branch"), c.attribute("else_branch")
	if t := c.numbers(c.n.Input[0]); t != nil && t.Size() == 1 {
		if standard.Floats(t)[0] != 0 {
			return c.branch(then.GetG())
		}
		return c.branch(otherwise.GetG())
	}
	condition := Reshape(c.in(0))
	a, b := c.branch(then.GetG()), c.branch(otherwise.GetG())
	out := make([]*Node, len(c.n.Output))
	for i := range out {
		if i >= len(a) || i >= len(b) || !a[i].Shape().Equal(b[i].Shape()) {
			c.refuse("has branches with results of different shapes, want one shape (export the model with its condition fixed)")
		}
		out[i] = Where(condition, a[i], b[i])
	}
	return out
}

func reverseSequence(c *call) *Node {
	x, lengths := c.in(0), ConvertDType(c.in(1), dtypes.Int64)
	time, batch := c.int("time_axis"), c.int("batch_axis")
	d := dims(x)
	at := places(x.Graph(), time, d...)
	one := slices.Repeat([]int{1}, x.Rank())
	one[batch] = d[batch]
	n := BroadcastToDims(Reshape(lengths, one...), d...)
	return pick(x, choose(LessThan(at, n), Sub(Sub(n, number(n, 1)), at), at), time)
}
