package task_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/task"
)

// batch is what a loss sees: B series of T steps and K outputs.
type batch struct {
	b, t, k, burnIn      int
	target, prediction   []float64 // [B,T,K], targets of softmax [B,T]
	mask                 []bool    // [B,T]; nil for none
	weights, stepWeights []float64 // [B] or [B,T]; nil for none
}

// counted is what counts of the batch.
func (x batch) counted(l task.Loss) task.Sample {
	s, targets := task.Sample{Outputs: x.k}, len(x.target)/(x.b*x.t)
	for i := range x.b * x.t {
		if i%x.t < x.burnIn || x.mask != nil && !x.mask[i] {
			continue
		}
		s.Predictions = append(s.Predictions, x.prediction[i*x.k:(i+1)*x.k]...)
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

// build runs the loss and its gradient for the predictions on a backend.
func (x batch) build(t testing.TB, l task.Loss) (value float64, gradient []float64) {
	t.Helper()
	shape := func(values []float64) *tensors.Tensor {
		if k := len(values) / (x.b * x.t); k > 1 {
			return tensors.FromFlatDataAndDimensions(values, x.b, x.t, k)
		}
		return tensors.FromFlatDataAndDimensions(values, x.b, x.t)
	}
	in := []any{shape(x.prediction), shape(x.target)}
	if x.weights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.weights, x.b))
	}
	if x.mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.mask, x.b, x.t))
	}
	if x.stepWeights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(x.stepWeights, x.b, x.t))
	}
	exec, err := graph.NewExec(backendtest.Open(t), func(in []*graph.Node) []*graph.Node {
		loss := l.Build(in[1:], in[0], x.burnIn)
		return []*graph.Node{loss, graph.Gradient(loss, in[0])[0]}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	out, err := exec.Call(in...)
	if err != nil {
		t.Fatal(err)
	}
	gradient, err = tensors.CopyFlatData[float64](out[1])
	if err != nil {
		t.Fatal(err)
	}
	return tensors.ToScalar[float64](out[0]), gradient
}

// losses are the settings under test, with the number of outputs of each.
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
		"logistic": of(task.Loss{Kind: task.KindLogistic}, 1), "logistic classes": of(task.Loss{Kind: task.KindLogistic, ClassWeights: []float64{0.5, 3}}, 2),
		"softmax": of(task.Loss{Kind: task.KindSoftmax}, 3), "softmax classes": of(task.Loss{Kind: task.KindSoftmax, ClassWeights: []float64{1, 0, 4}}, 3),
		"poisson": of(task.Loss{Kind: task.KindPoisson}, 1), "poisson 2": of(task.Loss{Kind: task.KindPoisson}, 2),
	}
}

// draw makes a batch for a loss, with nonsense at masked steps.
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

// TestLossesAreTheirReferences: on nodes each loss is the float64 one, and its
// gradient that of finite differences, crossed with masks, weights, burn-in and outputs.
func TestLossesAreTheirReferences(t *testing.T) {
	for name, c := range losses() {
		for variant := range 12 {
			masked, weighted, byStep, burnIn := variant&1 > 0, variant&2 > 0, variant%3 == 0, 2*(variant/4)
			if burnIn > 3 {
				burnIn = 3
			}
			t.Run(fmt.Sprintf("%s/mask=%t/weights=%t/burn-in=%d/%d", name, masked, weighted, burnIn, variant), func(t *testing.T) {
				x := draw(c.loss, c.k, masked, weighted, byStep, burnIn, rand.New(rand.NewPCG(7, uint64(variant))))
				got, gradient := x.build(t, c.loss)
				want, err := c.loss.Value(x.counted(c.loss))
				if err != nil {
					t.Fatal(err)
				}
				backendtest.Near(t, "loss", []float64{got}, []float64{want}, 1e-12)
				backendtest.Near(t, "gradient", gradient, x.differences(t, c.loss), 1e-6)
			})
		}
	}
}

// differences are central ones of the float64 reference.
func (x batch) differences(t *testing.T, l task.Loss) []float64 {
	const h = 1e-6
	all := make([]float64, len(x.prediction))
	for i := range all {
		at := x.prediction[i]
		var v [2]float64
		for side, step := range []float64{h, -h} {
			x.prediction[i] = at + step
			var err error
			if v[side], err = l.Value(x.counted(l)); err != nil {
				t.Fatal(err)
			}
		}
		x.prediction[i] = at
		all[i] = (v[0] - v[1]) / (2 * h)
	}
	return all
}

