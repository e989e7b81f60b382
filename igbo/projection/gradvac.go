package projection

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// DefaultGradVac is the value of Target in the rule that [ByName] returns.
const DefaultGradVac = 0.5

// GradVac turns the gradients towards each other until their cosine is Target, if it is smaller, and adds them
// (Wang et al., 2021). With φ = Target,
//
//	k = max(0, sin·φ/√(1−φ²) − cos)
//	v = (1 + k·‖g2‖/‖g1‖)·g1 + (1 + k·‖g1‖/‖g2‖)·g2
//
// Target must be in [0, 1); Target = 0 is [PCGrad]. In the published rule, the target is a moving average of
// the cosines that starts at 0. Here it is constant because a rule has no state. GradVac ignores λ.
type GradVac struct{ Target float64 }

// String returns the name that [ByName] takes.
func (GradVac) String() string { return "gradvac" }

// Validate checks Target.
func (r GradVac) Validate() error {
	if !(r.Target >= 0 && r.Target < 1) {
		return fmt.Errorf("projection: GradVac.Target is %g, want a number in [0, 1)", r.Target)
	}
	return nil
}

// tangent returns the tangent of the angle whose sine is Target.
func (r GradVac) tangent() float64 { return r.Target / math.Sqrt((1-r.Target)*(1+r.Target)) }

// Weights implements [Rule].
func (r GradVac) Weights(n1, n2, c, _ float64) (a1, a2 float64) {
	f := newForm(n1, n2, c)
	k := math.Max(0, f.sin*r.tangent()-f.cos)
	return 1 + k*(f.r2/f.r1), 1 + k*(f.r1/f.r2)
}

// WeightsNode implements [Rule].
func (r GradVac) WeightsNode(n1, n2, c, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c)
	f := newFormNode(n1, n2, c)
	k := MaxScalar(Sub(MulScalar(f.sin, r.tangent()), f.cos), 0)
	return OnePlus(Mul(k, Div(f.r2, f.r1))), OnePlus(Mul(k, Div(f.r1, f.r2)))
}
