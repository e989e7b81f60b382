package standard

import (
	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/support/xslices"
)

// Attribute returns the attribute with the given name, or nil if n has none.
func Attribute(n *protos.NodeProto, name string) *protos.AttributeProto {
	for _, a := range n.Attribute {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// FloatsOf returns the list of floats in an attribute, or nil if n has no such attribute.
func FloatsOf(n *protos.NodeProto, name string) []float64 {
	return xslices.Map(Attribute(n, name).GetFloats(), func(v float32) float64 { return float64(v) })
}

// Text returns the string in an attribute, or "" if n has no such attribute.
func Text(n *protos.NodeProto, name string) string { return string(Attribute(n, name).GetS()) }
