package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
	"github.com/igbolab/igbolab/igbo/scan"
)

// CheckedGradient is graph.Gradient of a scalar output, behind [CheckReverse].
func CheckedGradient(output *graph.Node, inputs ...*graph.Node) []*graph.Node {
	if err := CheckReverse([]*graph.Node{output}, inputs); err != nil {
		panic(err)
	}
	return graph.Gradient(output, inputs...)
}

// CheckReverse reports, as an [*UnsupportedError], an operation between inputs
// and outputs whose gradient is missing or would be wrong in reverse mode. An If
// or While after the first input, on which an output depends, counts as between
// them, as it may capture values that GoMLX's gradient takes for constants.
func CheckReverse(outputs, inputs []*graph.Node) error {
	if err := Install(); err != nil {
		return err
	}
	return checkEach(outputs, inputs, func(op *graph.Node) bool {
		_, found := graph.VJPRegistration[op.Type()]
		return found && ruleBackward(op.Type()) != nil || op.CustomGradient() != nil
	})
}

// CheckForward reports, as an [*UnsupportedError], an operation between inputs
// and outputs through which [JVP] cannot go.
func CheckForward(outputs, inputs []*graph.Node) error {
	return checkEach(outputs, inputs, func(op *graph.Node) bool {
		_, found := rules[op.Type()]
		return found || op.CustomGradient() != nil && op.NumOutputs() == 1
	})
}

// checkEach reports the first node between inputs and outputs that neither has a
// decomposed twin nor is known by its operation.
func checkEach(outputs, inputs []*graph.Node, known func(op *graph.Node) bool) error {
	nodes, err := between(outputs, inputs)
	if err != nil {
		return err
	}
	inside := map[*scan.Loop]bool{}
	for _, n := range nodes {
		op := operation(n)
		if loop := scan.Of(op); loop != nil {
			if !inside[loop] {
				inside[loop] = true
				if err := checkInside(loop, known); err != nil {
					return err
				}
			}
			continue
		}
		if gomlx.Decomposed(n) == nil && !known(op) {
			return unsupported(n, noRule)
		}
	}
	return nil
}

// checkInside is checkEach for the operations of a scan's step.
func checkInside(loop *scan.Loop, known func(op *graph.Node) bool) error {
	parameters, results := loop.Inside()
	var floats []*graph.Node
	for _, p := range parameters {
		if carriesTangent(p) {
			floats = append(floats, p)
		}
	}
	if len(floats) == 0 {
		return nil
	}
	return checkEach(results, floats, known)
}

// CheckCaptured reports, as an [*UnsupportedError], an If or While on which an
// output depends and that may have captured one of the inputs, as it was made
// after the first of them. A gradient with respect to inputs would miss that in
// silence, whatever the mode that outputs are attributed in.
func CheckCaptured(outputs, inputs []*graph.Node) error {
	nodes := outputs[0].Graph().Nodes()
	isInput, first := make([]bool, len(nodes)), len(nodes)
	for _, x := range inputs {
		first = min(first, int(x.Id()))
	}
	needed, _ := neededBy(outputs, nodes, isInput)
	for _, n := range nodes[min(first, len(nodes)):] {
		if needed[n.Id()] && carriesTangent(n) && capturing(n) {
			return unsupported(n, refusal(n))
		}
	}
	return nil
}
