package attribution

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// A Baseline is the reference input x′ at which an integration path starts. The paper suggests zero, statistics
// of the data, or per-sample baselines. The zero value is the zero baseline.
type Baseline struct {
	// Name is the name in files and reports, such as "zero" or "mean".
	Name string `json:"name"`
	// Values holds one number per feature [D], or one per step and feature [T·D], in the units of x. For an
	// igbo.Model, these are the model's units, in which the training mean is 0 if Config.Standardize is set. Empty
	// means zero.
	Values []float64 `json:"values,omitempty"`
	// PerSample, if not nil, builds the baseline [B,T,D] from the input [B,T,D]. It is not saved.
	PerSample func(x *Node) *Node `json:"-"`
}

// Zero returns the zero baseline, which the paper uses.
func Zero() Baseline { return Baseline{Name: "zero"} }

// Constant returns a baseline with one value per feature, such as the training mean.
func Constant(name string, values []float64) Baseline {
	return Baseline{Name: name, Values: values}
}

// Validate checks that every value is finite.
func (b Baseline) Validate() error {
	for i, v := range b.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("attribution: value %d of baseline %q is %g, want a finite number", i, b.Name, v)
		}
	}
	return nil
}

// Node builds the baseline for x [B,T,D], or returns nil for zero. It panics if the number of values is neither
// D nor T·D, or if PerSample returns a shape that differs from the shape of x.
func (b Baseline) Node(x *Node) *Node {
	checkInput(x)
	switch t, d := x.Shape().Dim(1), x.Shape().Dim(2); {
	case b.PerSample != nil:
		start := b.PerSample(x)
		if start != nil && !start.Shape().Equal(x.Shape()) {
			panic(fmt.Errorf("attribution: baseline %q is %s for x %s, want the same shape", b.Name, start.Shape(), x.Shape()))
		}
		return start
	case len(b.Values) == 0:
		return nil
	case len(b.Values) == d:
		return BroadcastToShape(constant.Of(x, b.Values, 1, 1, d), x.Shape())
	case len(b.Values) == t*d:
		return BroadcastToShape(constant.Of(x, b.Values, 1, t, d), x.Shape())
	default:
		panic(fmt.Errorf("attribution: baseline %q has %d values, want %d (D) or %d (T·D)", b.Name, len(b.Values), d, t*d))
	}
}
