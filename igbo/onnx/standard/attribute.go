package standard

import (
	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/support/xslices"
)

// Attribute is an attribute by its name, nil where there is none.
func Attribute(n *protos.NodeProto, name string) *protos.AttributeProto {
	for _, a := range n.Attribute {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// FloatsOf is an attribute that is a list of numbers.
func FloatsOf(n *protos.NodeProto, name string) []float64 {
	return xslices.Map(Attribute(n, name).GetFloats(), func(v float32) float64 { return float64(v) })
}

// Text is an attribute that is a text, "" where there is none.
func Text(n *protos.NodeProto, name string) string { return string(Attribute(n, name).GetS()) }
