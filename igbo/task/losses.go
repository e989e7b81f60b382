package task

// Losses returns the loss of each row. Its weighted mean is the metric for comparing models: the squared error
// (MSE), the absolute error (MAE), the pinball loss, the log loss, or the Poisson deviance (twice the
// difference of log likelihoods). The loss of a row with several targets is their mean. Class weights are
// ignored. Losses returns the same errors as [Loss.Value].
func (l Loss) Losses(s Predictions) ([]float64, error) {
	l.ClassWeights = nil
	if err := l.check(s); err != nil {
		return nil, err
	}
	perRow := len(s.Targets) / max(s.rows(), 1)
	response := append([]float64(nil), s.Values...)
	l.Response(response, s.Outputs)
	losses := make([]float64, s.rows())
	for i := range s.Targets {
		value := 0.0
		if l.Is(KindPoisson) {
			value = 2 * deviance(s.Targets[i], s.Values[i], response[i])
		} else {
			value = l.of(s, i)
		}
		losses[i/perRow] += value / float64(perRow)
	}
	return losses, nil
}
