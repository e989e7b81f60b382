package derivative

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// dotForward applies the product rule to contractions: D(ȧ, b) + D(a, ḃ).
func dotForward(n *Node, l lead) pushforward {
	a, b := n.Inputs()[0], n.Inputs()[1]
	if !l.batched {
		return productRule(n)
	}
	if isMatrixProduct(n) {
		return matrixProduct(n, l)
	}
	aContract, aBatch := gomlx.Ints(n, "lhsContractingAxes"), gomlx.Ints(n, "lhsBatchAxes")
	bContract, bBatch := gomlx.Ints(n, "rhsContractingAxes"), gomlx.Ints(n, "rhsBatchAxes")
	aFree := a.Rank() - len(aContract) - len(aBatch)
	return func(dots []*Node) *Node {
		var first, second *Node
		if dots[0] != nil {
			d := DotGeneral(dots[0], l.axes(aContract...), l.axes(aBatch...), b, bContract, bBatch)
			first = toFront(d, len(aBatch))
		}
		if dots[1] != nil {
			d := DotGeneral(a, aContract, aBatch, dots[1], l.axes(bContract...), l.axes(bBatch...))
			second = toFront(d, len(aBatch)+aFree)
		}
		return ConvertDType(join(first, second, false), n.DType())
	}
}

// matrixProduct applies the product rule to […,K]·[K,M] with batched tangents. Tangents of the left operand are
// folded into its rows.
func matrixProduct(n *Node, l lead) pushforward {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return func(dots []*Node) *Node {
		var first, second *Node
		if dots[0] != nil {
			rows := Dot(flatRows(dots[0]), b).Product()
			first = Reshape(rows, l.dims(n.Shape().Dimensions...)...)
		}
		if dots[1] != nil {
			second = toFront(DotGeneral(a, []int{a.Rank() - 1}, nil, dots[1], []int{1}, nil), a.Rank()-1)
		}
		return join(first, second, false)
	}
}

// productRule repeats a bilinear node with one operand replaced by its tangent.
func productRule(n *Node) pushforward {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return func(dots []*Node) *Node {
		var first, second *Node
		if dots[0] != nil {
			first = n.CloneWithInputs(dots[0], b)
		}
		if dots[1] != nil {
			second = n.CloneWithInputs(a, dots[1])
		}
		return join(first, second, false)
	}
}

// toFront moves an axis to the front.
func toFront(x *Node, axis int) *Node {
	if axis == 0 {
		return x
	}
	order := []int{axis}
	for i := range x.Rank() {
		if i != axis {
			order = append(order, i)
		}
	}
	return TransposeAllAxes(x, order...)
}

// transposedGradient is the JVP of a node with a custom gradient g(v) = Jᵀ·v, which is linear in v:
//
//	J·ẋ = ∂/∂v ⟨g(v), ẋ⟩
func transposedGradient(n *Node, l lead) pushforward {
	return l.each(func(dots []*Node) *Node {
		if n.NumOutputs() != 1 {
			panic(unsupported(n, noRule))
		}
		v := ZerosLike(n)
		gradients := n.CustomGradient()(n, []*Node{v}, shapes.Make(n.DType()))
		if len(gradients) != len(dots) {
			panic(fmt.Errorf("derivative: the custom gradient of %s returned %d gradients for %d inputs, want one per input", n, len(gradients), len(dots)))
		}
		var inner *Node
		for i, g := range gradients {
			if g != nil && dots[i] != nil {
				inner = join(inner, ReduceAllSum(Mul(g, dots[i])), false)
			}
		}
		if inner == nil {
			return nil
		}
		return Gradient(inner, v)[0]
	})
}

// flatRows folds all axes except the last one: [N,C].
func flatRows(x *Node) *Node {
	if x.Rank() == 2 {
		return x
	}
	c := x.Shape().Dim(-1)
	return Reshape(x, x.Shape().Size()/c, c)
}

// isMatrixProduct reports whether a node is [N,K]·[K,M] or [N₁,N₂,…,K]·[K,M] in one dtype.
func isMatrixProduct(n *Node) bool {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return a.Rank() >= 2 && b.Rank() == 2 && a.DType() == b.DType() && a.DType() == n.DType() &&
		slices.Equal(gomlx.Ints(n, "lhsContractingAxes"), []int{a.Rank() - 1}) &&
		slices.Equal(gomlx.Ints(n, "rhsContractingAxes"), []int{0}) &&
		len(gomlx.Ints(n, "lhsBatchAxes")) == 0
}
