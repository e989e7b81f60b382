package linear

import (
	"math"

	"github.com/igbolab/igbolab/igbo/task"
)

// stackSteps is the number of exponentiated-gradient steps.
const stackSteps = 2000

// stack averages models with weights a ≥ 0, Σa = 1, that minimise the loss of Σ_m a_m·f_m on held-out rows
// (Wolpert, 1992). It finds the weights by exponentiated gradients, starting from equal weights. Models without
// predictions of held-out rows, such as the one over the cone, are excluded. An average of linear models (of
// their logits, for classes) is linear.
func (s *suite) stack(fitted []Fitted, out map[Method][]float64) Fitted {
	var from []Fitted
	var held [][]float64
	for _, f := range fitted {
		if o := out[f.Method]; o != nil {
			from, held = append(from, f), append(held, o)
		}
	}
	n, m := len(s.data.Y), len(from)
	a, f := make([]float64, m), make([]float64, n)
	for k := range a {
		a[k] = 1 / float64(m)
	}
	response, curvature, total := make([]float64, n), s.curvature(out[Ridge]), 0.0
	for i := range n {
		total += s.weight(i)
	}
	for range stackSteps {
		if s.ctx.Err() != nil {
			break // Suite returns the error
		}
		for i := range f {
			f[i] = 0
			for k := range held {
				f[i] += a[k] * held[k][i]
			}
		}
		copy(response, f)
		s.loss.Response(response, 1)
		slopes, sum := make([]float64, m), 0.0
		for i := range f {
			off := s.weight(i) * ((response[i] - s.data.Y[i]) / curvature)
			for k := range held {
				slopes[k] += off * held[k][i] / total
			}
		}
		mean := 0.0
		for k := range a {
			mean += a[k] * slopes[k]
		}
		for k := range a {
			a[k] *= math.Exp(-0.5 * max(-20, min(20, slopes[k]-mean)))
			sum += a[k]
		}
		for k := range a {
			a[k] /= sum
		}
	}
	model := &Model{Units: from[0].Model.Units, Theta: make([]float64, len(s.data.Features)+1)}
	stacked := Fitted{Method: Stacking, Model: model, Stack: map[Method]float64{}}
	for k, part := range from {
		stacked.Stack[part.Method] = a[k]
		for j, v := range part.Model.Theta {
			model.Theta[j] += a[k] * v // all models are in the units of the same rows
		}
	}
	return stacked
}

func (s *suite) weight(i int) float64 {
	if s.data.Weights == nil {
		return 1
	}
	return s.data.Weights[i]
}

// curvature returns the scale of differences of responses: the variance of ridge's residuals, the mean count,
// or 1 for classes.
func (s *suite) curvature(ridge []float64) float64 {
	sum, total := 0.0, 0.0
	for i, y := range s.data.Y {
		off := (y - ridge[i]) * (y - ridge[i])
		if s.loss.Is(task.KindPoisson) {
			off = y
		}
		sum += s.weight(i) * off
		total += s.weight(i)
	}
	if sum == 0 || s.loss.Is(task.KindLogistic) {
		return 1
	}
	stdDev := math.Sqrt(sum / total)
	return stdDev * stdDev
}
