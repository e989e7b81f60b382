package forward

import . "github.com/gomlx/gomlx/core/graph"

// complexOps are the operations that are differentiated for complex numbers.
var complexOps = map[NodeType]bool{
	NodeTypeComplex: true, NodeTypeReal: true, NodeTypeImag: true, NodeTypeConj: true, NodeTypeFFT: true, NodeTypeAbs: true,
	NodeTypeAdd: true, NodeTypeSub: true, NodeTypeNeg: true, NodeTypeMul: true, NodeTypeConvertDType: true, NodeTypeIdentity: true,
	NodeTypeReshape: true, NodeTypeSlice: true, NodeTypeConcatenate: true, NodeTypeTranspose: true, NodeTypeReduceSum: true,
	NodeTypeBroadcastInDim: true, NodeTypePad: true,
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
