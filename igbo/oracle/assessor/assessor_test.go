package assessor

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// reference computes the energy in float64 from the weights.
func reference(a Assessor, p Points, i int) float64 {
	x := p.row(i)
	c, sum := a.(*classifier), 0.0
	width := len(c.Features)
	for w := range c.windows() {
		in := append([]float64{}, x[w*width:(w+c.Window)*width]...)
		if c.windows() > 1 {
			in = append(in, c.place(w))
		}
		for l, layer := range c.layers {
			out := make([]float64, layer.Out)
			for j := range out {
				out[j] = float64(layer.Biases[j])
				for k, v := range in {
					if l > 0 {
						v /= 1 + math.Exp(-v)
					}
					out[j] += v * float64(layer.Weights[k*layer.Out+j])
				}
			}
			in = out
		}
		sum += math.Log1p(math.Exp(-in[0]))
	}
	return sum / float64(c.windows())
}

// TestEnergy compares the graph's energy with a reference, and checks that the hinge is its excess over τ.
func TestEnergy(t *testing.T) {
	each(t, func(t *testing.T, a Assessor, p Points) {
		tau, scale := a.Threshold()
		var want, hinge []float64
		for i := range p.Series() {
			e := reference(a, p, i)
			want, hinge = append(want, e), append(hinge, max(0, e-tau)/scale)
		}
		backendtest.Near(t, "energy", energiesOf(t, a, p), want, 1e-9)
		backendtest.Near(t, "hinge", numbers(t, p, func(x *Node) *Node { return Hinge(a, x) }), hinge, 1e-9)
	})
}

// TestEnergyGradient compares the gradient with respect to the points with central differences.
func TestEnergyGradient(t *testing.T) {
	each(t, func(t *testing.T, a Assessor, p Points) {
		p = p.rows([]int{0, 1, 2})
		got := numbers(t, p, func(x *Node) *Node { return Gradient(ReduceAllSum(a.Energy(x)), x)[0] })
		const h = 1e-5
		var want []float64
		for i := range p.X {
			moved := func(by float64) float64 {
				q := p.with(append([]float64{}, p.X...))
				q.X[i] += by
				return reference(a, q, i/p.dims())
			}
			want = append(want, (moved(h)-moved(-h))/(2*h))
		}
		backendtest.Near(t, "gradient", got, want, 1e-6)
	})
}

// TestSameSeedSameBytes checks that equal seeds give equal bytes and other seeds give other bytes.
func TestSameSeedSameBytes(t *testing.T) {
	backendtest.LongOnXLA(t, "three trainings, each with graphs of its own")
	cfg, p := quick(), points(datasets.Curve{}, 100, 1)
	first, again := bytesOf(t, made(t, cfg, p)), bytesOf(t, made(t, cfg, p))
	cfg.Seed++
	if other := bytesOf(t, made(t, cfg, p)); !bytes.Equal(first, again) || bytes.Equal(first, other) {
		t.Errorf("the same seed gives equal bytes: %t; another: %t", bytes.Equal(first, again), bytes.Equal(first, other))
	}
}

// TestResume checks that an interrupted training ends with the same bits as an uninterrupted one, and that it
// does not resume with other data.
func TestResume(t *testing.T) {
	backendtest.LongOnXLA(t, "four trainings, each with graphs of its own")
	cfg, p, backend := quick(), points(datasets.Curve{}, 100, 1), backendtest.Open(t)
	cfg.Checkpoints = igbo.Checkpoints{Dir: t.TempDir(), Every: 5, Resume: true}
	ctx, cancel := context.WithCancel(t.Context())
	cfg.OnStep = func(step int) {
		if step == 12 {
			cancel()
		}
	}
	if _, err := Train(ctx, backend, cfg, p); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a cancelled context", err)
	}
	from := 0
	cfg.OnStep = func(step int) {
		if from == 0 {
			from = step
		}
	}
	if _, err := Train(t.Context(), backend, cfg, points(datasets.Curve{}, 100, 7)); err == nil {
		t.Error("resumed on other data")
	}
	from = 0
	resumed, unbroken := made(t, cfg, p), made(t, quick(), p)
	if from < 5 || !bytes.Equal(bytesOf(t, resumed), bytesOf(t, unbroken)) {
		t.Errorf("resumed at step %d, equal bytes: %t", from, bytes.Equal(bytesOf(t, resumed), bytesOf(t, unbroken)))
	}
}

// TestConstantEnergy checks that a classifier which learned nothing is rejected, instead of dividing by zero.
func TestConstantEnergy(t *testing.T) {
	c := &classifier{Window: 1, layers: []layer{{In: 2, Out: 1, Weights: make([]float32, 2), Biases: make([]float32, 1)}}}
	c.Features, c.Steps = []string{"x1", "x2"}, 1
	if err := c.calibrate(backendtest.Open(t), c, points(datasets.Curve{}, 30, 1), 1); err == nil {
		t.Error("no error")
	}
}
