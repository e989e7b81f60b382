package igbo

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/memory"
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
	if err := cfg.validateFor(data); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Features: slices.Clone(data.Features), Steps: data.Steps, DAG: d}
	if cfg.Standardize {
		m.Normalization = standardization(data)
	}
	if err := m.checkScaled(data); err != nil {
		return nil, err
	}
	if err := m.checkDAG(d); err != nil {
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

// checkScaled checks that the data in the model's units fits its dtype.
func (m *Model) checkScaled(data Data) error {
	dtype, err := m.Config.dtype()
	if err != nil {
		return err
	}
	return m.Normalization.apply(data).validateDType(dtype)
}

// open gives the model its function and an empty store.
func (m *Model) open(backend compute.Backend) error {
	if backend == nil {
		return errors.New("igbo: no backend, expected one such as backend.Select gives")
	}
	f, err := m.Config.Model.BuildMasked()
	if err != nil {
		return err
	}
	m.backend, m.store, m.f = backend, model.NewStore(), f
	return nil
}

// ready is an error for a model that was neither trained nor loaded.
func (m *Model) ready() error {
	if m == nil || m.store == nil || m.f == nil || m.backend == nil {
		return errors.New("igbo: a model that was neither trained nor loaded")
	}
	return nil
}

// checkDAG checks that a DAG (nil for none) is over the features, in their
// order, or over as many as there are groups.
func (m *Model) checkDAG(d *dag.DAG) error {
	if d == nil {
		return nil
	}
	want := len(m.Features)
	if groups := len(m.Config.Attribution.Groups); groups > 0 {
		want = groups
	} else if !slices.Equal(d.Features, m.Features) {
		return fmt.Errorf("igbo: the DAG is over the features %v, the data has %v", d.Features, m.Features)
	}
	if len(d.Features) != want {
		return fmt.Errorf("igbo: the DAG is over %d features, expected %d", len(d.Features), want)
	}
	return d.Validate()
}

// Predict returns one prediction a sample and step, in the data's units:
// N·T numbers. The targets of data are not used.
func (m *Model) Predict(data Data) ([]float64, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
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
	if err := m.ready(); err != nil {
		return nil, err
	}
	return m.ScoresWith(data, m.Config.Attribution)
}

// ScoresWith returns H [N,K] with other attribution settings.
func (m *Model) ScoresWith(data Data, cfg attribution.Config) (*mat.Dense, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(len(m.Features)); err != nil {
		return nil, err
	}
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
//
// It is an error where the tensor of all samples exceeds the memory that the machine has.
func (m *Model) Attribute(data Data) ([]float64, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if err := memory.Check(8 * float64(len(data.X)) * float64(data.Steps)); err != nil {
		return nil, fmt.Errorf("igbo: attributions of %d samples of T = %d steps: %w", data.Samples(), data.Steps, err)
	}
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
// interpretability loss over all samples at once. Errors: a DAG over other
// features, data without a target that counts, results that are not finite.
func (m *Model) Evaluate(data Data, d *dag.DAG) (Evaluation, error) {
	if err := m.ready(); err != nil {
		return Evaluation{}, err
	}
	if err := m.checkDAG(d); err != nil {
		return Evaluation{}, err
	}
	y, err := m.Predict(data)
	if err != nil {
		return Evaluation{}, err
	}
	var e Evaluation
	if e.MSE, err = m.meanSquaredError(y, data); err != nil || d == nil {
		return e, err
	}
	scores, err := m.Scores(data)
	if err != nil {
		return Evaluation{}, err
	}
	e.Interpretability, err = objective.Evaluate(scores, d)
	return e, err
}

// meanSquaredError is the mean of (y − target)² over samples and valid steps
// t ≥ BurnIn. Errors: none counts, a mean that is not finite.
func (m *Model) meanSquaredError(y []float64, data Data) (float64, error) {
	if data.Steps <= m.Config.BurnIn {
		return 0, fmt.Errorf("igbo: data of T = %d steps, expected more than the burn-in of %d", data.Steps, m.Config.BurnIn)
	}
	if err := data.validateBurnIn(m.Config.BurnIn); err != nil {
		return 0, err
	}
	sum, n := 0.0, 0
	for i := range y {
		if data.counts(i, m.Config.BurnIn) {
			sum += (y[i] - data.Y[i]) * (y[i] - data.Y[i])
			n++
		}
	}
	mse := sum / float64(n)
	if math.IsNaN(mse) || math.IsInf(mse, 0) {
		return 0, fmt.Errorf("igbo: the mean squared error is %g, expected a finite number", mse)
	}
	return mse, nil
}
