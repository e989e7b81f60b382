package train

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

// Names of the variables of λ by validation, in the scope of λ. The losses observed first are
// notObserved before the first observation.
const (
	lambdaName      = "lambda"
	firstTaskName   = "first_task_loss"
	firstSecondName = "first_second_loss"

	notObserved = -1.0
)

// validated returns λ as of the last observation.
func (l Lambda) validated(scope *model.Scope, s signals) tradeoff {
	dtype := s.secondLoss.DType()
	for _, name := range []string{firstTaskName, firstSecondName} {
		lambdaVar(scope, name, dtype, notObserved)
	}
	return l.bounded(lambdaVar(scope, lambdaName, dtype, l.Value).NodeValue(s.n1.Graph()))
}

// Observe passes both losses on held-out data to a λ of the kind validation. Call it between two
// steps; other kinds ignore it. Observe stores the first pair (L₀, H₀). Every later pair changes λ
// according to the remaining fraction of each loss,
//
//	p = L/L₀,  q = H/H₀,  λ ← λ + Rate·(p − q)/(p + q),
//
// within its bounds. So the objective with less progress on held-out data gains weight. A loss of 0
// has p = 0, even if it began at 0. A loss that rose from 0 takes all the weight. If both are 0, λ
// does not change. The state is stored in variables of the store, so checkpoints include it.
//
// Observe returns an error if a loss is negative or not finite, or if the store has not yet taken a
// step on both objectives.
func (o *Optimizer) Observe(store *model.Store, taskLoss, secondLoss float64) error {
	if o == nil || o.inner == nil || store == nil {
		return errors.New("train: observing: the store is nil, or the Optimizer was not created by Wrap")
	}
	if o.cfg.Lambda.Kind != Validation {
		return nil
	}
	for _, loss := range []float64{taskLoss, secondLoss} {
		if !(loss >= 0) || !finite(loss) {
			return fmt.Errorf("train: λ by validation got the losses L = %g and H = %g, want finite numbers of at least 0", taskLoss, secondLoss)
		}
	}
	lambda, err := newHeld(store, lambdaName)
	first, errFirst := newHeld(store, firstTaskName)
	second, errSecond := newHeld(store, firstSecondName)
	if err := errors.Join(err, errFirst, errSecond); err != nil {
		return err
	}
	if first.value == notObserved {
		return errors.Join(first.set(taskLoss), second.set(secondLoss))
	}
	l := o.cfg.Lambda
	moved := lambda.value + l.Rate*imbalance(left(taskLoss, first.value), left(secondLoss, second.value))
	return lambda.set(min(max(moved, l.Floor), 1-l.Floor))
}

// share is the ratio a/b of two non-negative numbers.
type share struct{ a, b float64 }

// left returns the remaining fraction of a loss.
func left(now, first float64) share {
	if now == 0 {
		return share{0, 1}
	}
	return share{now, first}
}

// imbalance returns (p − q)/(p + q), or 0 if both are 0 or both are infinite.
func imbalance(p, q share) float64 {
	x, y := p.a*q.b, q.a*p.b
	if x == y || !finite(x+y) {
		return 0
	}
	return (x - y) / (x + y)
}

// held is the host value of a scalar variable of λ.
type held struct {
	variable *model.Variable
	value    float64
}

func newHeld(store *model.Store, name string) (held, error) {
	v := store.GetVariable(lambdaScope + "/" + name)
	if v == nil || !v.HasValue() {
		return held{}, errors.New("train: λ by validation got losses before the first step with two objectives (take a step first)")
	}
	value, err := v.Value()
	if err != nil {
		return held{}, fmt.Errorf("train: %w", err)
	}
	numbers, err := floats(value)
	if err != nil || len(numbers) != 1 {
		return held{}, fmt.Errorf("train: variable %s is %s, want a scalar (%w)", v.Path(), value.Shape(), err)
	}
	return held{v, numbers[0]}, nil
}

func (h held) set(value float64) error {
	t := tensors.FromScalar(value)
	if h.variable.DType() == dtypes.Float32 {
		t = tensors.FromScalar(float32(value))
	}
	if err := h.variable.SetValue(t); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}
