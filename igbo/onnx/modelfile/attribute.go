package modelfile

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
)

// IsTrees tells whether an operation is an ensemble of trees.
func IsTrees(n *protos.NodeProto) bool {
	return slices.Contains([]string{"TreeEnsembleRegressor", "TreeEnsembleClassifier", "TreeEnsemble"}, n.OpType)
}

// Int is an attribute of one whole number, to be written.
func Int(name string, v int64) *protos.AttributeProto {
	return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INT, I: v}
}
