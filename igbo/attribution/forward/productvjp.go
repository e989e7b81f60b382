package forward

import (
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
)

// UseRowMajorProductGradients replaces GoMLX's gradient of the matrix product
// Y = A·B, A [N,K] or [N₁,N₂,…,K], B [K,M], by the equal
//
//	Ā = Ȳ·Bᵀ,   B̄ = Aᵀ·Ȳ
//
// with the transposes written out, so that all three products have the layout
// [N,K]·[K,M]. GoMLX contracts the last axes of both operands instead, for which
// the embedded backend has its slowest kernel (with SIMD, a horizontal sum for
// each element). Bᵀ is computed once for all uses of B, as are equal nodes.
//
// Other contractions keep their gradient. The change is global, for all
// gradients built afterwards, and may be made at any time and repeatedly.
func UseRowMajorProductGradients() { useRowMajor() }

var useRowMajor = sync.OnceFunc(func() {
	general := VJPRegistration[NodeTypeDotGeneral]
	VJPRegistration[NodeTypeDotGeneral] = func(n *Node, v []*Node, output shapes.Shape) []*Node {
		if !isMatrixProduct(n) {
			return general(n, v, output)
		}
		a, b := n.Inputs()[0], n.Inputs()[1]
		rows, adjoint := flatRows(a), flatRows(v[0])
		forA := Dot(adjoint, Transpose(b, 0, 1)).Product()
		if a.Rank() > 2 {
			forA = Reshape(forA, a.Shape().Dimensions...)
		}
		return []*Node{forA, Dot(Transpose(rows, 0, 1), adjoint).Product()}
	}
})

// flatRows folds all axes but the last into one: [N,C].
func flatRows(x *Node) *Node {
	if x.Rank() == 2 {
		return x
	}
	c := x.Shape().Dim(-1)
	return Reshape(x, x.Shape().Size()/c, c)
}

// isMatrixProduct is true for [N,K]·[K,M] and [N₁,N₂,…,K]·[K,M] in one dtype.
func isMatrixProduct(n *Node) bool {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return a.Rank() >= 2 && b.Rank() == 2 && a.DType() == b.DType() && a.DType() == n.DType() &&
		slices.Equal(node.Ints(n, "lhsContractingAxes"), []int{a.Rank() - 1}) &&
		slices.Equal(node.Ints(n, "rhsContractingAxes"), []int{0}) &&
		len(node.Ints(n, "lhsBatchAxes")) == 0
}
