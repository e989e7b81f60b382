package task_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// A batch holds the inputs of a loss: B series of T steps and K outputs.
type batch struct {
	b, t, k, burnIn      int
	target, prediction   []float64 // [B,T,K]; targets of softmax are [B,T]
	mask                 []bool    // [B,T] or nil
	weights, stepWeights []float64 // [B] or [B,T], or nil
}

// counted returns the predictions that count in the batch.
func (x batch) counted(l task.Loss) task.Predictions {
	s, targets := task.Predictions{Outputs: x.k}, len(x.target)/(x.b*x.t)
	for i := range x.b * x.t {
		if i%x.t < x.burnIn || x.mask != nil && !x.mask[i] {
			continue
		}
		s.Values = append(s.Values, x.prediction[i*x.k:(i+1)*x.k]...)
		s.Targets = append(s.Targets, x.target[i*targets:(i+1)*targets]...)
		switch {
		case x.weights != nil:
			s.Weights = append(s.Weights, x.weights[i/x.t])
		case x.stepWeights != nil:
			s.Weights = append(s.Weights, x.stepWeights[i])
		}
	}
	return s
}

// build evaluates the loss and its gradient with respect to the predictions on a backend.
func (x batch) build(t testing.TB, l task.Loss) (value float64, gradient []float64) {
	t.Helper()
	shape := func(values []float64) *tensors.Tensor {
		if k := len(values) / (x.b * x.t); k > 1 {
			return tensors.FromFlatDataAndDimensions(values, x.b, x.t, k)
		}
		return tensors.FromFlatDataAndDimensions(values, x.b, x.t)
	}
	in := []*tensors.Tensor{shape(x.prediction), shape(x.target)}
	if x.weights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.weights, x.b))
	}
	if x.mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.mask, x.b, x.t))
	}
	if x.stepWeights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.stepWeights, x.b, x.t))
	}
	out := backendtest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		loss := l.Build(in[1:], in[0], x.burnIn)
		return []*graph.Node{loss, graph.Gradient(loss, in[0])[0]}
	}, in...)
	return out[0][0], out[1]
}

// losses returns the losses to test, with the number of outputs of each.
func losses() map[string]struct {
	loss task.Loss
	k    int
} {
	of := func(l task.Loss, k int) struct {
		loss task.Loss
		k    int
	} {
		return struct {
			loss task.Loss
			k    int
		}{l, k}
	}
	return map[string]struct {
		loss task.Loss
		k    int
	}{
		"zero":     of(task.Loss{}, 1),
		"squared":  of(task.Loss{Kind: task.KindSquared}, 3),
		"absolute": of(task.Loss{Kind: task.KindAbsolute}, 1), "absolute 2": of(task.Loss{Kind: task.KindAbsolute}, 2),
		"huber": of(task.Loss{Kind: task.KindHuber, Delta: 0.7}, 1), "huber 2": of(task.Loss{Kind: task.KindHuber, Delta: 0.7}, 2),
		"quantile": of(task.Loss{Kind: task.KindQuantile, Quantile: 0.8}, 1), "quantile 2": of(task.Loss{Kind: task.KindQuantile, Quantile: 0.1}, 2),
		"logistic": of(task.Loss{Kind: task.KindLogistic}, 1), "logistic classes": of(task.Loss{Kind: task.KindLogistic, ClassWeights: []float64{0.5, 3}}, 2),
		"softmax": of(task.Loss{Kind: task.KindSoftmax}, 3), "softmax classes": of(task.Loss{Kind: task.KindSoftmax, ClassWeights: []float64{1, 0, 4}}, 3),
		"poisson": of(task.Loss{Kind: task.KindPoisson}, 1), "poisson 2": of(task.Loss{Kind: task.KindPoisson}, 2),
	}
}

// draw draws a batch for a loss, with nonsense at masked steps.
func draw(l task.Loss, k int, masked, weighted, byStep bool, burnIn int, random *rand.Rand) batch {
	x := batch{b: 4, t: 5, k: k, burnIn: burnIn}
	targets := k
	if l.Is(task.KindSoftmax) {
		targets = 1
	}
	for range x.b * x.t * k {
		x.prediction = append(x.prediction, 2*random.NormFloat64())
	}
	for range x.b * x.t * targets {
		y := random.NormFloat64()
		switch {
		case l.Is(task.KindLogistic):
			y = float64(random.IntN(2))
		case l.Is(task.KindSoftmax):
			y = float64(random.IntN(k))
		case l.Is(task.KindPoisson):
			y = float64(random.IntN(5))
		}
		x.target = append(x.target, y)
	}
	if weighted && byStep {
		for range x.b * x.t {
			x.stepWeights = append(x.stepWeights, random.Float64())
		}
	} else if weighted {
		x.weights = []float64{0, 3, 0.2, 1}
	}
	if masked {
		x.mask = make([]bool, x.b*x.t)
		for i := range x.mask {
			if x.mask[i] = random.IntN(3) > 0; !x.mask[i] {
				for j := range k {
					x.prediction[i*k+j] = 1e30
				}
				for j := range targets {
					x.target[i*targets+j] = -7
				}
			}
		}
	}
	return x
}

// differences returns central differences of the float64 reference.
func (x batch) differences(t *testing.T, l task.Loss) []float64 {
	const h = 1e-6
	all := make([]float64, len(x.prediction))
	for i := range all {
		at := x.prediction[i]
		var v [2]float64
		for side, step := range []float64{h, -h} {
			x.prediction[i] = at + step
			v[side] = must.Of(l.Value(x.counted(l))).In(t)
		}
		x.prediction[i] = at
		all[i] = (v[0] - v[1]) / (2 * h)
	}
	return all
}
