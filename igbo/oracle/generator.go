package oracle

import (
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// A generator is G(X′, X, K; θ_G) for flattened points of n numbers, in the oracle's units.
type generator struct {
	form             Form
	n, hidden, state int
}

// weights holds the parameters θ_G. The hidden layer of r_output and the layer of r_hidden have the same input
// z_i, so they are computed as one product of width hidden + state.
type weights struct {
	remaining *Node // [2,hidden+state], of rem/K and 1/(rem+1)
	target    *Node // [n,hidden+state], of X
	recurrent *Node // [n+state,hidden+state], of p_{i−1} and h_{i−1}
	bias      *Node // [1,hidden+state]
	output    *Node // [hidden,n]
	offset    *Node // [1,n]
}

// names lists the parameters in the order of weights, as in a file.
var names = []string{"remaining", "target", "recurrent", "bias", "output", "offset"}

// shapes returns the shapes of the parameters.
func (g generator) shapes() [][]int {
	width := g.hidden + g.state
	return [][]int{{2, width}, {g.n, width}, {g.n + g.state, width}, {1, width}, {g.hidden, g.n}, {1, g.n}}
}

// of builds weights from nodes in the order of names.
func (g generator) of(nodes []*Node) weights {
	return weights{nodes[0], nodes[1], nodes[2], nodes[3], nodes[4], nodes[5]}
}

// variables creates the trainable parameters. They are drawn uniformly from ±1/√inputs, except that the last
// layer is zero, so the bridge starts as the straight line.
func (g generator) variables(scope *model.Scope, x *Node) weights {
	bound := 1 / math.Sqrt(float64(2+2*g.n+g.state))
	first := scope.WithInitializer(initializer.RandomUniformFn(scope, -bound, bound))
	last := scope.WithInitializer(initializer.Zero)
	nodes := make([]*Node, len(names))
	for i, dims := range g.shapes() {
		from := first
		if i >= 4 {
			from = last
		}
		nodes[i] = from.VariableWithShape(names[i], shapes.Make(x.DType(), dims...)).NodeValue(x)
	}
	return g.of(nodes)
}

// A tick holds the inputs of step i that depend on the remaining steps, rem = K−i+1. The nodes have shape [1,·]
// if all pairs have the same K, else [B,·].
type tick struct {
	row    *Node // contribution of rem and the bias to the products of z_i
	share  *Node // [·,1], 1/(rem+1)
	size   *Node // [·,1], 2/(K+1)
	active *Node // [B,1]: whether i ≤ K; nil if always true
}

// anchors builds p_1, …, p_K between X′ and X, both [B,n]:
//
//	z_i = [rem/K, 1/(rem+1), X, p_{i−1}, h_{i−1}],   rem = K − i + 1,   p_0 = X′,   h_0 = 0
//	h_i = tanh(r_hidden(z_i))
//	p_i = p_{i−1} + (X − p_{i−1})/(rem+1) + 2/(K+1)·δ·r_output(z_i)   (bridge)
//	p_i = r_output(z_i)                                               (free)
//
// The scale δ = ‖X − X′‖/√n keeps paths between nearby points short. Points after step K stay at X. Where valid
// [B,n] is false, points keep their value, zero. A nil valid means that all are valid.
func (g generator) anchors(w weights, start, x, valid *Node, ticks []tick) []*Node {
	towards, far := Dot(x, w.target).Product(), g.distance(start, x)
	p, h := start, (*Node)(nil)
	points := make([]*Node, len(ticks))
	for i, t := range ticks {
		var u *Node
		u, h = g.units(w, Add(towards, t.row), p, h)
		out := Add(Dot(u, w.output).Product(), w.offset)
		if valid != nil {
			out = Where(valid, out, ZerosLike(out))
		}
		if g.form == Bridge {
			out = Add(Add(p, Mul(Sub(x, p), t.share)), Mul(out, Mul(far, t.size)))
		}
		if t.active != nil {
			out = Where(BroadcastToShape(t.active, out.Shape()), out, x)
		}
		points[i], p = out, out
	}
	return points
}

// distance builds δ [B,1]. For equal points, δ and its gradient are 0.
func (g generator) distance(start, x *Node) *Node {
	if g.form != Bridge {
		return nil
	}
	square := ReduceAndKeep(Square(Sub(x, start)), ReduceMean, -1)
	return root(square)
}

// root builds √v. At v = 0, the value and its gradient are 0.
func root(v *Node) *Node {
	some := GreaterThan(v, ZerosLike(v))
	return Where(some, Sqrt(Where(some, v, OnesLike(v))), ZerosLike(v))
}

// units builds the hidden layer [B,hidden] of r_output and the state [B,state] from p and h. A nil h means
// zeros. row is the contribution of the other inputs.
func (g generator) units(w weights, row, p, h *Node) (hidden, state *Node) {
	width, recurrent := g.hidden+g.state, w.recurrent
	if h == nil {
		recurrent = Slice(recurrent, AxisRange(0, g.n), AxisRange(0, width))
	} else {
		p = Concatenate([]*Node{p, h}, -1)
	}
	u := Tanh(Add(Dot(p, recurrent).Product(), row))
	return Slice(u, AxisRange(), AxisRange(0, g.hidden)), Slice(u, AxisRange(), AxisRange(g.hidden, width))
}

// ticks returns MaxAnchors ticks for a batch with K given by k [B,1]. A pair with fewer anchors uses only the
// first K.
func (g generator) ticks(w weights, k *Node, most int) []tick {
	list := make([]tick, most)
	size := Div(ScalarOne(k.Graph(), k.DType()), MulScalar(AddScalar(k, 1), 0.5))
	for i := range list {
		rem := MaxScalar(AddScalar(k, -float64(i)), 0) // K − i + 1 for i from 1
		share := Inverse(AddScalar(rem, 1))
		row := Dot(Concatenate([]*Node{Div(rem, k), share}, -1), w.remaining).Product()
		list[i] = tick{row: Add(row, w.bias), share: share, size: size}
		if i > 0 {
			list[i].active = GreaterThan(rem, ScalarZero(k.Graph(), k.DType()))
		}
	}
	return list
}
