package scan

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// body is the body of a loop while it is being built.
type body struct {
	graph      *Graph
	name       string
	first      NodeId // ID of its first node
	parameters []*Node
	rehearsal  bool // the step is built in the current function instead of a closure
}

// parameter adds a value to the loop's state.
func (b *body) parameter(shape shapes.Shape) *Node {
	p := b.make(fmt.Sprintf("%s_%d", b.name, len(b.parameters)), shape)
	b.parameters = append(b.parameters, p)
	return p
}

// like adds values with the shapes of the nodes.
func (b *body) like(nodes []*Node) []*Node {
	return xslices.Map(nodes, func(n *Node) *Node { return b.parameter(n.Shape()) })
}

func (b *body) make(name string, shape shapes.Shape) *Node {
	if b.rehearsal {
		return Zeros(b.graph, shape)
	}
	return Parameter(b.graph, name, shape)
}

// while builds a loop of n steps.
func while(g *Graph, n int, step func(b *body, i *Node) []*Node, start func(b *body) []*Node) (op *Node, state []*Node) {
	more := func(i *Node, _ []*Node) *Node { return LessThan(i, Scalar(g, dtypes.Int32, n)) }
	return whileMore(g, more, step, start)
}

// whileMore builds a loop that runs while more returns true. step adds the state's parameters to the body and returns
// their next values. start then builds the initial state in the current function. The step number i, which starts from 0,
// is passed to step and is not one of the parameters.
func whileMore(g *Graph, more func(i *Node, state []*Node) *Node, step func(b *body, i *Node) []*Node, start func(b *body) []*Node) (op *Node, state []*Node) {
	name, counter := g.UniqueName("scan_loop"), shapes.Make(dtypes.Int32)
	defer func() {
		if r := recover(); r != nil {
			panic(explain(g, r, more, step))
		}
	}()
	b := &body{graph: g, name: name}
	function := gomlx.NewClosure(g, func() []*Node {
		b.first = NodeId(len(g.Nodes()))
		i := Parameter(g, name+"_i", counter)
		next := step(b, i)
		b.checkShapes(next)
		b.check(next, i)
		return append([]*Node{AddScalar(i, 1)}, next...)
	})
	condition := gomlx.NewClosure(g, func() []*Node {
		c := &body{graph: g, name: name + "_c", first: NodeId(len(g.Nodes()))}
		i := Parameter(g, name+"_ci", counter)
		goes := []*Node{more(i, c.like(b.parameters))}
		c.check(goes, i)
		return goes
	})
	outputs := While(condition, function, append([]*Node{Scalar(g, dtypes.Int32, 0)}, start(b)...)...)
	return outputs[0].Inputs()[0], outputs[1:]
}

// checkShapes panics unless the step returned a value of the right shape for each parameter.
func (b *body) checkShapes(next []*Node) {
	if len(next) != len(b.parameters) {
		panic(fmt.Errorf("scan: a step returned %d values, want %d", len(next), len(b.parameters)))
	}
	for k, n := range next {
		if n == nil {
			panic(fmt.Errorf("scan: value %d of a step is nil, want a node", k))
		}
		if want := b.parameters[k].Shape(); !n.Shape().Equal(want) {
			panic(fmt.Errorf("scan: value %d of a step has shape %s, want %s", k, n.Shape(), want))
		}
	}
}

// check panics if a node of the body, or a returned node, depends on a node outside the body.
func (b *body) check(returned []*Node, i *Node) {
	f := b.graph.CurrentFunc()
	own := map[*Node]bool{i: true}
	for _, p := range b.parameters {
		own[p] = true
	}
	for _, n := range b.graph.Nodes()[b.first:] {
		for _, x := range n.Inputs() {
			if !f.IsAncestorOf(x.Function()) {
				panic(captured(x))
			}
		}
		if n.Type() == NodeTypeParameter && n.Function() == f && !own[n] {
			panic(made(n))
		}
	}
	for _, n := range returned {
		if n.Function() != f {
			panic(captured(n))
		}
	}
}
