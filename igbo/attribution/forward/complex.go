package forward

import (
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
)

// complexOps are the operations that are differentiated for complex numbers. The
// adjoint of a complex number z is ∂L/∂Re z + i·∂L/∂Im z.
var complexOps = map[NodeType]bool{
	NodeTypeComplex: true, NodeTypeReal: true, NodeTypeImag: true, NodeTypeConj: true, NodeTypeFFT: true, NodeTypeAbs: true,
	NodeTypeAdd: true, NodeTypeSub: true, NodeTypeNeg: true, NodeTypeMul: true, NodeTypeConvertDType: true, NodeTypeIdentity: true,
	NodeTypeReshape: true, NodeTypeSlice: true, NodeTypeConcatenate: true, NodeTypeTranspose: true, NodeTypeReduceSum: true,
	NodeTypeBroadcastInDim: true, NodeTypePad: true,
}

// refuseFFT names the transforms over several axes, whose gradient GoMLX scales
// by one axis alone.
func refuseFFT(op *Node) string {
	if len(intsSetting(op, "fftLength")) > 1 {
		return "transforms over several axes have no right gradient; transform one axis after the other"
	}
	return ""
}

// complexRules are linear over real and imaginary parts.
var complexRules = map[NodeType]rule{
	NodeTypeReal:    {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeImag:    {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeConj:    {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeFFT:     {Linear, func(n *Node, l lead) pushforward { return l.each(repeatFirst(n)) }},
	NodeTypeComplex: {Linear, func(n *Node, l lead) pushforward { return l.each(repeatTwo(n)) }},
	NodeTypeAbs: {Elementwise, func(n *Node, l lead) pushforward {
		if !n.Inputs()[0].DType().IsComplex() {
			return realAbs.build(n, l)
		}
		x := n.Inputs()[0]
		return l.each(func(dots []*Node) *Node { // Re(x̄·ẋ)/|x|
			return Div(Add(Mul(Real(x), Real(dots[0])), Mul(Imag(x), Imag(dots[0]))), n)
		})
	}},
}

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
