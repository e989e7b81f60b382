package train

import (
	"fmt"
	"math"
	"slices"
)

// LambdaKind selects how the trade-off λ changes during training.
type LambdaKind string

// The kinds of λ. The paper calls them fixed, scheduled and dynamic.
const (
	Fixed       LambdaKind = "fixed"       // λ = Value
	Linear      LambdaKind = "linear"      // from Value to End over Steps
	Cosine      LambdaKind = "cosine"      // from Value to End over Steps, as half a cosine
	Staircase   LambdaKind = "staircase"   // Value, then Values[i] from step Milestones[i]
	Norms       LambdaKind = "norms"       // ‖g1‖^P/(‖g1‖^P + ‖g2‖^P); under conflict, the paper's P then has the direction of PCGrad for P = 0, IMTL-G for 1, MGDA for 2
	Uncertainty LambdaKind = "uncertainty" // H/(L + H) of smoothed losses, equivalent to weights 1/L and 1/H
	Target      LambdaKind = "target"      // integral control that moves H to Goal
	Validation  LambdaKind = "validation"  // increases the weight of the objective with less progress on held-out data
)

// The scalarising kinds. With the rule weighted-sum, each kind gives the gradient direction of a single scalar function of both
// losses. The weights sum to 1, so the length differs from that of the published methods.
const (
	Tchebycheff   LambdaKind = "smooth-tchebycheff" // Mu·log(e^(Value·L/Mu) + e^((1−Value)·H/Mu)), a smooth maximum (Lin et al., 2024)
	GeometricMean LambdaKind = "geometric-mean"     // √(L·H), whose weights are 1/L and 1/H (Chennupati et al., 2019)
	ImpartialLoss LambdaKind = "imtl-l"             // Σ e^s·L − s, with scales s learned at Rate (Liu et al., 2021)
	DynamicWeight LambdaKind = "dwa"                // weights from the ratio of the last two losses, at temperature Mu (Liu et al., 2019)
	FAMO          LambdaKind = "famo"               // weights z/L, with logits that follow the decrease of each log loss, by Adam at Rate (Liu et al., 2023)
)

// Scalarizations returns the scalarising kinds.
func Scalarizations() []LambdaKind {
	return []LambdaKind{Tchebycheff, GeometricMean, ImpartialLoss, DynamicWeight, FAMO}
}

// LambdaKinds returns all kinds.
func LambdaKinds() []LambdaKind {
	return append([]LambdaKind{Fixed, Linear, Cosine, Staircase, Norms, Uncertainty, Target, Validation}, Scalarizations()...)
}

// Lambda is the trade-off λ in (0, 1). Kind determines which fields are used. Steps count from 1,
// as in the history.
//
// The effect of λ depends on the rule. If g1·g2 ≥ 0, λ is the weight of g1 (the task) and 1 − λ
// that of g2. Under conflict, the paper's P swaps the roles:
//
//	v·g1 = (1−λ)·‖g1⊥2‖²,  v·g2 = λ·‖g2⊥1‖².
//
// So a larger λ then means less descent on the task. With the other rules, a larger λ means more
// descent on the task (with CAGrad, for most gradients), or λ has no effect; see
// [projection.Trades].
//
// Norms is designed for the paper's P and for gradients that are not normalised. Uncertainty,
// Target and Validation are designed for rules that do not swap the roles. With the paper's P under
// conflict, they reduce the descent on H when H grows.
//
// Validation only changes λ in [Optimizer.Observe]. The caller must pass it the losses on held-out
// data; otherwise λ stays at Value. Such data influence the training, so they are not a valid test
// set.
type Lambda struct {
	Kind LambdaKind `json:"kind"`
	// Value is λ, or its initial value.
	Value float64 `json:"value"`
	// End and Steps define linear and cosine schedules: λ is Value at step 1 and End from step
	// Steps on. At step s, the schedule has completed the fraction (s − 1)/(Steps − 1).
	End   float64 `json:"end,omitempty"`
	Steps int     `json:"steps,omitempty"`
	// Milestones and Values define a staircase: from step Milestones[i] on, λ is Values[i].
	Milestones []int     `json:"milestones,omitempty"`
	Values     []float64 `json:"values,omitempty"`
	// P is the exponent of the kind norms.
	P float64 `json:"p,omitempty"`
	// Goal is the target value of H for the kind target, and Rate its step size:
	// λ ← λ + Rate·(Goal − H), within its bounds. For the kind validation, Rate is the largest change
	// of λ per observation. For imtl-l and famo, it is the learning rate of their scales and
	// logits.
	Goal float64 `json:"goal,omitempty"`
	Rate float64 `json:"rate,omitempty"`
	// Mu is the smoothing of smooth-tchebycheff, in units of the losses, and the temperature of
	// dwa.
	Mu float64 `json:"mu,omitempty"`
	// Floor, if positive, limits λ to [Floor, 1 − Floor], the interval [a, 1−a] of Theorem 6. It
	// applies to the kinds norms, uncertainty, target, validation and the scalarising ones. The
	// history records the steps at which λ is at a bound. With Floor = 0, λ is in [0, 1]. The kind
	// norms is then exact for every ratio of norms, but with the other kinds one objective may lose
	// all its weight.
	Floor float64 `json:"floor,omitempty"`
}

