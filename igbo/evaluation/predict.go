package evaluation

import (
	"errors"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

var errNoPredictor = errors.New("igbo: no predictor, expected one that Model.Predictor returns")

// Predictor predicts as often as is needed with one graph. It is to be closed.
type Predictor struct{ e *Evaluator }

// NewPredictor makes one of the model as it is.
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

// Predict is Model.Predict.
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

// Loss is the task loss L of the model on data, as Model.Evaluate gives it.
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

// Predict is igbo.Model.Predict.
func Predict(m *trained.Model, data samples.Data) ([]float64, error) {
	p, err := NewPredictor(m)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Predict(data)
}

// Response is igbo.Model.Response.
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

// Start makes the variables of a new model, which its function draws when it first runs. The inputs of that run are zeros; a function such as a logarithm
// may be undefined there, so the outputs do not matter.
func Start(m *trained.Model) error {
	e, err := NewEvaluator(m, m.Function())
	if err != nil {
		return err
	}
	defer e.Close()
	_, err = e.once(samples.Data{Features: m.Features, Steps: m.Steps, X: make([]float64, m.Steps*len(m.Features)), Y: make([]float64, m.Steps)}, 0)
	return err
}
