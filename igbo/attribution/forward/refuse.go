package forward

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
	"github.com/igbolab/igbolab/igbo/attribution/vjp"
	"github.com/igbolab/igbolab/igbo/scan"
)

// UnsupportedError reports an operation whose derivative is missing or would be
// wrong, in the mode asked for.
type UnsupportedError struct {
	Op     graph.NodeType // the operation
	Node   string         // the node, as GoMLX prints it
	Reason string         // why, and what to do instead
}

// Error names the operation, and says what to do instead.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("forward: operation %s has no right derivative: %s (%s)", OpName(e.Op), e.Reason, e.Node)
}

// OpName is the name of an operation, also of those that GoMLX prints as numbers.
func OpName(t graph.NodeType) string {
	switch t {
	case graph.NodeTypeCall:
		return "Call"
	case graph.NodeTypeSort:
		return "Sort"
	case graph.NodeTypeWhile:
		return "While"
	case graph.NodeTypeIf:
		return "If"
	}
	return t.String()
}

func unsupported(n *graph.Node, reason string) *UnsupportedError {
	n = operation(n)
	return &UnsupportedError{Op: n.Type(), Node: describe(n), Reason: reason}
}

// describe prints a node. GoMLX cannot print one with an axis of unknown size.
func describe(n *graph.Node) string {
	if n.NumOutputs() == 1 && slices.Contains(n.Shape().Dimensions, shapes.DynamicDim) {
		return fmt.Sprintf("Node #%d", n.Id())
	}
	return n.String()
}

// noRule is the reason where nothing better is known.
const noRule = "there is no rule for it; write it with operations that `igbo ops` lists as right, or behind StopGradient"

// refusals are the operations that are refused wherever they carry a derivative.
var refusals = map[graph.NodeType]string{
	graph.NodeTypeIf: "its branches may capture any value made before it, which differentiation does not see; " +
		"build both values and choose with Where",
	graph.NodeTypeWhile: "its body may capture any value made before it, and steps are not kept; build the loop with Scan of igbo/scan",
	graph.NodeTypeCall:  "functions of a graph are opaque; call the Go function that builds the nodes instead",
	graph.NodeTypeBitcast: "the bits of a number are not a differentiable function of it; " +
		"convert with ConvertDType, or put it behind StopGradient",
	graph.NodeTypeSelectAndScatterMax:               "it is an inner operation of gradients of pools; use MaxPool",
	graph.NodeTypeSelectAndScatterMin:               "it is an inner operation of gradients of pools; use MinPool",
	graph.NodeTypeBatchNormGradient:                 "it is an inner operation of gradients; use BatchNormForTraining",
	graph.NodeTypeFusedScaledDotProductAttentionVJP: "it is an inner operation of gradients; set GOMLX_FUSION=false, which leaves attention decomposed",
	graph.NodeTypeDynamicBroadcastInDim:             dynamicShapes,
	graph.NodeTypeDynamicReshape:                    dynamicShapes,
	graph.NodeTypeDynamicPad:                        dynamicShapes,
	graph.NodeTypeAllReduce:                         "sums over devices are not differentiated; build the model on one device",
	graph.NodeTypeFusedQuantizedDense:               "alone it is opaque; use nn.Dense, or QuantizedDense of GoMLX's package nn, which keeps its decomposed twin",
	graph.NodeTypeFusedAttentionQKVProjection:       "alone it is opaque; use QKVProjection of GoMLX's layers, which keeps its decomposed twin",
}

const (
	complexNumbers = "it is not differentiated for complex numbers; take real and imaginary parts before it"
	dynamicShapes  = "axes of unknown size are not differentiated; build the graph for the shapes at hand"
)

// refusal says why the node's derivative is refused in either mode, "" where it is not.
func refusal(n *graph.Node) string {
	op := operation(n)
	if op.CustomGradient() != nil || node.Twin(n) != nil || scan.Of(op) != nil {
		return ""
	}
	if reason := refusals[op.Type()]; reason != "" {
		return reason
	}
	isComplex := func(x *graph.Node) bool { return x.DType().IsComplex() }
	if !complexOps[op.Type()] && (isComplex(n) || slices.ContainsFunc(op.Inputs(), isComplex)) {
		return complexNumbers
	}
	return vjp.Refusal(op)
}

func init() {
	for t, f := range vjp.Rules() {
		graph.VJPRegistration[t] = f
	}
	guardVJPs()
}

// guardVJPs makes GoMLX's own reverse mode refuse what this package refuses: an
// UnsupportedError in place of a wrong number or of an error without a name.
func guardVJPs() {
	for t, general := range graph.VJPRegistration {
		graph.VJPRegistration[t] = func(n *graph.Node, v []*graph.Node, output shapes.Shape) []*graph.Node {
			if reason := refusal(n); reason != "" {
				panic(unsupported(n, reason))
			}
			return general(n, v, output)
		}
	}
	for _, t := range append(graph.NodeTypeValues(), graph.NodeTypeCall, graph.NodeTypeSort, graph.NodeTypeWhile, graph.NodeTypeIf) {
		if _, found := graph.VJPRegistration[t]; found || t == graph.NodeTypeSplitNode {
			continue
		}
		unregistered[t] = true
		graph.VJPRegistration[t] = func(n *graph.Node, _ []*graph.Node, _ shapes.Shape) []*graph.Node {
			reason := cmp.Or(refusal(n), noRule)
			panic(unsupported(n, reason))
		}
	}
}

// unregistered are the operations for which neither GoMLX nor this package has a gradient.
var unregistered = map[graph.NodeType]bool{}
