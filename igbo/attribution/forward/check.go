package forward

import "github.com/gomlx/gomlx/core/graph"

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
	nodes, err := between(outputs, inputs)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		op := operation(n)
		if op.CustomGradient() != nil || twin(n) != nil {
			continue
		}
		if unregistered[op.Type()] {
			return unsupported(n, noRule)
		}
	}
	return nil
}

// CheckForward reports, as an [*UnsupportedError], an operation between inputs
// and outputs through which [JVP] cannot go.
func CheckForward(outputs, inputs []*graph.Node) error {
	nodes, err := between(outputs, inputs)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		op := operation(n)
		if twin(n) != nil || op.CustomGradient() != nil && op.NumOutputs() == 1 {
			continue
		}
		if _, found := rules[op.Type()]; !found {
			return unsupported(n, noRule)
		}
	}
	return nil
}
