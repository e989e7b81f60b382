package derivative

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
)

// JVP adds to the graph the Jacobian–vector product of outputs with respect to
// inputs along tangents:
//
//	ẏ_j = Σ_i ∂y_j/∂x_i · ẋ_i
//
// tangents[i] has the shape and dtype of inputs[i], or is nil for zero. The
// result has one node for each output, of that output's shape (zeros where it
// does not depend on the inputs). Inputs may be any nodes; they are taken as
// independent of each other.
//
// Cost: about one evaluation of the part of the graph between inputs and
// outputs. It panics with an error for mismatched arguments and with an
// [*UnsupportedError] for an operation without a rule.
func JVP(outputs, inputs, tangents []*graph.Node) []*graph.Node {
	return JVPs(outputs, inputs, [][]*graph.Node{tangents})[0]
}

// JVPs is JVP along several tangents: tangents[k] is one list as for [JVP], and
// so is the k-th list returned. Every tangent has its own nodes; the partial
// derivatives of each operation are built once for all.
func JVPs(outputs, inputs []*graph.Node, tangents [][]*graph.Node) [][]*graph.Node {
	mustInstall()
	for _, list := range tangents {
		checkTangents(inputs, list, nil)
	}
	return lead{}.pushforwards(outputs, inputs, tangents)
}

// BatchedJVP is JVP along K tangents at once, folded into a leading axis:
// tangents[i] is [K, shape of inputs[i]] or nil, and the results are
// [K, shape of outputs[j]].
//
// The graph grows by one chain of nodes instead of K; the partial derivatives
// are broadcast over K.
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

// orZeros returns the tangent of y, or zeros.
func orZeros(dot, y *graph.Node, l lead) *graph.Node {
	if dot != nil {
		return dot
	}
	return l.zeros(y)
}

// checkTangents panics unless every tangent has the shape prefix + its input's.
func checkTangents(inputs, tangents []*graph.Node, prefix []int) {
	if len(inputs) != len(tangents) {
		panic(fmt.Errorf("derivative: %d tangents for %d inputs, want one each", len(tangents), len(inputs)))
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
