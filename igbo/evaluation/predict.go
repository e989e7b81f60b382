package evaluation

import (
	"errors"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

var errNoPredictor = errors.New("evaluation: predicting: the Predictor is nil or empty (use the result of Model.Predictor)")

// A Predictor makes repeated predictions with one compiled graph. Call Close after use.
type Predictor struct{ e *Evaluator }

// NewPredictor returns a Predictor for the model. Each call uses the weights that the model has at that time.
func NewPredictor(m *trained.Model) (*Predictor, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	e, err := NewEvaluator(m, m.Function())
	if err != nil {
		return nil, err
	}
	return &Predictor{e}, nil
}

// Predict returns the same outputs as igbo.Model.Predict.
func (p *Predictor) Predict(data samples.Data) ([]float64, error) {
	if p == nil || p.e == nil {
		return nil, errNoPredictor
	}
	y, err := p.e.Run(data)
	if err == nil {
		p.e.model.Restore(y, data)
	}
	return y, err
}

// Loss returns the task loss L on data, as igbo.Model.Evaluate computes it.
func (p *Predictor) Loss(data samples.Data) (float64, error) {
	if p == nil || p.e == nil {
		return 0, errNoPredictor
	}
	y, err := p.e.Run(data)
	if err != nil {
		return 0, err
	}
	return TaskLoss(p.e.model, y, p.e.model.Normalization.Targets(data))
}

// Close frees the graph.
func (p *Predictor) Close() {
	if p != nil {
		p.e.Close()
	}
}

// Predict returns the model's outputs; see igbo.Model.Predict.
func Predict(m *trained.Model, data samples.Data) ([]float64, error) {
	p, err := NewPredictor(m)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Predict(data)
}

// Response returns the predicted response; see igbo.Model.Response.
func Response(m *trained.Model, data samples.Data) ([]float64, error) {
	y, err := Predict(m, data)
	if err != nil {
		return nil, err
	}
	m.Config.Loss.Response(y, m.Outputs())
	for i := range y {
		if !data.Valid(i / m.Outputs()) {
			y[i] = 0
		}
	}
	return y, nil
}

// Start creates the variables of a new model by running its function once on zeros. It ignores the outputs,
// because a function such as a logarithm may be undefined there.
func Start(m *trained.Model) error {
	e, err := NewEvaluator(m, m.Function())
	if err != nil {
		return err
	}
	defer e.Close()
	_, err = e.once(samples.Data{Features: m.Features, Steps: m.Steps, X: make([]float64, m.Steps*len(m.Features)), Y: make([]float64, m.Steps)}, 0)
	return err
}
