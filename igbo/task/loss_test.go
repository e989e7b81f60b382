package task_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestLossesAreTheirReferences compares each loss on nodes with the float64 reference, and its gradient with
// finite differences, for combinations of masks, weights, burn-in and outputs.
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
				want := must.Of(c.loss.Value(x.counted(c.loss))).In(t)
				backendtest.Near(t, "loss", []float64{got}, []float64{want}, 1e-12)
				backendtest.Near(t, "gradient", gradient, x.differences(t, c.loss), 1e-6)
			})
		}
	}
}

// TestGradientAtALogitOfZero checks that the gradient is ½ − y at a logit of 0, where GoMLX's terms of the loss
// all have a kink.
func TestGradientAtALogitOfZero(t *testing.T) {
	for _, y := range []float64{0, 0.5, 1} {
		x := batch{b: 1, t: 1, k: 1, target: []float64{y}, prediction: []float64{0}}
		_, g := x.build(t, task.Loss{Kind: task.KindLogistic})
		backendtest.Near(t, "gradient", g, []float64{0.5 - y}, 1e-12)
	}
}

// TestWeightTwoIsTwice checks that a sample of weight 2 counts like two copies of the sample.
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

// TestNothingThatCountsIsZero checks that L and its gradient are 0 for a batch in which no step counts.
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

// TestCustomLoss tests a user-defined function, the pinball loss at 0.9, with mask, weights and burn-in.
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
		off := y - s.Values[i]
		values = append(values, math.Max(q*off, (q-1)*off))
	}
	backendtest.Near(t, "pinball", []float64{got}, []float64{task.Mean(values, s.Weights)}, 1e-12)
}

// TestFloat32StaysFloat32 checks that a loss has the dtype of the predictions.
func TestFloat32StaysFloat32(t *testing.T) {
	for name, c := range losses() {
		exec := must.Of(graph.NewExec(backendtest.Open(t), func(p, y, w *graph.Node) *graph.Node { return c.loss.Build([]*graph.Node{y, w}, p, 0) })).In(t)
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
