package derivative

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
)

// JVP builds the Jacobian–vector product of outputs with respect to inputs along tangents:
//
//	ẏ_j = Σ_i ∂y_j/∂x_i · ẋ_i
//
// tangents[i] has the shape and dtype of inputs[i]; nil means zero. The result has one node per output, of the
// output's shape. It is zero for outputs that do not depend on the inputs. Inputs may be any nodes and are
// treated as independent of each other.
//
// The cost is about one evaluation of the graph between inputs and outputs. JVP panics with an error if the
// arguments do not match, and with an [*UnsupportedError] if an operation has no rule.
func JVP(outputs, inputs, tangents []*graph.Node) []*graph.Node {
	return JVPs(outputs, inputs, [][]*graph.Node{tangents})[0]
}

// JVPs is like [JVP] for several tangents. tangents[k] is a list of tangents as in JVP, and the k-th result is
// the list of its products. Each tangent has separate nodes, but the partial derivatives of each operation are
// built only once.
func JVPs(outputs, inputs []*graph.Node, tangents [][]*graph.Node) [][]*graph.Node {
	mustInstall()
	for _, list := range tangents {
		checkTangents(inputs, list, nil)
	}
	return lead{}.pushforwards(outputs, inputs, tangents)
}

// BatchedJVP is like [JVP] for K tangents at once, with a leading axis. tangents[i] has shape [K, shape of
// inputs[i]] or is nil, and the results have shape [K, shape of outputs[j]].
//
// The graph grows by one chain of nodes instead of K. The partial derivatives are broadcast over K.
func BatchedJVP(outputs, inputs, tangents []*graph.Node) []*graph.Node {
	mustInstall()
	l := lead{batched: true}
	for _, t := range tangents {
		if t != nil && t.Rank() > 0 {
			l.size = t.Shape().Dim(0)
		}
	}
	if l.size == 0 {
		panic(fmt.Errorf("derivative: BatchedJVP needs at least one tangent with a leading axis"))
	}
	checkTangents(inputs, tangents, []int{l.size})
	return l.pushforwards(outputs, inputs, [][]*graph.Node{tangents})[0]
}

// orZeros returns the tangent of y, or zeros if it is nil.
func orZeros(dot, y *graph.Node, l lead) *graph.Node {
	if dot != nil {
		return dot
	}
	return l.zeros(y)
}

// checkTangents panics unless the shape of every tangent is prefix followed by the shape of its input.
func checkTangents(inputs, tangents []*graph.Node, prefix []int) {
	if len(inputs) != len(tangents) {
		panic(fmt.Errorf("derivative: got %d tangents for %d inputs, want one per input", len(tangents), len(inputs)))
	}
	for i, x := range inputs {
		t := tangents[i]
		if t == nil {
			continue
		}
		want := x.Shape().Clone()
		want.Dimensions = append(append([]int(nil), prefix...), want.Dimensions...)
		if !t.Shape().Equal(want) {
			panic(fmt.Errorf("derivative: tangent %d has shape %s, want %s", i, t.Shape(), want))
		}
	}
}
