package attribution

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Baseline is the reference input x′ that attribution starts from. The paper
// names zero, dataset statistics and per-sample baselines; which one is an
// explicit choice here. The zero value is the zero baseline.
type Baseline struct {
	// Name says what it is, in files and reports: "zero", "mean", ….
	Name string `json:"name"`
	// Values holds one number a feature [D], or one a step and feature [T·D]; empty is zero.
	Values []float64 `json:"values,omitempty"`
	// PerSample, where set, makes the baseline [B,T,D] from the input [B,T,D]. Not saved.
	PerSample func(x *Node) *Node `json:"-"`
}

// Zero is the zero baseline, the paper's choice.
func Zero() Baseline { return Baseline{Name: "zero"} }

// Constant is a baseline with one value a feature, such as the training mean.
func Constant(name string, values []float64) Baseline {
	return Baseline{Name: name, Values: values}
}

// Node builds the baseline for x [B,T,D]; nil stands for zero. It panics where
// the number of values is neither D nor T·D.
func (b Baseline) Node(x *Node) *Node {
	switch t, d := x.Shape().Dim(1), x.Shape().Dim(2); {
	case b.PerSample != nil:
		return b.PerSample(x)
	case len(b.Values) == 0:
		return nil
	case len(b.Values) == d:
		return BroadcastToShape(constant.Of(x, b.Values, 1, 1, d), x.Shape())
	case len(b.Values) == t*d:
		return BroadcastToShape(constant.Of(x, b.Values, 1, t, d), x.Shape())
	default:
		panic(fmt.Errorf("attribution: baseline %q has %d values, expected %d (D) or %d (T·D)", b.Name, len(b.Values), d, t*d))
	}
}
