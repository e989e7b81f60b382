package task

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
)

// Kind is the name of a task loss.
type Kind string

// The task losses.
const (
	KindSquared  Kind = "squared"
	KindAbsolute Kind = "absolute"
	KindHuber    Kind = "huber"
	KindQuantile Kind = "quantile"
	KindLogistic Kind = "logistic"
	KindSoftmax  Kind = "softmax"
	KindPoisson  Kind = "poisson"
	KindCustom   Kind = "custom"
)

// Kinds returns all task losses.
func Kinds() []Kind {
	return []Kind{KindSquared, KindAbsolute, KindHuber, KindQuantile, KindLogistic, KindSoftmax, KindPoisson, KindCustom}
}

// A Loss is a task loss with its settings. The zero value is the squared error, as in the paper.
type Loss struct {
	// Kind is the kind of loss. Empty means squared.
	Kind Kind `json:"kind,omitempty"`
	// Delta is δ of the huber loss, in the units in which the model learns. It has no default.
	Delta float64 `json:"delta,omitempty"`
	// Quantile is q of the quantile loss, in (0, 1). The loss max(q·(y − f), (q − 1)·(y − f)) has its minimum
	// mean at the target's q-quantile.
	Quantile float64 `json:"quantile,omitempty"`
	// ClassWeights holds a factor for the sample weights of each class: two for logistic, for the targets 0 and
	// 1 (interpolated between them), and K for softmax. Empty means 1 for all classes.
	ClassWeights []float64 `json:"class_weights,omitempty"`
	// Name is the name under which a custom loss is saved.
	Name string `json:"name,omitempty"`
	// Function is the custom loss. It builds ℓ [B,T] from targets [B,T] or [B,T,K] and predictions in the
	// model's shape. Both are zero at masked steps. Mask, burn-in and weights are applied to its result. It is
	// not saved.
	Function func(target, prediction *Node) *Node `json:"-"`
}

// kind returns Kind or its default.
func (l Loss) kind() Kind {
	if l.Kind == "" {
		return KindSquared
	}
	return l.Kind
}

// String returns the loss in the format that [Parse] reads.
func (l Loss) String() string {
	switch {
	case l.Is(KindCustom):
		return l.Name
	case l.Is(KindQuantile):
		return fmt.Sprintf("%s:%g", KindQuantile, l.Quantile)
	case l.Is(KindHuber):
		return fmt.Sprintf("%s:%g", KindHuber, l.Delta)
	}
	return string(l.kind())
}

// Parse parses a loss: its kind and, after a colon, the δ of huber or the q of quantile, as in "quantile:0.9".
// It returns an error if the kind is unknown or custom, or if the number is missing, invalid, or not allowed
// for the kind.
func Parse(text string) (l Loss, err error) {
	kind, number, with := strings.Cut(text, ":")
	l.Kind = Kind(kind)
	if with || l.Is(KindQuantile) || l.Is(KindHuber) {
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return l, fmt.Errorf("task: the loss %.60q has no valid number after the colon (want one, as in quantile:0.9)", text)
		}
		if l.Delta = value; !l.Is(KindHuber) {
			l.Delta, l.Quantile = 0, value
		}
		if !l.Is(KindHuber) && !l.Is(KindQuantile) {
			return l, fmt.Errorf("task: the loss %.60q must not have a number; only quantile and huber have one", text)
		}
	}
	if kind == "" || l.Is(KindCustom) {
		return l, fmt.Errorf("task: unknown loss %.60q (want one of %v, except %s)", text, Kinds(), KindCustom)
	}
	return l, l.Validate()
}

// Is reports whether the loss is of a kind. The zero value is squared.
func (l Loss) Is(kind Kind) bool { return l.kind() == kind }

// ScalesTarget reports whether the target may be standardised: for squared, absolute, huber and quantile.
// Classes, counts and the targets of a custom loss have fixed units.
func (l Loss) ScalesTarget() bool {
	return l.Is(KindSquared) || l.Is(KindAbsolute) || l.Is(KindHuber) || l.Is(KindQuantile)
}

// Classifies reports whether targets are classes: for logistic and softmax.
func (l Loss) Classifies() bool { return l.Is(KindLogistic) || l.Is(KindSoftmax) }