// TestGradientAtALogitOfZero is ½ − y, where GoMLX's pieces of the loss all have a kink.
func TestGradientAtALogitOfZero(t *testing.T) {
	for _, y := range []float64{0, 0.5, 1} {
		x := batch{b: 1, t: 1, k: 1, target: []float64{y}, prediction: []float64{0}}
		_, g := x.build(t, task.Loss{Kind: task.KindLogistic})
		backendtest.Near(t, "gradient", g, []float64{0.5 - y}, 1e-12)
	}
}

// TestWeightTwoIsTwice: a sample of weight 2 counts as the sample given twice.
func TestWeightTwoIsTwice(t *testing.T) {
	for name, c := range losses() {
		x := draw(c.loss, c.k, false, false, false, 1, rand.New(rand.NewPCG(1, 2)))
		x.weights = []float64{1, 1, 1, 2}
		got, _ := x.build(t, c.loss)
		twice := x
		twice.b, twice.weights = 5, nil
		p, y := x.t*x.k, len(x.target)/x.b
		twice.prediction = append(append([]float64{}, x.prediction...), x.prediction[3*p:]...)
		twice.target = append(append([]float64{}, x.target...), x.target[3*y:]...)
		want, _ := twice.build(t, c.loss)
		backendtest.Near(t, name, []float64{got}, []float64{want}, 1e-12)
	}
}

// TestNothingThatCountsIsZero: a batch in which no step counts has L = 0 and no gradient.
func TestNothingThatCountsIsZero(t *testing.T) {
	for name, c := range losses() {
		for _, by := range []string{"mask", "weights"} {
			x := draw(c.loss, c.k, by == "mask", by == "weights", false, 0, rand.New(rand.NewPCG(1, 3)))
			clear(x.mask)
			clear(x.weights)
			value, gradient := x.build(t, c.loss)
			backendtest.Near(t, name+" "+by, append(gradient, value), make([]float64, len(gradient)+1), 0)
		}
	}
}

// TestCustomLoss: a user's function, pinball at 0.9, under mask, weights and burn-in.
func TestCustomLoss(t *testing.T) {
	const q = 0.9
	l := task.Loss{Kind: task.KindCustom, Name: "pinball", Function: func(y, f *graph.Node) *graph.Node {
		off := graph.Sub(y, f)
		return graph.Max(graph.MulScalar(off, q), graph.MulScalar(off, q-1))
	}}
	x := draw(task.Loss{}, 1, true, true, false, 2, rand.New(rand.NewPCG(5, 5)))
	got, _ := x.build(t, l)
	s := x.counted(l)
	var values []float64
	for i, y := range s.Targets {
		off := y - s.Predictions[i]
		values = append(values, math.Max(q*off, (q-1)*off))
	}
	backendtest.Near(t, "pinball", []float64{got}, []float64{task.Mean(values, s.Weights)}, 1e-12)
}

// TestFloat32StaysFloat32: a loss has the dtype of the predictions.
func TestFloat32StaysFloat32(t *testing.T) {
	for name, c := range losses() {
		exec, err := graph.NewExec(backendtest.Open(t), func(p, y, w *graph.Node) *graph.Node { return c.loss.Build([]*graph.Node{y, w}, p, 0) })
		if err != nil {
			t.Fatal(err)
		}
		p := tensors.FromFlatDataAndDimensions(make([]float32, 2*c.k), 2, 1, c.k)
		y := tensors.FromFlatDataAndDimensions(make([]float32, 2*c.k), 2, 1, c.k)
		switch {
		case c.k == 1:
			p, y = tensors.FromFlatDataAndDimensions([]float32{0, 0}, 2, 1), tensors.FromFlatDataAndDimensions([]float32{0, 0}, 2, 1)
		case c.loss.Is(task.KindSoftmax):
			y = tensors.FromFlatDataAndDimensions([]float32{0, 0}, 2, 1)
		}
		out, err := exec.Call1(p, y, []float32{1, 2})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out.DType() != dtypes.Float32 {
			t.Errorf("%s is %s", name, out.DType())
		}
		exec.Finalize()
	}
}
