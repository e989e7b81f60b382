package modelfile

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// trees explains why tree ensembles are rejected.
const trees = "is an ensemble of trees: its output is constant between its thresholds, so that it has no gradient: " +
	"igbo explain and check have exact Shapley values of it; to teach or to be trained further it would have to be a network"

// smooth advises what to do with models that have no gradient.
const smooth = "has no gradient, as its output jumps; train a network on its predictions and explain that"

// refusals maps rejected operations to the reason.
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

// domains lists the supported operator domains. Operations of other domains could share a name with a standard
// operation.
var domains = []string{"", "ai.onnx", "ai.onnx.ml"}

// Refused returns an error for the first operation that is rejected by name, or nil.
func Refused(nodes []*protos.NodeProto) error {
	for _, n := range nodes {
		if reason, known := refusals[n.OpType]; known {
			return standard.Refuse(n, "%s", reason)
		}
		if !slices.Contains(domains, n.Domain) {
			return standard.Refuse(n, "is of the domain %s, want ONNX's own operations (export the model without custom ones, and without the optimisations of a runtime)", n.Domain)
		}
		if n.Overload != "" {
			return standard.Refuse(n, "is a function of the model: export it with functions inlined (onnx.inliner.inline_local_functions)")
		}
		for _, a := range n.Attribute {
			if err := Refused(a.GetG().GetNode()); err != nil {
				return err
			}
		}
	}
	return nil
}
