package modelfile

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
)

// IsTrees tells whether an operation is an ensemble of trees.
func IsTrees(n *protos.NodeProto) bool {
	return slices.Contains([]string{"TreeEnsembleRegressor", "TreeEnsembleClassifier", "TreeEnsemble"}, n.OpType)
}

// Attribute is an attribute by its name, nil where there is none.
func Attribute(n *protos.NodeProto, name string) *protos.AttributeProto {
	for _, a := range n.Attribute {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Floats is an attribute that is a list of numbers.
func Floats(n *protos.NodeProto, name string) []float64 {
	var values []float64
	for _, v := range Attribute(n, name).GetFloats() {
		values = append(values, float64(v))
	}
	return values
}

// Text is an attribute that is a text, "" where there is none.
func Text(n *protos.NodeProto, name string) string { return string(Attribute(n, name).GetS()) }

// Int is an attribute of one whole number, to be written.
func Int(name string, v int64) *protos.AttributeProto {
	return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INT, I: v}
}
