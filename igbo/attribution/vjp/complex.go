package vjp

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// The adjoint of a complex number z is ∂L/∂Re z + i·∂L/∂Im z.

// realVJP is the adjoint of the real part, itself a complex number.
func realVJP(_, v *Node, _ shapes.Shape) []*Node { return []*Node{Complex(v, ZerosLike(v))} }

func imagVJP(_, v *Node, _ shapes.Shape) []*Node { return []*Node{Complex(ZerosLike(v), v)} }

func complexVJP(n, v *Node, _ shapes.Shape) []*Node {
	return []*Node{unbroadcast(Real(v), n.Inputs()[0]), unbroadcast(Imag(v), n.Inputs()[1])}
}

// gomlxMul is GoMLX's own gradient of products, right for real numbers.
var gomlxMul = VJPRegistration[NodeTypeMul]

// mulVJP multiplies the adjoint by the conjugate of the other factor, which
// GoMLX's gradient leaves as it is.
func mulVJP(n, v *Node, output shapes.Shape) []*Node {
	if !n.DType().IsComplex() {
		return gomlxMul(n, []*Node{v}, output)
	}
	a, b := n.Inputs()[0], n.Inputs()[1]
	return []*Node{unbroadcast(Mul(v, Conj(b)), a), unbroadcast(Mul(v, Conj(a)), b)}
}
