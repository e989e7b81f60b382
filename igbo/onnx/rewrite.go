package onnx

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// A rewriting replaces an operation by standard operations. It returns the name of the value that becomes the
// output.
type rewriting func(r *modelfile.Writer, n *protos.NodeProto) (output string, err error)

// rewritings lists the rewritten operations: linear models, whose coefficients become trainable weights.
var rewritings = map[string]rewriting{"LinearRegressor": linearRegressor, "LinearClassifier": linearClassifier}

// rewrite replaces every operation that has a rewriting.
func rewrite(p *protos.ModelProto, dtype int32) error {
	r := &modelfile.Writer{Graph: p.Graph, DType: dtype}
	for _, n := range p.Graph.Node {
		f := rewritings[n.OpType]
		if f == nil {
			r.Nodes = append(r.Nodes, n)
			continue
		}
		if err := standard.Fill(n, standard.Opsets(p)); err != nil {
			return err
		}
		at := len(r.Nodes)
		output, err := f(r, n)
		if err != nil {
			return err
		}
		rename(r.Nodes[at:], n, output)
	}
	p.Graph.Node = r.Nodes
	if !slices.ContainsFunc(p.OpsetImport, func(o *protos.OperatorSetIdProto) bool { return o.Domain == "" || o.Domain == "ai.onnx" }) {
		p.OpsetImport = append(p.OpsetImport, &protos.OperatorSetIdProto{Version: modelfile.OldestOpset})
	}
	return nil
}

// rename gives the operations in added the name of the node n that they replace, and gives the final value n's
// output name.
func rename(added []*protos.NodeProto, n *protos.NodeProto, output string) {
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

// resultOf returns the numeric output of an operation. For a classifier it is the second output; the first is
// the label.
func resultOf(n *protos.NodeProto) string {
	if n.OpType == "LinearClassifier" && len(n.Output) > 1 {
		return n.Output[1]
	}
	return n.Output[0]
}
