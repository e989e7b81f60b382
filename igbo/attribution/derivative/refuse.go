package derivative

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
	"github.com/igbolab/igbolab/igbo/scan"
)

// UnsupportedError reports an operation whose derivative is missing or wrong in the requested mode.
type UnsupportedError struct {
	Op     graph.NodeType // operation
	Node   string         // node, as GoMLX prints it
	Reason string         // why, and what to do instead
}

// Error names the operation and says what to do instead.
func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("derivative: operation %s has no correct derivative: %s (%s)", OpName(e.Op), e.Reason, e.Node)
}

// OpName returns the name of an operation, including operations that GoMLX prints as numbers.
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

// describe formats a node. GoMLX cannot print a node with an axis of unknown size.
func describe(n *graph.Node) string {
	if n.NumOutputs() == 1 && slices.Contains(n.Shape().Dimensions, shapes.DynamicDim) {
		return fmt.Sprintf("Node #%d", n.Id())
	}
	return n.String()
}

// noRule is the reason if nothing more specific is known.
const noRule = "there is no rule for it; write it with operations that `igbo ops` lists as right, or behind StopGradient"

// complexNumbers is the reason for rejecting operations on complex numbers.
const complexNumbers = "it is not differentiated for complex numbers; take real and imaginary parts before it"

// refusal returns the reason for rejecting a node's derivative in either direction, or "".
func refusal(n *graph.Node) string {
	op := operation(n)
	if op.CustomGradient() != nil || gomlx.Decomposed(n) != nil || scan.Of(op) != nil {
		return ""
	}
	row := rules[op.Type()]
	if row.refuse != nil {
		if reason := row.refuse(op); reason != "" {
			return reason
		}
	}
	isComplex := func(x *graph.Node) bool { return x.DType().IsComplex() }
	if !row.complex && (isComplex(n) || slices.ContainsFunc(op.Inputs(), isComplex)) {
		return complexNumbers
	}
	return ""
}

// refuseFFT rejects transforms over several axes. GoMLX scales their gradient by only one axis.
func refuseFFT(op *graph.Node) string {
	if len(gomlx.Ints(op, "fftLength")) > 1 {
		return "transforms over several axes have no correct gradient; transform one axis after the other"
	}
	return ""
}
