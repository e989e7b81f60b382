package derivative

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// realBackward returns the adjoint of the real part, which is a complex number.
func realBackward(_ *Node, v []*Node, _ shapes.Shape) []*Node {
	return []*Node{Complex(v[0], ZerosLike(v[0]))}
}

func imagBackward(_ *Node, v []*Node, _ shapes.Shape) []*Node {
	return []*Node{Complex(ZerosLike(v[0]), v[0])}
}

func complexBackward(n *Node, v []*Node, _ shapes.Shape) []*Node {
	return []*Node{unbroadcast(Real(v[0]), n.Inputs()[0]), unbroadcast(Imag(v[0]), n.Inputs()[1])}
}