// Validate checks the settings. It does not check that a custom loss has a function, because functions are not
// saved; see [Loss.Ready].
func (l Loss) Validate() error {
	switch {
	case !slices.Contains(Kinds(), l.kind()):
		return fmt.Errorf("task: unknown loss %q (want one of %v)", l.Kind, Kinds())
	case l.Is(KindHuber) && (!(l.Delta > 0) || math.IsInf(l.Delta, 0)):
		return fmt.Errorf("task: the huber loss has δ = %g, want a positive number", l.Delta)
	case !l.Is(KindHuber) && l.Delta != 0:
		return fmt.Errorf("task: Delta must be 0 for the %s loss, because only the huber loss has δ, got %g", l.kind(), l.Delta)
	case l.Is(KindQuantile) && !(l.Quantile > 0 && l.Quantile < 1):
		return fmt.Errorf("task: the quantile loss has q = %g, want a number inside (0, 1)", l.Quantile)
	case !l.Is(KindQuantile) && l.Quantile != 0:
		return fmt.Errorf("task: Quantile must be 0 for the %s loss, because only the quantile loss has q, got %g", l.kind(), l.Quantile)
	case l.Is(KindCustom) && l.Name == "":
		return errors.New("task: the custom loss has no name (set Loss.Name)")
	case !l.Is(KindCustom) && (l.Name != "" || l.Function != nil):
		return fmt.Errorf("task: Name and Function must not be set for the %s loss, because only the custom loss has them", l.kind())
	}
	return l.validateWeights()
}

func (l Loss) validateWeights() error {
	n, sum := len(l.ClassWeights), 0.0
	switch {
	case n == 0:
		return nil
	case !l.Classifies():
		return fmt.Errorf("task: class weights are unsupported with the %s loss, which has no classes (leave them out)", l.kind())
	case l.Is(KindLogistic) && n != 2:
		return fmt.Errorf("task: got %d class weights for the logistic loss, want 2", n)
	}
	for class, w := range l.ClassWeights {
		if !(w >= 0 && w <= largest) {
			return fmt.Errorf("task: class %d has weight %g, want 0 to %g", class, w, float64(largest))
		}
		sum += w
	}
	if sum == 0 {
		return errors.New("task: every class has weight 0 (want at least one positive weight)")
	}
	return nil
}

// Ready checks that the loss can be computed. In addition to the checks of [Loss.Validate], a custom loss must
// have a function.
func (l Loss) Ready() error {
	if err := l.Validate(); err != nil {
		return err
	}
	if l.Is(KindCustom) && l.Function == nil {
		return fmt.Errorf("task: the loss %q has no function (set Loss.Function)", l.Name)
	}
	return nil
}

// largest is the maximum of weights and targets. It keeps sums of their products finite.
const largest = 1e150

// CheckOutputs checks that the numbers of model outputs and of targets per step match the loss.
func (l Loss) CheckOutputs(outputs, targets int) error {
	switch {
	case outputs < 1:
		return fmt.Errorf("task: the model has %d outputs, want at least 1", outputs)
	case targets < 1:
		return fmt.Errorf("task: the data have %d targets at a step, want at least 1", targets)
	case l.Is(KindCustom):
		return nil
	case l.Is(KindSoftmax) && outputs < 2:
		return fmt.Errorf("task: the model has %d output, but the softmax loss needs one per class and at least 2 classes", outputs)
	case l.Is(KindSoftmax) && targets != 1:
		return fmt.Errorf("task: the data have %d targets at a step, but the softmax loss needs 1, the class", targets)
	case l.Is(KindSoftmax) && len(l.ClassWeights) > 0 && len(l.ClassWeights) != outputs:
		return fmt.Errorf("task: %d class weights for %d classes (the numbers must be equal)", len(l.ClassWeights), outputs)
	case !l.Is(KindSoftmax) && outputs != targets:
		return fmt.Errorf("task: the model has %d outputs for %d targets at a step, but the %s loss needs one output per target", outputs, targets, l.kind())
	}
	return nil
}

// Expects returns "" if y is a valid target for a model with K outputs. Otherwise it returns a description of
// valid targets, such as "want 0 or more for the poisson loss".
func (l Loss) Expects(y float64, outputs int) string {
	switch {
	case !(math.Abs(y) <= largest):
		return fmt.Sprintf("want a finite number within ±%g", float64(largest))
	case l.Is(KindLogistic) && !(y >= 0 && y <= 1):
		return "want 0 or 1, or a probability between them, for the logistic loss"
	case l.Is(KindSoftmax) && (y != math.Trunc(y) || y < 0 || y >= float64(outputs)):
		return fmt.Sprintf("want a class, 0 to %d, for the softmax loss", outputs-1)
	case l.Is(KindPoisson) && y < 0:
		return "want 0 or more for the poisson loss"
	}
	return ""
}
