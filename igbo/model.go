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

// Model is a trained model with everything needed to use it: Config is what it was trained
// with, Features names the inputs, Steps is T, Normalization maps data to the model's units, and DAG is
// the order that it was trained to follow, nil for none.
type Model trained.Model

// own is the model as the rooms behind the door know it.
func (m *Model) own() *trained.Model { return (*trained.Model)(m) }

// New makes a model that was not trained here, with the variables that its function
// or architecture starts with: one whose weights are known, such as that of an ONNX
// file (Config.Function of package onnx), or one to look at before a training.
// It predicts, attributes and is saved as a trained one. Standardize needs data and
// is refused.
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

// Predict returns the model's K outputs for each sample and step, in the data's
// units: N·T·K numbers, 0 at masked steps. The targets of data are not used.
// Under the losses logistic, softmax and poisson they are logits and logarithms
// of rates, of which Response makes probabilities and rates.
func (m *Model) Predict(data Data) ([]float64, error) {
	return evaluation.Predict(m.own(), data)
}

// Response returns what the model says of the targets, N·T·K numbers, 0 at
// masked steps: probabilities under the losses logistic and softmax, rates under
// poisson, Predict's numbers under the others.
func (m *Model) Response(data Data) ([]float64, error) {
	return evaluation.Response(m.own(), data)
}

// Predictor makes one of the model as it is.
func (m *Model) Predictor() (*Predictor, error) {
	return evaluation.NewPredictor(m.own())
}

// Evaluate measures the task loss and its metrics and, for a DAG (nil for none),
// the interpretability loss over all samples at once. Errors: a DAG over other
// features, data without a target that counts or with targets that the loss does
// not take, a custom loss without its function, results that are not finite.
func (m *Model) Evaluate(data Data, d *dag.DAG) (Evaluation, error) {
	return evaluation.Evaluate(m.own(), data, d)
}

// Scores returns the Relative Importance Scores H [N,D] of the samples, with
// the attribution settings of the configuration and through the output that it
// names. Through each of K outputs they are [N·K,D], output by output for each sample.
func (m *Model) Scores(data Data) (*mat.Dense, error) {
	return evaluation.Scores(m.own(), data)
}

// ScoresWith returns H [N,D] with other attribution settings.
func (m *Model) ScoresWith(data Data, cfg attribution.Config) (*mat.Dense, error) {
	return evaluation.ScoresWith(m.own(), data, cfg)
}

// Attribute returns the full attribution tensor TIG, N·T·T·D numbers indexed
// by sample, output step, input step and feature, in the model's units; through
// each of K outputs N·K·T·T·D, indexed by sample and output first.
//
// It is an error where the tensor of all samples exceeds the memory that the machine has.
func (m *Model) Attribute(data Data) ([]float64, error) {
	return evaluation.Attribute(m.own(), data)
}

// Explain returns scores and completeness gaps in one pass, with these attribution settings
// and through the output that the configuration names, which must be one. It
// calls progress (nil for none) with the samples that are done, and ends with the
// context's error when that is cancelled. Memory is that of the results, whatever
// the number of samples.
func (m *Model) Explain(ctx context.Context, data Data, cfg attribution.Config, progress func(done, total int)) (*Explanation, error) {
	return evaluation.Explain(ctx, m.own(), data, cfg, progress)
}

// ScoresFrom returns H [N,K] as Explain does, with a baseline for each sample: baselines holds N·T·D numbers in the units of the data, and
// cfg.Baselines is not used. One graph serves all baselines.
func (m *Model) ScoresFrom(ctx context.Context, data Data, baselines []float64, cfg attribution.Config) (*mat.Dense, error) {
	return evaluation.ScoresFrom(ctx, m.own(), data, baselines, cfg)
}

// Outputs returns K, the number of the model's outputs at each step; 0 for a
// model that was neither trained nor loaded.
func (m *Model) Outputs() int {
	return m.own().Outputs()
}

// Shapes are those of the model's own variables, the parameters θ, by their paths. It
// is an error for a model that was neither trained nor loaded.
func (m *Model) Shapes() (map[string]shapes.Shape, error) {
	return m.own().Shapes()
}

// Variables returns copies of the model's own variables, the parameters θ, by
// their paths.
func (m *Model) Variables() (map[string]*tensors.Tensor, error) {
	return m.own().Variables()
}

// SetVariables gives variables of the model, by their paths, copies of values;
// the others stay. Errors, after which the model is as it was: a path that the
// model does not have, another shape or dtype, a number that is not finite.
func (m *Model) SetVariables(values map[string]*tensors.Tensor) error {
	return m.own().SetVariables(values)
}
