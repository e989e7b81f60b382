package onnx

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
)

// rewriter writes operations that no converter knows as others.
type rewriter struct {
	graph *protos.GraphProto
	dtype int32 // of the model's numbers
	nodes []*protos.NodeProto
	made  int
}

// rewriting writes an operation as others; its last one makes the operation's output.
type rewriting func(r *rewriter, n *protos.NodeProto) (output string, err error)

// rewrite puts the operations of others in the place of those that have a rewriting.
func rewrite(g *protos.GraphProto, dtype int32) error {
	r := &rewriter{graph: g, dtype: dtype}
	for _, n := range g.Node {
		for len(n.Input) > 0 && n.Input[len(n.Input)-1] == "" { // the same as leaving it out
			n.Input = n.Input[:len(n.Input)-1]
		}
		f := rewritings[n.OpType]
		if f == nil {
			r.nodes = append(r.nodes, n)
			continue
		}
		at := len(r.nodes)
		output, err := f(r, n)
		if err != nil {
			return err
		}
		wanted := resultOf(n)
		for _, added := range r.nodes[at:] {
			added.Name = n.Name
			for i, name := range added.Output {
				if name == output {
					added.Output[i] = wanted
				}
			}
			for i, name := range added.Input {
				if name == output {
					added.Input[i] = wanted
				}
			}
		}
	}
	g.Node = r.nodes
	return nil
}

// resultOf is the output of an operation that carries numbers: of a classifier the second.
func resultOf(n *protos.NodeProto) string {
	if n.OpType == "LinearClassifier" && len(n.Output) > 1 {
		return n.Output[1]
	}
	return n.Output[0]
}

// op adds an operation and returns the name of its output.
func (r *rewriter) op(name string, inputs ...string) string {
	return r.with(name, nil, inputs...)
}

func (r *rewriter) with(name string, attributes []*protos.AttributeProto, inputs ...string) string {
	out := r.fresh()
	r.nodes = append(r.nodes, &protos.NodeProto{OpType: name, Input: inputs, Output: []string{out}, Attribute: attributes})
	return out
}

func (r *rewriter) fresh() string {
	r.made++
	return fmt.Sprintf("igbo_%d", r.made)
}

// number is a scalar of the model's dtype. It is a constant and no weight.
func (r *rewriter) number(v float64) string { return r.constant([]float64{v}, nil) }

// constant adds a constant of the model's dtype.
func (r *rewriter) constant(values []float64, dims []int64) string {
	return r.with("Constant", []*protos.AttributeProto{{Name: "value", Type: protos.AttributeProto_TENSOR, T: r.tensor(values, dims)}})
}

// weights adds weights of the model's dtype, which a training may change.
func (r *rewriter) weights(values []float64, dims ...int64) string {
	t := r.tensor(values, dims)
	t.Name = r.fresh()
	r.graph.Initializer = append(r.graph.Initializer, t)
	return t.Name
}

func (r *rewriter) tensor(values []float64, dims []int64) *protos.TensorProto {
	t := &protos.TensorProto{DataType: r.dtype, Dims: dims}
	if r.dtype == int32(protos.TensorProto_DOUBLE) {
		t.DoubleData = slices.Clone(values)
		return t
	}
	for _, v := range values {
		t.FloatData = append(t.FloatData, float32(v))
	}
	return t
}

func attribute(n *protos.NodeProto, name string) *protos.AttributeProto {
	for _, a := range n.Attribute {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// float is an attribute that is a number.
func float(n *protos.NodeProto, name string, otherwise float64) float64 {
	if a := attribute(n, name); a != nil {
		return float64(a.F)
	}
	return otherwise
}

// numbers is an attribute that is a list of numbers.
func numbers(n *protos.NodeProto, name string) []float64 {
	var values []float64
	for _, v := range attribute(n, name).GetFloats() {
		values = append(values, float64(v))
	}
	return values
}

func text(n *protos.NodeProto, name, otherwise string) string {
	if a := attribute(n, name); a != nil {
		return string(a.S)
	}
	return otherwise
}

func whole(name string, v ...int64) *protos.AttributeProto {
	if len(v) == 1 && name != "axes" {
		return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INT, I: v[0]}
	}
	return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INTS, Ints: v}
}
