package igbo

import (
	"context"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/trained"
)

// Model is a trained model with its settings, units and order.
//
// Fields:
//   - Config Config: holds the training settings.
//   - Features []string: names the D inputs.
//   - Steps int: T.
//   - Normalization Normalization: converts data to the model's units.
//   - DAG *dag.DAG: the order that the model was trained with, or nil.
type Model trained.Model

// own returns the model as the type of package trained.
func (m *Model) own() *trained.Model { return (*trained.Model)(m) }

// New returns an untrained model, with the initial variables of its function or architecture. Use
// it for a model with known weights, for instance from an ONNX file (Config.Function of package
// onnx), or to inspect a model before training. It predicts, attributes and can be saved like a
// trained model. Config.Standardize is an error here, because it requires data.
func New(backend compute.Backend, cfg Config, features []string, steps int) (*Model, error) {
	m, err := trained.New(backend, cfg, features, steps)
	if err != nil {
		return nil, err
	}
	if err := evaluation.Start(m); err != nil {
		return nil, err
	}
	return (*Model)(m), nil
}

// Predict returns the model's K outputs for each sample and step, in the data's units: N·T·K
// numbers, 0 at masked steps. The targets of data do not affect the outputs, but Y must not be nil; see
// Data.WithTargets. With the losses logistic and softmax, the outputs are logits; with poisson, they are
// logarithms of rates. Response converts them to probabilities and rates.
//
// Predict returns an error for invalid data, for other features than those of the model, and for an
// output that is not finite.
func (m *Model) Predict(data Data) ([]float64, error) {
	return evaluation.Predict(m.own(), data)
}

// Response returns the predicted response: N·T·K numbers, 0 at masked steps. These are
// probabilities with the losses logistic and softmax, rates with poisson, and the outputs of
// Predict with other losses.
func (m *Model) Response(data Data) ([]float64, error) {
	return evaluation.Response(m.own(), data)
}

// Predictor returns a [Predictor] of the model. Each call uses the weights that the model has at that time,
// for example after SetVariables. Close the Predictor after use.
func (m *Model) Predictor() (*Predictor, error) {
	return evaluation.NewPredictor(m.own())
}

// Evaluate measures the task loss and its metrics over all samples together. If d is not nil, it
// also measures the interpretability loss. Evaluate returns an error if the DAG has other features,
// no target counts, the loss does not accept the targets, a custom loss has no function, or a
// result is not finite.
func (m *Model) Evaluate(data Data, d *dag.DAG) (Evaluation, error) {
	return evaluation.Evaluate(m.own(), data, d)
}

// Scores returns the Relative Importance Scores H [N,D] of the samples, with the attribution
// settings and the output of the configuration. If Config.Output.Kind is attribution.EachOutput, the
// result for K outputs is [N·K,D], output by output for each sample. With feature groups, H has one
// column per group.
func (m *Model) Scores(data Data) (*mat.Dense, error) {
	return evaluation.Scores(m.own(), data)
}

// ScoresWith returns H [N,D] with other attribution settings.
func (m *Model) ScoresWith(data Data, cfg attribution.Config) (*mat.Dense, error) {
	return evaluation.ScoresWith(m.own(), data, cfg)
}

// Attribute returns the full attribution tensor TIG, N·T·T·D numbers indexed by sample, output step, input step and feature, in the model's
// units. If Config.Output.Kind is attribution.EachOutput, it has N·K·T·T·D numbers, indexed by sample and output first. Feature
// groups do not change it.
//
// It returns an error if the tensor does not fit into the machine's memory.
func (m *Model) Attribute(data Data) ([]float64, error) {
	return evaluation.Attribute(m.own(), data)
}

// Explain returns scores and completeness gaps in one pass, with the given attribution settings.
// The settings must select one output. If progress is not nil, Explain calls it with the number of
// finished samples. If the context is cancelled, Explain returns its error. It needs memory for the
// results and one chunk of the data, regardless of the number of samples.
func (m *Model) Explain(ctx context.Context, data Data, cfg attribution.Config, progress func(done, total int)) (*Explanation, error) {
	return evaluation.Explain(ctx, m.own(), data, cfg, progress)
}

// ScoresFrom returns the scores H as Explain does, with a separate baseline for each sample. baselines
// holds N·T·D numbers in the units of the data, and cfg.Baselines is ignored. All baselines share
// one compiled graph. ScoresFrom returns an error if the number of baselines is wrong or the settings
// select each of several outputs.
func (m *Model) ScoresFrom(ctx context.Context, data Data, baselines []float64, cfg attribution.Config) (*mat.Dense, error) {
	return evaluation.ScoresFrom(ctx, m.own(), data, baselines, cfg)
}

// Outputs returns K, the number of outputs at each step. It is 0 for a model that was neither trained nor loaded.
func (m *Model) Outputs() int {
	return m.own().Outputs()
}

// Shapes returns the shapes of the model's variables, the parameters θ, by path. It returns an error for a model that was neither trained
// nor loaded.
func (m *Model) Shapes() (map[string]shapes.Shape, error) {
	return m.own().Shapes()
}

// Variables returns copies of the model's variables, the parameters θ, by path.
func (m *Model) Variables() (map[string]*tensors.Tensor, error) {
	return m.own().Variables()
}

// SetVariables copies values into the model's variables, by path. Other variables do not change.
// For an unknown path, a wrong shape or dtype, or a number that is not finite, SetVariables returns
// an error and changes nothing.
func (m *Model) SetVariables(values map[string]*tensors.Tensor) error {
	return m.own().SetVariables(values)
}
