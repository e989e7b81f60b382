package derivative

import (
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
	"github.com/igbolab/igbolab/igbo/scan"
)

// CheckedGradient is like graph.Gradient for a scalar output but calls [CheckReverse] first. It panics with the
// error of CheckReverse.
func CheckedGradient(output *graph.Node, inputs ...*graph.Node) []*graph.Node {
	if err := CheckReverse([]*graph.Node{output}, inputs); err != nil {
		panic(err)
	}
	return graph.Gradient(output, inputs...)
}

// CheckReverse returns an [*UnsupportedError] if the reverse-mode gradient of an operation between inputs and
// outputs is missing or wrong. An If or While that was built after the first input and that an output depends
// on counts as between them. It may capture values that GoMLX's gradient treats as constants.
func CheckReverse(outputs, inputs []*graph.Node) error {
	if err := Install(); err != nil {
		return err
	}
	return checkEach(outputs, inputs, func(op *graph.Node) bool {
		_, found := graph.VJPRegistration[op.Type()]
		return found && ruleBackward(op.Type()) != nil || op.CustomGradient() != nil
	})
}

// CheckForward returns an [*UnsupportedError] if an operation between inputs and outputs has no forward rule
// for [JVP].
func CheckForward(outputs, inputs []*graph.Node) error {
	return checkEach(outputs, inputs, func(op *graph.Node) bool {
		_, found := rules[op.Type()]
		return found || op.CustomGradient() != nil && op.NumOutputs() == 1
	})
}

// checkEach returns an error for the first node between inputs and outputs that has no decomposed form and
// whose operation is not known.
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

// checkInside is checkEach for the operations in the body of a scan.
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

// CheckCaptured returns an [*UnsupportedError] if an output depends on an If or While that may have captured
// one of the inputs. This is possible if it was built after the first input. A gradient with respect to the
// inputs would silently ignore captured values, in either mode.
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
