package modelfile

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
)

// IsTrees reports whether an operation is a tree ensemble.
func IsTrees(n *protos.NodeProto) bool {
	return slices.Contains([]string{"TreeEnsembleRegressor", "TreeEnsembleClassifier", "TreeEnsemble"}, n.OpType)
}

// Int returns an attribute that holds one integer.
func Int(name string, v int64) *protos.AttributeProto {
	return &protos.AttributeProto{Name: name, Type: protos.AttributeProto_INT, I: v}
}
