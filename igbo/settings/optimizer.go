package settings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/train"
)

// Optimizer describes the optimiser that applies the combined gradient: an optimiser of GoMLX, or Armijo's line
// search.
type Optimizer struct {
	// Name is "adam", "adamw", "rmsprop", "sgd" or "armijo".
	Name string `json:"name"`
	// LearningRate is the step size. For armijo it is the first step size to try.
	LearningRate float64 `json:"learning_rate"`
	// Schedule determines how the step size changes with the step k, starting at 1. Empty means constant.
	Schedule Schedule `json:"schedule,omitempty"`
}

// Schedule is the name of a learning-rate schedule.
type Schedule string

// The schedules. Theorem 6 in the paper requires η_k → 0 with Ση_k = ∞, which the inverse schedules satisfy, or
// Armijo steps. The cosine schedule decreases from η at the first step to nearly 0 at the last of N steps, so N
// must be known. Resuming with more epochs continues on a different cosine.
const (
	ConstantRate    Schedule = "constant"     // η
	InverseRootRate Schedule = "inverse-root" // η/√k
	InverseRate     Schedule = "inverse"      // η/k
	CosineRate      Schedule = "cosine"       // η·(1 + cos(π·(k−1)/N))/2
)

// Schedules returns all schedules.
func Schedules() []Schedule {
	return []Schedule{ConstantRate, InverseRootRate, InverseRate, CosineRate}
}

// Armijo is the name of the optimiser that does a line search.
const Armijo = "armijo"

// Optimizers returns the names of all optimisers.
func Optimizers() []string { return []string{"adam", "adamw", "rmsprop", "sgd", Armijo} }

// Validate checks the name, the rate and the schedule.
func (o Optimizer) Validate() error {
	switch {
	case !slices.Contains(Optimizers(), o.Name):
		return fmt.Errorf("settings: unknown optimiser %q (want one of %s)", o.Name, strings.Join(Optimizers(), ", "))
	case !(o.LearningRate > 0) || math.IsInf(o.LearningRate, 0):
		return fmt.Errorf("settings: learning rate %g must be positive", o.LearningRate)
	case o.Schedule != "" && !slices.Contains(Schedules(), o.Schedule):
		return fmt.Errorf("settings: unknown schedule %q (want one of %v)", o.Schedule, Schedules())
	case o.Name == Armijo && o.Schedule != "" && o.Schedule != ConstantRate:
		return fmt.Errorf("settings: schedule %q is unsupported with the Armijo rule, which determines the step size (leave the schedule out)", o.Schedule)
	}
	return nil
}

// Build returns the GoMLX optimiser for a training with the given number of steps. For armijo it is a
// placeholder.
func (o Optimizer) Build(steps int) optimizer.Interface {
	var inner optimizer.Interface
	switch o.Name {
	case "adam":
		inner = optimizer.Adam().LearningRate(o.LearningRate).Done()
	case "rmsprop":
		inner = optimizer.RMSProp().LearningRate(o.LearningRate).Done()
	case "adamw":
		inner = optimizer.Adam().WeightDecay(0.004).LearningRate(o.LearningRate).Done()
	default:
		inner = optimizer.StochasticGradientDescent().WithLearningRate(o.LearningRate).WithDecay(false).Done()
	}
	if takes, ok := inner.(train.Inner); ok && o.Schedule != "" && o.Schedule != ConstantRate {
		return scheduled{takes, o, steps}
	}
	return inner
}

// scheduled sets the learning rate of an optimiser before every step.
type scheduled struct {
	train.Inner
	settings Optimizer
	steps    int // N
}

// UpdateGraphWithGradients implements train.Inner.
func (s scheduled) UpdateGraphWithGradients(scope *model.Scope, gradients []*Node, dtype dtypes.DType) {
	before := optimizer.GetGlobalStepVar(scope).NodeValue(gradients[0].Graph())
	rate := s.rate(ConvertDType(AddScalar(before, 1), dtype))
	optimizer.LearningRateVar(scope, dtype, s.settings.LearningRate).SetNodeValue(rate)
	s.Inner.UpdateGraphWithGradients(scope, gradients, dtype)
}

// rate returns the step size at step k.
func (s scheduled) rate(k *Node) *Node {
	start := Scalar(k.Graph(), k.DType(), s.settings.LearningRate)
	switch s.settings.Schedule {
	case CosineRate:
		half := MulScalar(AddScalar(k, -1), math.Pi/2/float64(s.steps))
		return Mul(start, Square(Cos(half))) // (1 + cos 2a)/2 = cos² a
	case InverseRootRate:
		return Div(start, Sqrt(k))
	default:
		return Div(start, k)
	}
}
