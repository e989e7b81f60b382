package onnx

import (
	"slices"
	"strings"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/operator"
)

// UnsupportedError reports an operation of the file that cannot be imported or
// differentiated.
type UnsupportedError = operator.UnsupportedError

// trees is why trees are refused.
const trees = "is an ensemble of trees: its output is constant between its thresholds, so that it has no gradient: " +
	"igbo explain and check have exact Shapley values of it; to teach or to be trained further it would have to be a network"

// smooth is what to do about models without a gradient.
const smooth = "has no gradient, as its output jumps; train a network on its predictions and explain that"

// refusals are the operations that are refused by their names.
var refusals = map[string]string{
	"TreeEnsembleRegressor": trees, "TreeEnsembleClassifier": trees, "TreeEnsemble": trees,
	"SVMClassifier":     "is a support vector machine, whose probabilities are not converted; train a network or a linear model on its predictions, or export a support vector regressor",
	"OneHotEncoder":     "encodes categories: export the model after its encoders, and give it encoded columns",
	"LabelEncoder":      "encodes labels: choose the output of probabilities, or export the model after its encoders",
	"CategoryMapper":    "encodes categories: export the model after its encoders, and give it encoded columns",
	"DictVectorizer":    "encodes categories: export the model after its encoders, and give it encoded columns",
	"StringNormalizer":  "works on text: export the model after its encoders, and give it numbers",
	"TfIdfVectorizer":   "works on text: export the model after its encoders, and give it numbers",
	"Binarizer":         smooth,
	"Loop":              "is a loop, which is not converted: export the model with its steps unrolled",
	"Scan":              "is a loop, which is not converted: export the model with its steps unrolled (a nearest-neighbour model has no gradient at all)",
	"RandomNormal":      "draws random numbers: export the model in its evaluation mode",
	"RandomUniform":     "draws random numbers: export the model in its evaluation mode",
	"RandomNormalLike":  "draws random numbers: export the model in its evaluation mode",
	"RandomUniformLike": "draws random numbers: export the model in its evaluation mode",
	"Bernoulli":         "draws random numbers: export the model in its evaluation mode",
}

// domains are those whose operations are known; others would be taken for ONNX's by their names.
var domains = []string{"", "ai.onnx", "ai.onnx.ml"}

// refused is the first operation that is refused by its name, nil for none.
func refused(nodes []*protos.NodeProto) error {
	for _, n := range nodes {
		if reason, known := refusals[n.OpType]; known {
			return operator.Refuse(n, "%s", reason)
		}
		if !slices.Contains(domains, n.Domain) {
			return operator.Refuse(n, "is of the domain %s, expected ONNX's own operations: export the model without custom ones, and without the optimisations of a runtime", n.Domain)
		}
		if n.Overload != "" {
			return operator.Refuse(n, "is a function of the model: export it with functions inlined (onnx.inliner.inline_local_functions)")
		}
		for _, a := range n.Attribute {
			if err := refused(a.GetG().GetNode()); err != nil {
				return err
			}
		}
	}
	return nil
}

// culprit finds the first of n operations with which a check fails, given that
// it fails with all of them: fails(k) looks at the first k.
func culprit(n int, fails func(k int) bool) int {
	low, high := 0, n // fails(high), not fails(low)
	for high-low > 1 {
		if mid := (low + high) / 2; fails(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high - 1
}

// short is the first line of an error.
func short(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
