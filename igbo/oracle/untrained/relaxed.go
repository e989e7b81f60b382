package untrained

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// RelaxedConfig holds the settings of [Relaxed].
type RelaxedConfig struct {
	// Anchors is K.
	Anchors int `json:"anchors"`
	// Steps is the number of Adam steps.
	Steps int `json:"steps"`
	// Rate is Adam's learning rate, in normalised units.
	Rate float64 `json:"learning_rate"`
	// Weight is w, the weight of the validity term.
	Weight float64 `json:"weight"`
	// Shift and Scale [D] map the units of the pairs to those of the assessor, z = (x − shift)/scale. Leave
	// them empty if the units are the same.
	Shift []float64 `json:"shift,omitempty"`
	Scale []float64 `json:"scale,omitempty"`
}

// DefaultRelaxedConfig returns 9 anchors, 300 steps at 0.03 and w = 3.
func DefaultRelaxedConfig() RelaxedConfig {
	return RelaxedConfig{Anchors: 9, Steps: 300, Rate: 0.03, Weight: 3}
}

// Validate checks all settings. D = d is the number of features.
func (c RelaxedConfig) Validate(d int) error {
	switch {
	case c.Steps < 1 || c.Steps > 1e6:
		return fmt.Errorf("untrained: Steps is %d, want 1 to 1000000", c.Steps)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 1):
		return fmt.Errorf("untrained: Rate, the learning rate, must be finite and positive, got %g", c.Rate)
	case !(c.Weight >= 0) || math.IsInf(c.Weight, 1):
		return fmt.Errorf("untrained: Weight is %g, want a finite number of at least 0", c.Weight)
	case len(c.Shift) != len(c.Scale) || len(c.Scale) != 0 && len(c.Scale) != d:
		return fmt.Errorf("untrained: Shift has %d numbers and Scale has %d, want %d in each (one per feature), or none", len(c.Shift), len(c.Scale), d)
	}
	for k := range c.Scale {
		if shift := c.Shift[k]; !(c.Scale[k] > 0) || math.IsInf(c.Scale[k], 1) || math.IsNaN(shift) || math.IsInf(shift, 0) {
			return fmt.Errorf("untrained: feature %d has the shift %g and the scale %g, want finite numbers and a positive scale", k, shift, c.Scale[k])
		}
	}
	return checkAnchors(c.Anchors)
}

// atOnce is the number of pairs per graph.
const atOnce = 256

// Relaxed returns the path through anchors that are optimised separately for each pair. They start evenly
// spaced on the straight line. Adam then minimises
//
//	L = (K+1)·Σ‖Δp‖²/‖x − x′‖² + w·Σ‖Δp‖·ē/‖x − x′‖
//
// where ē is the mean of the assessor's hinge at two points per segment. This approximates the best paths that
// a generator could reach with that assessor.
//
// It returns an error if an argument is invalid, if the shape of the assessor does not match the pairs, if ctx
// is cancelled, or if the anchors diverge.
func Relaxed(ctx context.Context, backend compute.Backend, a assessor.Assessor, p Pairs, cfg RelaxedConfig) (attribution.PiecewiseLinear, error) {
	var none attribution.PiecewiseLinear
	if backend == nil || a == nil {
		return none, errors.New("untrained: the backend and the assessor must not be nil")
	}
	if err := p.Validate(); err != nil {
		return none, err
	}
	if err := cfg.Validate(p.Features); err != nil {
		return none, err
	}
	if t, d := a.Shape(); t != p.Steps || d != p.Features {
		return none, fmt.Errorf("untrained: the assessor has T = %d and D = %d, but the pairs have T = %d and D = %d (they must be equal)", t, d, p.Steps, p.Features)
	}
	descent := relaxation{cfg, a, p.Steps, p.Features}
	exec, err := NewExec(backend, descent.step)
	if err != nil {
		return none, fmt.Errorf("untrained: %w", err)
	}
	defer exec.Finalize()
	var anchors []float64
	for from := 0; from < p.Len(); from += atOnce {
		n, to := p.width(), min(from+atOnce, p.Len())
		found, err := descent.run(ctx, exec, cfg.normal(p.X[from*n:to*n]), cfg.normal(p.Baseline[from*n:to*n]))
		if err != nil {
			return none, err
		}
		anchors = append(anchors, found...)
	}
	return Fixed(p, anchors)
}

