package operator

import (
	"fmt"
	"maps"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// A File is the graph of an ONNX file with all default attributes filled in.
type File struct {
	nodes   []*protos.NodeProto
	weights map[string]*protos.TensorProto
	opsets  map[string]int64
}

// New returns the graph of a model. It fills in missing attributes, also in the branches of If operations.
//
// It returns an [*standard.UnsupportedError] if an operation is unsupported, does not exist in the file's
// opset, or has attributes that do not exist there.
func New(p *protos.ModelProto) (*File, error) {
	f := &File{nodes: p.Graph.Node, weights: map[string]*protos.TensorProto{}, opsets: standard.Opsets(p)}
	for _, t := range p.Graph.Initializer {
		f.weights[t.Name] = t
	}
	return f, f.known(f.nodes)
}

func (f *File) known(nodes []*protos.NodeProto) error {
	for _, n := range nodes {
		if !Known(standard.Name(n)) {
			return standard.Refuse(n, standard.NotBuilt)
		}
		if err := standard.Fill(n, f.opsets); err != nil {
			return err
		}
		for _, a := range n.Attribute {
			if err := f.known(a.GetG().GetNode()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Build builds the named values in g. It takes the nodes of the inputs by name, and a function that returns the
// node of a weight.
//
// It panics with an [*standard.UnsupportedError] that names the first operation that cannot be built or would
// exceed the available memory. It panics with another error if the graph has more than [MostNodes] operations
// or if its values do not fit in memory together.
func (f *File) Build(g *Graph, inputs map[string]*Node, weight func(name string) *Node, names ...string) []*Node {
	b := &builder{graph: g, values: map[string]*value{}, left: memory.Available() / held, first: len(g.Nodes())}
	for name, x := range inputs {
		b.values[name] = &value{node: x}
	}
	for name, t := range f.weights {
		if b.values[name] == nil {
			b.values[name] = &value{weight: t, make: func() *Node { return weight(name) }}
		}
	}
	b.build(f.nodes, names)
	out := xslices.Map(names, b.node)
	if bytes := atOnce(g.Nodes()[b.first:], out); bytes > b.left {
		panic(fmt.Errorf("the model needs too much memory at once: %.3g GB (max %.3g GB, 1/30 of the available memory); use fewer samples, steps or points", bytes/1e9, b.left/1e9))
	}
	return out
}

// held is an upper bound on the number of copies of a value in memory: batch parts, tangents, gradients and
// copies made by the backend.
const held = 30

// MostNodes is the maximum number of operations in a graph. It limits how long building and differentiation
// take.
const MostNodes = 50_000

// atOnce returns the peak size in bytes of the values of a graph that is evaluated node by node.
func atOnce(nodes, kept []*Node) (most float64) {
	if len(nodes) == 0 {
		return 0
	}
	first, last := int(nodes[0].Id()), make([]int, len(nodes))
	for i, n := range nodes {
		last[i] = i
		for _, in := range n.Inputs() {
			if k := int(in.Id()) - first; k >= 0 {
				last[k] = i
			}
		}
	}
	for _, n := range kept {
		if k := int(n.Id()) - first; k >= 0 {
			last[k] = len(nodes) - 1
		}
	}
	now, ended := 0.0, make([]float64, len(nodes))
	for i, n := range nodes {
		bytes := bytesOf(n)
		now += bytes
		ended[last[i]] += bytes
		most = max(most, now)
		now -= ended[i]
	}
	return most
}

// bytesOf returns the size of a node's value. A node with several outputs counts as 0 because its outputs are
// nodes too.
func bytesOf(n *Node) float64 {
	if n.NumOutputs() != 1 {
		return 0
	}
	bytes := float64(n.DType().Size())
	for _, d := range n.Shape().Dimensions {
		bytes *= float64(d)
	}
	return bytes
}

// A builder builds the values of a graph or of one of its branches.
type builder struct {
	graph  *Graph
	values map[string]*value
	left   float64 // maximum size of one value in bytes
	first  int     // number of nodes that the graph had before
}

// A value is a named value of the file's graph.
type value struct {
	node    *Node               // nil until needed
	make    func() *Node        // builds the node of a weight
	weight  *protos.TensorProto // the initializer, if it is one
	from    *protos.NodeProto   // the operation that outputs it
	known   *tensors.Tensor     // its numbers, if known at build time
	unknown bool                // its numbers cannot be known at build time
}

// build builds the operations that the named values depend on, in order.
func (b *builder) build(nodes []*protos.NodeProto, names []string) {
	needed, wanted := map[string]bool{}, make([]bool, len(nodes))
	for _, name := range names {
		needed[name] = true
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		for _, out := range nodes[i].Output {
			wanted[i] = wanted[i] || out != "" && needed[out]
		}
		if !wanted[i] {
			continue
		}
		for _, in := range append(Inner(nodes[i]), nodes[i].Input...) {
			needed[in] = true
		}
	}
	for i, n := range nodes {
		if !wanted[i] {
			continue
		}
		b.operation(n)
		if len(b.graph.Nodes())-b.first > MostNodes {
			panic(standard.Refuse(n, "makes the graph too large (max %d nodes); export a smaller model or shorter series", MostNodes))
		}
	}
}

// Inner returns the names of the values that the branches of an operation use.
func Inner(n *protos.NodeProto) (names []string) {
	for _, a := range n.Attribute {
		for _, g := range append(a.Graphs, a.G) {
			for _, n := range g.GetNode() {
				names = append(append(names, n.Input...), Inner(n)...)
			}
			for _, out := range g.GetOutput() {
				names = append(names, out.Name)
			}
		}
	}
	return names
}

// operation builds one operation.
func (b *builder) operation(n *protos.NodeProto) {
	c := &call{builder: b, n: n, given: map[int]*tensors.Tensor{}}
	out := c.outputs()
	for i, name := range n.Output {
		switch {
		case name == "":
		case c.given[i] != nil:
			b.values[name] = &value{known: c.given[i]}
		case i < len(out) && out[i] != nil:
			c.fits(out[i].DType(), out[i].Shape().Dimensions...)
			b.values[name] = &value{node: out[i], from: n}
		default:
			panic(standard.Refuse(n, "has the unsupported output %d, %q; export the model without it", i, name))
		}
	}
}

// outputs builds the operation and converts any panic to an error that names it.
func (c *call) outputs() []*Node {
	defer func() {
		if r := recover(); r != nil {
			panic(explained(c.n, r))
		}
	}()
	return operations[standard.Name(c.n)](c)
}

// node returns the node of a value and builds it when first needed.
func (b *builder) node(name string) *Node {
	v := b.values[name]
	switch {
	case v == nil:
		panic(fmt.Errorf("operator: no operation produces %q", name))
	case v.node != nil:
	case v.make != nil:
		v.node = v.make()
	default:
		v.node = Const(b.graph, v.known)
	}
	return v.node
}

// branch builds a branch of an If. The branch can use the values of the surrounding graph.
func (c *call) branch(g *protos.GraphProto) []*Node {
	inner := &builder{graph: c.graph, values: maps.Clone(c.values), left: c.left, first: c.first}
	for _, t := range g.GetInitializer() {
		known, err := standard.Tensor(t)
		if err != nil {
			c.refuse("has an invalid value: %v", err)
		}
		inner.values[t.Name] = &value{known: known}
	}
	names := xslices.Map(g.GetOutput(), (*protos.ValueInfoProto).GetName)
	inner.build(g.GetNode(), names)
	return xslices.Map(names, inner.node)
}
