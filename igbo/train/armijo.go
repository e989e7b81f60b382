package train

import (
	"errors"
	"fmt"
	"math"
)

// Armijo is a backtracking line search on F = max(L, H), as Theorem 6 of the paper requires. It
// selects the largest η among Start, Start·Shrink, Start·Shrink², … with
//
//	F(θ − η·v) ≤ F(θ) − Slope·η·s.
//
// Here s is the rate of decrease of F along −v: v·g1 if L is larger, v·g2 if H is larger, and the
// smaller of both if they are equal. The search needs the losses of the full batch, because losses
// of different batches are not comparable.
type Armijo struct {
	// Start is the first η tried.
	Start float64 `json:"start"`
	// Shrink, in (0, 1), multiplies η after a rejected step. DefaultArmijo sets ½.
	Shrink float64 `json:"shrink"`
	// Slope, in (0, 1), is the fraction of the predicted decrease that a step must achieve.
	// DefaultArmijo sets 1e-4.
	Slope float64 `json:"slope"`
	// Trials is the largest number of values of η to try, 1 to 10000. DefaultArmijo sets 50.
	Trials int `json:"trials"`
}

// DefaultArmijo returns the usual constants and a first step size of 1.
func DefaultArmijo() Armijo { return Armijo{Start: 1, Shrink: 0.5, Slope: 1e-4, Trials: 50} }

const maxTrials = 10000

// Validate checks every constant.
func (a Armijo) Validate() error {
	switch {
	case !(a.Start > 0) || math.IsInf(a.Start, 0):
		return fmt.Errorf("train: Armijo.Start is %g, want a positive number", a.Start)
	case !(a.Shrink > 0 && a.Shrink < 1):
		return fmt.Errorf("train: Armijo.Shrink is %g, want a number in (0, 1)", a.Shrink)
	case !(a.Slope > 0 && a.Slope < 1):
		return fmt.Errorf("train: Armijo.Slope is %g, want a number in (0, 1)", a.Slope)
	case a.Trials < 1 || a.Trials > maxTrials:
		return fmt.Errorf("train: Armijo.Trials is %d, want at least 1 and at most %d", a.Trials, maxTrials)
	}
	return nil
}

// Point holds the values at the start of a search: L and H, and their rates of decrease along −v,
// which are v·g1 and v·g2.
type Point struct{ TaskLoss, SecondLoss, TaskRate, SecondRate float64 }

// Worst returns F = max(L, H).
func (p Point) Worst() float64 { return max(p.TaskLoss, p.SecondLoss) }

// rate returns the rate of decrease of F.
func (p Point) rate() float64 {
	switch {
	case p.TaskLoss > p.SecondLoss:
		return p.TaskRate
	case p.SecondLoss > p.TaskLoss:
		return p.SecondRate
	default:
		return min(p.TaskRate, p.SecondRate)
	}
}

// Search returns the first η that satisfies the condition, and the number of trials. The function losses must return L and H at θ −
// η·v and leave θ there. Search returns η = 0 if −v is not a descent direction of F, or after Trials rejections. In that case
// losses leaves θ at the last trial. A step with a loss that is not finite is rejected.
func (a Armijo) Search(at Point, losses func(eta float64) (taskLoss, secondLoss float64, err error)) (eta float64, trials int, err error) {
	if losses == nil {
		return 0, 0, errors.New("train: searching by Armijo: the function of the losses must not be nil")
	}
	if err := a.Validate(); err != nil {
		return 0, 0, err
	}
	if !(at.rate() > 0) {
		return 0, 0, nil
	}
	eta = a.Start
	for trials = 1; trials <= a.Trials; trials++ {
		l, h, err := losses(eta)
		if err != nil {
			return 0, trials, err
		}
		// F must also decrease strictly, because for tiny η the bound rounds to F itself.
		if f := max(l, h); finite(l) && finite(h) && f < at.Worst() && f <= at.Worst()-a.Slope*eta*at.rate() {
			return eta, trials, nil
		}
		eta *= a.Shrink
	}
	return 0, a.Trials, nil
}
