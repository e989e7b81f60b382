package modelfile

import (
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// trees explains why tree ensembles are rejected.
const trees = "is an ensemble of trees, which has no gradient because its output is constant between its thresholds; " +
	"igbo explain and igbo check compute its exact Shapley values; a teacher or a model to train further must be a network"

// smooth advises what to do with models that have no gradient.
const smooth = "has no gradient, because its output jumps; train a network on its predictions and explain that network"

// refusals maps rejected operations to the reason.
var refusals = map[string]string{
	"TreeEnsembleRegressor": trees, "TreeEnsembleClassifier": trees, "TreeEnsemble": trees,
	"SVMClassifier":     "is a support vector classifier, whose probabilities are unsupported; train a network or a linear model on its predictions, or export a support vector regressor",
	"OneHotEncoder":     "encodes categories; export the model without its encoders, and use encoded columns as its inputs",
	"LabelEncoder":      "encodes labels; select the output with probabilities, or export the model without its encoders",
	"CategoryMapper":    "encodes categories; export the model without its encoders, and use encoded columns as its inputs",
	"DictVectorizer":    "encodes categories; export the model without its encoders, and use encoded columns as its inputs",
	"StringNormalizer":  "processes text; export the model without its encoders, and use numbers as its inputs",
	"TfIdfVectorizer":   "processes text; export the model without its encoders, and use numbers as its inputs",
	"Binarizer":         smooth,
	"Loop":              "is a loop, which is unsupported; export the model with its steps unrolled",
	"Scan":              "is a loop, which is unsupported; export the model with its steps unrolled (nearest-neighbour models have no gradient)",
	"RandomNormal":      "draws random numbers; export the model in evaluation mode",
	"RandomUniform":     "draws random numbers; export the model in evaluation mode",
	"RandomNormalLike":  "draws random numbers; export the model in evaluation mode",
	"RandomUniformLike": "draws random numbers; export the model in evaluation mode",
	"Bernoulli":         "draws random numbers; export the model in evaluation mode",
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
			return standard.Refuse(n, "has the unsupported domain %s; export the model without custom operations and without the optimisations of a runtime", n.Domain)
		}
		if n.Overload != "" {
			return standard.Refuse(n, "is a function that the model defines; inline it with onnx.inliner.inline_local_functions and export the model again")
		}
		for _, a := range n.Attribute {
			if err := Refused(a.GetG().GetNode()); err != nil {
				return err
			}
		}
	}
	return nil
}
