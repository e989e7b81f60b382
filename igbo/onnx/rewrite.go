package onnx

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/operator"
)

// rewriter writes operations of linear models as products with weights, which a training may change.
type rewriter struct {
	graph *protos.GraphProto
	dtype int32 // of the model's numbers
	nodes []*protos.NodeProto
	made  int
}

// rewriting writes an operation as others; its last one makes the operation's output.
type rewriting func(r *rewriter, n *protos.NodeProto) (output string, err error)

// rewritings are those of the linear models, whose coefficients become weights.
var rewritings = map[string]rewriting{"LinearRegressor": linearRegressor, "LinearClassifier": linearClassifier}

// rewrite puts the operations of others in the place of those that have a rewriting.
func rewrite(p *protos.ModelProto, dtype int32) error {
	r := &rewriter{graph: p.Graph, dtype: dtype}
	for _, n := range p.Graph.Node {
		f := rewritings[n.OpType]
		if f == nil {
			r.nodes = append(r.nodes, n)
			continue
		}
		if err := operator.Fill(n, p); err != nil {
			return err
		}
		at := len(r.nodes)
		output, err := f(r, n)
		if err != nil {
			return err
		}
		r.rename(r.nodes[at:], n, output)
	}
	p.Graph.Node = r.nodes
	if !slices.ContainsFunc(p.OpsetImport, func(o *protos.OperatorSetIdProto) bool { return o.Domain == "" || o.Domain == "ai.onnx" }) {
		p.OpsetImport = append(p.OpsetImport, &protos.OperatorSetIdProto{Version: oldestOpset})
	}
	return nil
}

// rename gives the operations in the place of another its name, and the last its output.
func (r *rewriter) rename(added []*protos.NodeProto, n *protos.NodeProto, output string) {
	wanted := resultOf(n)
	for _, a := range added {
		a.Name = n.Name
		for i, name := range a.Output {
			if name == output {
				a.Output[i] = wanted
			}
		}
		for i, name := range a.Input {
			if name == output {
				a.Input[i] = wanted
			}
		}
	}
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

// numbers is an attribute that is a list of numbers.
func numbers(n *protos.NodeProto, name string) []float64 {
	var values []float64
	for _, v := range attribute(n, name).GetFloats() {
		values = append(values, float64(v))
	}
	return values
}

func text(n *protos.NodeProto, name string) string { return string(attribute(n, name).GetS()) }

func whole(name string, v int64) *protos.AttributeProto {
	return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INT, I: v}
}
