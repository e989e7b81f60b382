package train

import (
	"fmt"
	"math"
	"slices"
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

// The kinds that scalarise: with the rule weighted-sum they point along the gradient of one number made of both losses, and use nothing else of
// the gradients. Weights sum to 1, where the published methods have other lengths.
const (
	Tchebycheff   LambdaKind = "smooth-tchebycheff" // Mu·log(e^(Value·L/Mu) + e^((1−Value)·H/Mu)), a smooth maximum (Lin et al., 2024)
	GeometricMean LambdaKind = "geometric-mean"     // √(L·H), whose weights are 1/L and 1/H (Chennupati et al., 2019)
	ImpartialLoss LambdaKind = "imtl-l"             // Σ e^s·L − s, whose scales s descend at Rate (Liu et al., 2021)
	DynamicWeight LambdaKind = "dwa"                // weights by the last two losses' ratio at temperature Mu (Liu et al., 2019)
	FAMO          LambdaKind = "famo"               // weights z/L, whose logits follow how much each logarithm fell, by Adam at Rate (Liu et al., 2023)
)

// Scalarizations lists the kinds that scalarise.
func Scalarizations() []LambdaKind {
	return []LambdaKind{Tchebycheff, GeometricMean, ImpartialLoss, DynamicWeight, FAMO}
}

// LambdaKinds lists the kinds.
func LambdaKinds() []LambdaKind {
	return append([]LambdaKind{Fixed, Linear, Cosine, Staircase, Norms, Uncertainty, Target, Validation}, Scalarizations()...)
}

// Lambda is the trade-off λ in (0, 1). Which fields count depends on Kind. Steps
// count from 1, as the history counts.
//
// What λ does is the rule's affair. Where g1·g2 ≥ 0 it is the weight of g1, the
// task, and 1 − λ that of g2. Under conflict the paper's P swaps the roles,
//
//	v·g1 = (1−λ)·‖g1⊥2‖²,  v·g2 = λ·‖g2⊥1‖²,
//
// so a larger λ is less descent on the task. The other rules keep them, so a larger λ
// is more descent (CAGrad: for most gradients), or ignore λ, as [projection.Trades] reports.
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
	// move of λ at an observation of the kind validation, and of imtl-l and famo the rate
	// at which their scales and logits learn.
	Goal float64 `json:"goal,omitempty"`
	Rate float64 `json:"rate,omitempty"`
	// Mu is the smoothing of smooth-tchebycheff, in units of the losses, and the
	// temperature of dwa.
	Mu float64 `json:"mu,omitempty"`
	// Floor, where positive, keeps λ of the kinds norms, uncertainty, target,
	// validation and those that scalarise within [Floor, 1 − Floor], the interval [a, 1−a] of Theorem 6; the history
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

// maxSteps is the largest step that every float64 between still counts.
const maxSteps = 1 << 53

func (l Lambda) validateDynamic() error {
	switch {
	case !(l.Floor >= 0 && l.Floor < 0.5):
		return fmt.Errorf("train: the floor %g of λ must be in [0, ½)", l.Floor)
	case l.Kind == Norms && (!(l.P >= 0) || math.IsInf(l.P, 0)):
		return fmt.Errorf("train: the exponent p = %g of λ must be at least 0", l.P)
	case l.Kind == Target && (!(l.Goal >= 0) || !(l.Rate > 0) || math.IsInf(l.Goal+l.Rate, 0)):
		return fmt.Errorf("train: λ has goal %g and rate %g, want a goal of at least 0 and a positive rate", l.Goal, l.Rate)
	case (l.Kind == Tchebycheff || l.Kind == DynamicWeight) && (!(l.Mu > 0) || math.IsInf(l.Mu, 0)):
		return fmt.Errorf("train: λ of the kind %s has mu = %g, want a positive finite number", l.Kind, l.Mu)
	case (l.Kind == ImpartialLoss || l.Kind == FAMO) && !(l.Rate > 0 && l.Rate < 1):
		return fmt.Errorf("train: the rate of a %s λ is %[2]g, want a number in (0, 1)", l.Kind, l.Rate)
	case l.Kind == Validation && !(l.Rate > 0 && l.Rate < 1):
		return fmt.Errorf("train: λ by validation has rate %g, want a rate in (0, 1)", l.Rate)
	case (l.Kind == Target || l.Kind == Validation) && (l.Value < l.Floor || l.Value > 1-l.Floor):
		return fmt.Errorf("train: λ starts at %g, want a number in [%g, %g], as the floor requires", l.Value, l.Floor, 1-l.Floor)
	}
	return nil
}

func (l Lambda) validateStaircase() error {
	if len(l.Milestones) != len(l.Values) {
		return fmt.Errorf("train: λ staircase with %d milestones and %d values (the numbers must be equal)", len(l.Milestones), len(l.Values))
	}
	if !slices.IsSorted(l.Milestones) {
		return fmt.Errorf("train: λ staircase with milestones %v (they must be in increasing order)", l.Milestones)
	}
	for i, v := range l.Values {
		if m := l.Milestones[i]; m < 1 || m > maxSteps {
			return fmt.Errorf("train: the λ staircase has a milestone at step %d, want 1, the first step, to %d", m, maxSteps)
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
