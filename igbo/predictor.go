package igbo

import "errors"

var errNoPredictor = errors.New("igbo: no predictor, expected one that Model.Predictor returns")

// Predictor predicts as often as is needed with one graph. It is to be closed.
type Predictor struct{ e *evaluator }

// Predictor makes one of the model as it is.
func (m *Model) Predictor() (*Predictor, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	e, err := m.newEvaluator(m.f)
	if err != nil {
		return nil, err
	}
	return &Predictor{e}, nil
}

// Predict is Model.Predict.
func (p *Predictor) Predict(data Data) ([]float64, error) {
	if p == nil || p.e == nil {
		return nil, errNoPredictor
	}
	y, err := p.e.run(data)
	if err == nil {
		p.e.model.restore(y, data)
	}
	return y, err
}

// Loss is the task loss L of the model on data, as Model.Evaluate gives it.
func (p *Predictor) Loss(data Data) (float64, error) {
	if p == nil || p.e == nil {
		return 0, errNoPredictor
	}
	y, err := p.e.run(data)
	if err != nil {
		return 0, err
	}
	return p.e.model.taskValue(y, p.e.model.Normalization.apply(data))
}

// Close frees the graph.
func (p *Predictor) Close() {
	if p != nil {
		p.e.close()
	}
}
