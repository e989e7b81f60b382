package forward

import (
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// UseRowMajorProductGradients replaces GoMLX's gradient of the matrix product
// Y = A·B, A [N,K], B [K,M], by the equal
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
		return []*Node{Dot(v[0], Transpose(b, 0, 1)).Product(), Dot(Transpose(a, 0, 1), v[0]).Product()}
	}
})

// isMatrixProduct is true for [N,K]·[K,M] in one dtype.
func isMatrixProduct(n *Node) bool {
	a, b := n.Inputs()[0], n.Inputs()[1]
	return a.Rank() == 2 && b.Rank() == 2 && a.DType() == b.DType() && a.DType() == n.DType() &&
		slices.Equal(intsSetting(n, "lhsContractingAxes"), []int{1}) &&
		slices.Equal(intsSetting(n, "rhsContractingAxes"), []int{0})
}
