package igbo

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

// modelScope is the scope of the model's own variables.
const modelScope = "model"

// Model is a trained model with everything needed to use it.
type Model struct {
	// Config is what it was trained with.
	Config Config
	// Features names the inputs; Steps is T.
	Features []string
	Steps    int
	// Normalization maps data to the model's units.
	Normalization Normalization
	// DAG is the order it was trained to follow; nil for none.
	DAG *dag.DAG

	backend compute.Backend
	store   *model.Store
	f       attribution.MaskedModel
}

func newModel(backend compute.Backend, cfg Config, data Data, d *dag.DAG) (*Model, error) {
	if err := data.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(len(data.Features)); err != nil {
		return nil, err
	}
	if cfg.BurnIn >= data.Steps {
		return nil, fmt.Errorf("igbo: burn-in of %d of T = %d steps, expected fewer", cfg.BurnIn, data.Steps)
	}
	m := &Model{Config: cfg, Features: slices.Clone(data.Features), Steps: data.Steps, DAG: d}
	if cfg.Standardize {
		m.Normalization = standardization(data)
	}
	if err := m.checkDAG(); err != nil {
		return nil, err
	}
	if err := m.open(backend); err != nil {
		return nil, err
	}
	if err := m.store.SetRNGStateFromSeed(cfg.Seed); err != nil {
		return nil, fmt.Errorf("igbo: seed: %w", err)
	}
	return m, nil
}

// open gives the model its function and an empty store.
func (m *Model) open(backend compute.Backend) error {
	f, err := m.Config.Model.BuildMasked()
	if err != nil {
		return err
	}
	m.backend, m.store, m.f = backend, model.NewStore(), f
	return nil
}

// checkDAG checks that the DAG is over the features, or over as many as there are groups.
func (m *Model) checkDAG() error {
	if m.DAG == nil {
		return nil
	}
	want := len(m.Features)
	if groups := len(m.Config.Attribution.Groups); groups > 0 {
		want = groups
	} else if !slices.Equal(m.DAG.Features, m.Features) {
		return fmt.Errorf("igbo: the DAG is over the features %v, the data has %v", m.DAG.Features, m.Features)
	}
	if len(m.DAG.Features) != want {
		return fmt.Errorf("igbo: the DAG is over %d features, expected %d", len(m.DAG.Features), want)
	}
	return m.DAG.Validate()
}

// Predict returns one prediction a sample and step, in the data's units:
// N·T numbers. The targets of data are not used.
func (m *Model) Predict(data Data) ([]float64, error) {
	y, err := m.evaluate(data, m.f)
	for i := range y {
		if data.valid(i) {
			y[i] = m.Normalization.restore(y[i])
		}
	}
	return y, err
}

// Scores returns the Relative Importance Scores H [N,K] of the samples, with
// the attribution settings of the configuration.
func (m *Model) Scores(data Data) (*mat.Dense, error) {
	return m.ScoresWith(data, m.Config.Attribution)
}

// ScoresWith returns H [N,K] with other attribution settings.
func (m *Model) ScoresWith(data Data, cfg attribution.Config) (*mat.Dense, error) {
	flat, err := m.evaluate(data, m.scoresGraph(cfg))
	if err != nil {
		return nil, err
	}
	n := data.Samples()
	return mat.NewDense(n, len(flat)/n, flat), nil
}

// scoresGraph builds H [B,K].
func (m *Model) scoresGraph(cfg attribution.Config) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		if mask == nil {
			return attribution.Scores(scope, m.unmasked, x, cfg)
		}
		return attribution.MaskedScores(scope, m.f, x, mask, cfg)
	}
}

// unmasked is the model on series without padding.
func (m *Model) unmasked(scope *model.Scope, x *Node) *Node { return m.f(scope, x, nil) }

// Attribute returns the full attribution tensor TIG, N·T·T·D numbers indexed
// by sample, output step, input step and feature, in the model's units.
func (m *Model) Attribute(data Data) ([]float64, error) {
	return m.evaluate(data, func(scope *model.Scope, x, mask *Node) *Node {
		if mask == nil {
			return attribution.TIG(scope, m.unmasked, x, m.Config.Attribution)
		}
		return attribution.MaskedTIG(scope, m.f, x, mask, m.Config.Attribution)
	})
}

// Evaluation is how well a model does on data.
type Evaluation struct {
	// MSE is the mean squared error in the data's units, over steps t ≥ Config.BurnIn.
	MSE float64 `json:"mse"`
	// Interpretability is the loss of the DAG and the constraints that hold.
	Interpretability objective.Value `json:"interpretability"`
}

// Evaluate measures the error and, for a DAG (nil for none), the
// interpretability loss over all samples at once.
func (m *Model) Evaluate(data Data, d *dag.DAG) (Evaluation, error) {
	y, err := m.Predict(data)
	if err != nil {
		return Evaluation{}, err
	}
	if data.Steps <= m.Config.BurnIn {
		return Evaluation{}, fmt.Errorf("igbo: data of T = %d steps, expected more than the burn-in of %d", data.Steps, m.Config.BurnIn)
	}
	e := Evaluation{MSE: m.meanSquaredError(y, data)}
	if d == nil {
		return e, nil
	}
	scores, err := m.Scores(data)
	if err != nil {
		return Evaluation{}, err
	}
	e.Interpretability, err = objective.Evaluate(scores, d)
	return e, err
}

// meanSquaredError is the mean of (y − target)² over samples and valid steps
// t ≥ BurnIn; 0 where there is none.
func (m *Model) meanSquaredError(y []float64, data Data) float64 {
	sum, n := 0.0, 0
	for i := range y {
		if i%data.Steps >= m.Config.BurnIn && data.valid(i) {
			sum += (y[i] - data.Y[i]) * (y[i] - data.Y[i])
			n++
		}
	}
	return sum / float64(max(n, 1))
}
