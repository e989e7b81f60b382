package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/named"
)

// LambdaKind names how the trade-off λ moves during training.
type LambdaKind string

// The kinds of λ: the paper's "fixed, scheduled, dynamic", spelled out.
const (
	Fixed       LambdaKind = "fixed"       // λ = Value
	Linear      LambdaKind = "linear"      // from Value to End over Steps
	Cosine      LambdaKind = "cosine"      // from Value to End over Steps, half a cosine
	Staircase   LambdaKind = "staircase"   // Value, then Values[i] from step Milestones[i]
	Norms       LambdaKind = "norms"       // ‖g1‖^P/(‖g1‖^P + ‖g2‖^P): under conflict the paper's P points along PCGrad at P = 0, IMTL-G at 1, MGDA at 2
	Uncertainty LambdaKind = "uncertainty" // H/(L + H) of smoothed losses, as weights 1/L and 1/H
	Target      LambdaKind = "target"      // integral control that drives H to Goal
	Validation  LambdaKind = "validation"  // towards the objective that has come less far on held-out data
)

// LambdaKinds lists the kinds.
func LambdaKinds() []LambdaKind {
	return []LambdaKind{Fixed, Linear, Cosine, Staircase, Norms, Uncertainty, Target, Validation}
}

// Lambda is the trade-off λ in (0, 1). Which fields count depends on Kind. Steps
// count from 1, as the history counts.
//
// What λ does is the rule's affair. Where g1·g2 ≥ 0 it is the weight of g1, the
// task, and 1 − λ that of g2. Under conflict the paper's P swaps the roles,
//
//	v·g1 = (1−λ)·‖g1⊥2‖²,  v·g2 = λ·‖g2⊥1‖²,
//
// so that a larger λ is less descent on the task. Continuous, weighted-sum,
// dual-proj, aligned-mtl and feasibility-first keep them: there it is more.
// CAGrad keeps them for most gradients; PCGrad, MGDA and IMTL-G ignore λ.
//
// Norms is made for the swap of the paper's P, and for gradients that are not
// normalised. Uncertainty, Target and Validation are made for rules that keep the
// roles: under conflict the paper's P answers a larger H with less descent on H.
//
// Validation moves at [Optimizer.Observe] alone, which somebody must feed with the
// losses on held-out data; without, λ stays at Value. Such data has then had a say
// in the training and is no test of its result.
type Lambda struct {
	Kind LambdaKind `json:"kind"`
	// Value is λ, or its start.
	Value float64 `json:"value"`
	// End and Steps shape linear and cosine schedules: λ is Value at step 1 and
	// End from step Steps on, with the part (s − 1)/(Steps − 1) of the way at step s.
	End   float64 `json:"end,omitempty"`
	Steps int     `json:"steps,omitempty"`
	// Milestones and Values shape a staircase: from step Milestones[i] on λ is Values[i].
	Milestones []int     `json:"milestones,omitempty"`
	Values     []float64 `json:"values,omitempty"`
	// P is the exponent of the norms.
	P float64 `json:"p,omitempty"`
	// Goal is the interpretability loss that target control drives to, Rate its
	// step: λ ← λ + Rate·(Goal − H), within its bounds. Rate is also the largest
	// move of λ at an observation of the kind validation.
	Goal float64 `json:"goal,omitempty"`
	Rate float64 `json:"rate,omitempty"`
	// Floor, where positive, keeps λ of the kinds norms, uncertainty, target and
	// validation within [Floor, 1 − Floor], the interval [a, 1−a] of Theorem 6; the history
	// says at which steps it held λ. 0 leaves λ as it is, in [0, 1]: the p-family
	// is then exact for every ratio of norms, but with the other kinds one
	// objective may lose all its weight.
	Floor float64 `json:"floor,omitempty"`
}

// FixedLambda is a constant λ.
func FixedLambda(value float64) Lambda { return Lambda{Kind: Fixed, Value: value} }

// Validate checks every number that counts for the kind.
func (l Lambda) Validate() error {
	if !slices.Contains(LambdaKinds(), l.Kind) {
		return fmt.Errorf("train: unknown λ %q, expected one of %s", l.Kind, named.List(LambdaKinds()))
	}
	if l.Kind != Norms && l.Kind != Uncertainty {
		if err := inside("λ", l.Value); err != nil {
			return err
		}
	}
	switch l.Kind {
	case Linear, Cosine:
		if l.Steps < 2 || l.Steps > maxSteps {
			return fmt.Errorf("train: %s schedule of λ over %d steps, expected at least 2 and at most %d", l.Kind, l.Steps, maxSteps)
		}
		return inside("λ at the end", l.End)
	case Staircase:
		return l.validateStaircase()
	case Norms, Uncertainty, Target, Validation:
		return l.validateDynamic()
	}
	return nil
}

// maxSteps is the largest step that every float64 between still counts.
const maxSteps = 1 << 53

func (l Lambda) validateDynamic() error {
	switch {
	case !(l.Floor >= 0 && l.Floor < 0.5):
		return fmt.Errorf("train: floor %g of λ, expected within [0, ½)", l.Floor)
	case l.Kind == Norms && (!(l.P >= 0) || math.IsInf(l.P, 0)):
		return fmt.Errorf("train: exponent p = %g of λ, expected at least 0", l.P)
	case l.Kind == Target && (!(l.Goal >= 0) || !(l.Rate > 0) || math.IsInf(l.Goal+l.Rate, 0)):
		return fmt.Errorf("train: λ with goal %g and rate %g, expected a goal of at least 0 and a positive rate", l.Goal, l.Rate)
	case l.Kind == Validation && !(l.Rate > 0 && l.Rate < 1):
		return fmt.Errorf("train: λ by validation with rate %g, expected inside (0, 1)", l.Rate)
	case (l.Kind == Target || l.Kind == Validation) && (l.Value < l.Floor || l.Value > 1-l.Floor):
		return fmt.Errorf("train: λ starts at %g, expected within [%g, %g], as its floor says", l.Value, l.Floor, 1-l.Floor)
	}
	return nil
}

func (l Lambda) validateStaircase() error {
	if len(l.Milestones) != len(l.Values) {
		return fmt.Errorf("train: λ staircase with %d milestones and %d values, expected as many", len(l.Milestones), len(l.Values))
	}
	if !slices.IsSorted(l.Milestones) {
		return fmt.Errorf("train: λ staircase with milestones %v, expected them in order", l.Milestones)
	}
	for i, v := range l.Values {
		if m := l.Milestones[i]; m < 1 || m > maxSteps {
			return fmt.Errorf("train: λ staircase with a milestone at step %d, expected 1, the first step, to %d", m, maxSteps)
		}
		if err := inside("λ", v); err != nil {
			return err
		}
	}
	return nil
}

func inside(name string, value float64) error {
	if !(value > 0 && value < 1) {
		return fmt.Errorf("train: %s = %g, expected inside (0, 1)", name, value)
	}
	return nil
}