// normal converts numbers to the assessor's units.
func (c RelaxedConfig) normal(x []float64) []float32 {
	z := make([]float32, len(x))
	for i, v := range x {
		if d := len(c.Scale); d > 0 {
			v = (v - c.Shift[i%d]) / c.Scale[i%d]
		}
		z[i] = float32(v)
	}
	return z
}

// restore converts numbers from the assessor's units.
func (c RelaxedConfig) restore(z []float32) []float64 {
	x := make([]float64, len(z))
	for i, v := range z {
		x[i] = float64(v)
		if d := len(c.Scale); d > 0 {
			x[i] = x[i]*c.Scale[i%d] + c.Shift[i%d]
		}
	}
	return x
}

// A relaxation minimises L for a batch of pairs.
type relaxation struct {
	RelaxedConfig
	assessor        assessor.Assessor
	steps, features int
}

// run runs the minimisation, starting from the straight line.
func (r relaxation) run(ctx context.Context, exec *Exec, x, baseline []float32) ([]float64, error) {
	n, k := r.steps*r.features, r.Anchors
	pairs := len(x) / n
	var start []float32
	for i := range pairs {
		for s := range k {
			part := float32(s+1) / float32(k+1)
			for j := i * n; j < (i+1)*n; j++ {
				start = append(start, baseline[j]+part*(x[j]-baseline[j]))
			}
		}
	}
	tensor := func(flat []float32, dims ...int) *tensors.Tensor {
		return tensors.FromFlatDataAndDimensions(flat, dims...)
	}
	ends := []any{tensor(x, pairs, 1, n), tensor(baseline, pairs, 1, n)}
	state := []any{tensor(start, pairs, k, n), tensor(make([]float32, len(start)), pairs, k, n), tensor(make([]float32, len(start)), pairs, k, n)}
	for step := range r.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out, err := exec.Call(append(append([]any{float32(step + 1)}, ends...), state...)...)
		if err != nil {
			return nil, fmt.Errorf("untrained: %w", err)
		}
		for i := range state {
			state[i] = out[i]
		}
	}
	flat, err := tensors.CopyFlatData[float32](state[0].(*tensors.Tensor))
	if err != nil {
		return nil, fmt.Errorf("untrained: %w", err)
	}
	return r.restore(flat), nil
}

// step builds one Adam step. Its inputs are the step number, x and baseline [N,1,n], and the anchors and both
// moments [N,K,n].
func (r relaxation) step(in []*Node) []*Node {
	const beta1, beta2 = 0.9, 0.999
	count, x, baseline, anchors, mean, square := in[0], in[1], in[2], in[3], in[4], in[5]
	g := derivative.CheckedGradient(r.loss(x, baseline, anchors), anchors)[0]
	mean = Add(MulScalar(mean, beta1), MulScalar(g, 1-beta1))
	square = Add(MulScalar(square, beta2), MulScalar(Square(g), 1-beta2))
	unbiased := func(v *Node, beta float64) *Node {
		return Div(v, OneMinus(Exp(MulScalar(count, math.Log(beta)))))
	}
	move := Div(unbiased(mean, beta1), AddScalar(Sqrt(unbiased(square, beta2)), 1e-8))
	return []*Node{Sub(anchors, MulScalar(move, r.Rate)), mean, square}
}

// loss builds the sum of L over the pairs, which are independent.
func (r relaxation) loss(x, baseline, anchors *Node) *Node {
	n, segments := r.steps*r.features, r.Anchors+1
	starts, ends := Concatenate([]*Node{baseline, anchors}, 1), Concatenate([]*Node{anchors, x}, 1)
	delta := Sub(ends, starts)                                           // [N,K+1,n]
	reach := AddScalar(ReduceSum(Square(Sub(x, baseline)), 1, 2), 1e-12) // [N]
	length := Sqrt(AddScalar(ReduceSum(Square(delta), 2), 1e-12))        // [N,K+1]
	short := MulScalar(Div(ReduceSum(Square(delta), 1, 2), reach), float64(segments))
	points := Concatenate([]*Node{Add(starts, MulScalar(delta, 0.25)), Add(starts, MulScalar(delta, 0.75))}, 0)
	count := points.Shape().Size() / n
	hinge := assessor.Hinge(r.assessor, Reshape(points, count, r.steps, r.features))
	hinge = ReduceMean(Reshape(hinge, 2, x.Shape().Dim(0), segments), 0)
	valid := Div(ReduceSum(Mul(length, hinge), 1), Sqrt(reach))
	return ReduceAllSum(Add(short, MulScalar(valid, r.Weight)))
}
