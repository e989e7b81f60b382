package projection

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

// DefaultGradVac is the Target of the rule that ByName returns.
const DefaultGradVac = 0.5

// GradVac turns each gradient towards the other one until their cosine is Target, if
// it is less, and adds the two (Wang et al., 2021). With φ = Target and
//
//	k = max(0, sin·φ/√(1−φ²) − cos)
//
// v = (1 + k·‖g2‖/‖g1‖)·g1 + (1 + k·‖g1‖/‖g2‖)·g2. Target = 0 is PCGrad. The published
// rule moves the target: it is an average of the cosines so far, which starts at 0.
// Here it is constant, as a rule has no memory. Target in [0, 1). It ignores λ.
type GradVac struct{ Target float64 }

// String is the name that ByName takes.
func (GradVac) String() string { return "gradvac" }

// Validate checks Target.
func (r GradVac) Validate() error {
	if !(r.Target >= 0 && r.Target < 1) {
		return fmt.Errorf("projection: GradVac.Target is %g, want a number in [0, 1)", r.Target)
	}
	return nil
}

// tangent is that of the angle whose sine is Target.
func (r GradVac) tangent() float64 { return r.Target / math.Sqrt((1-r.Target)*(1+r.Target)) }

// Weights implements Rule.
func (r GradVac) Weights(n1, n2, c, _ float64) (a1, a2 float64) {
	f := newForm(n1, n2, c)
	k := math.Max(0, f.sin*r.tangent()-f.cos)
	return 1 + k*(f.r2/f.r1), 1 + k*(f.r1/f.r2)
}

// WeightsNode implements Rule.
func (r GradVac) WeightsNode(n1, n2, c, _ *Node) (a1, a2 *Node) {
	checkNodes(n1, n2, c)
	f := newFormNode(n1, n2, c)
	k := MaxScalar(Sub(MulScalar(f.sin, r.tangent()), f.cos), 0)
	return OnePlus(Mul(k, Div(f.r2, f.r1))), OnePlus(Mul(k, Div(f.r1, f.r2)))
}