// FixedLambda returns a constant λ.
func FixedLambda(value float64) Lambda { return Lambda{Kind: Fixed, Value: value} }

// Validate checks every number that the kind uses.
func (l Lambda) Validate() error {
	if !slices.Contains(LambdaKinds(), l.Kind) {
		return fmt.Errorf("train: unknown λ %q (want one of %v)", l.Kind, LambdaKinds())
	}
	if !slices.Contains([]LambdaKind{Norms, Uncertainty, GeometricMean, ImpartialLoss, DynamicWeight, FAMO}, l.Kind) {
		if err := inside("λ", l.Value); err != nil {
			return err
		}
	}
	switch l.Kind {
	case Linear, Cosine:
		if l.Steps < 2 || l.Steps > maxSteps {
			return fmt.Errorf("train: the %s schedule of λ has %d steps, want at least 2 and at most %d", l.Kind, l.Steps, maxSteps)
		}
		return inside("λ at the end", l.End)
	case Staircase:
		return l.validateStaircase()
	case Norms, Uncertainty, Target, Validation, Tchebycheff, GeometricMean, ImpartialLoss, DynamicWeight, FAMO:
		return l.validateDynamic()
	}
	return nil
}

// maxSteps is the largest step number up to which float64 represents every integer.
const maxSteps = 1 << 53

func (l Lambda) validateDynamic() error {
	switch {
	case !(l.Floor >= 0 && l.Floor < 0.5):
		return fmt.Errorf("train: the floor %g of λ must be in [0, ½)", l.Floor)
	case l.Kind == Norms && (!(l.P >= 0) || math.IsInf(l.P, 0)):
		return fmt.Errorf("train: the exponent p = %g of λ must be finite and at least 0", l.P)
	case l.Kind == Target && (!(l.Goal >= 0) || math.IsInf(l.Goal, 0)):
		return fmt.Errorf("train: λ has goal %g, want a finite goal of at least 0", l.Goal)
	case l.Kind == Target && (!(l.Rate > 0) || math.IsInf(l.Goal+l.Rate, 0)):
		return fmt.Errorf("train: λ has rate %g and goal %g, want a positive rate and a finite sum of both", l.Rate, l.Goal)
	case (l.Kind == Tchebycheff || l.Kind == DynamicWeight) && (!(l.Mu > 0) || math.IsInf(l.Mu, 0)):
		return fmt.Errorf("train: λ of the kind %s has mu = %g, want a positive finite number", l.Kind, l.Mu)
	case (l.Kind == ImpartialLoss || l.Kind == FAMO) && !(l.Rate > 0 && l.Rate < 1):
		return fmt.Errorf("train: λ of the kind %s has rate %g, want a rate in (0, 1)", l.Kind, l.Rate)
	case l.Kind == Validation && !(l.Rate > 0 && l.Rate < 1):
		return fmt.Errorf("train: λ by validation has rate %g, want a rate in (0, 1)", l.Rate)
	case (l.Kind == Target || l.Kind == Validation) && (l.Value < l.Floor || l.Value > 1-l.Floor):
		return fmt.Errorf("train: λ starts at %g, want a number in [%g, %g], because the floor is %g", l.Value, l.Floor, 1-l.Floor, l.Floor)
	}
	return nil
}

func (l Lambda) validateStaircase() error {
	if len(l.Milestones) != len(l.Values) {
		return fmt.Errorf("train: the λ staircase has %d milestones and %d values (the numbers must be equal)", len(l.Milestones), len(l.Values))
	}
	if !slices.IsSorted(l.Milestones) {
		return fmt.Errorf("train: the λ staircase has the milestones %v (they must be in increasing order)", l.Milestones)
	}
	for i, v := range l.Values {
		if m := l.Milestones[i]; m < 1 || m > maxSteps {
			return fmt.Errorf("train: the λ staircase has a milestone at step %d, want 1 (the first step) to %d", m, maxSteps)
		}
		if err := inside("λ", v); err != nil {
			return err
		}
	}
	return nil
}

func inside(name string, value float64) error {
	if !(value > 0 && value < 1) {
		return fmt.Errorf("train: %s = %g must be in (0, 1)", name, value)
	}
	return nil
}
