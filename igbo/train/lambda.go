package train

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/projection"
)

// LambdaKind names how the trade-off λ moves during training.
type LambdaKind string

// The kinds of λ: the paper's "fixed, scheduled, dynamic", spelled out.
const (
	Fixed       LambdaKind = "fixed"       // λ = Value
	Linear      LambdaKind = "linear"      // from Value to End over Steps
	Cosine      LambdaKind = "cosine"      // from Value to End over Steps, half a cosine
	Staircase   LambdaKind = "staircase"   // Value, then Values[i] from step Milestones[i]
	Norms       LambdaKind = "norms"       // ‖g1‖^P/(‖g1‖^P + ‖g2‖^P): PCGrad at P = 0, IMTL-G at 1, MGDA at 2 under conflict
	Uncertainty LambdaKind = "uncertainty" // H/(L + H) of smoothed losses, as weights 1/L and 1/H
	Target      LambdaKind = "target"      // integral control that drives H to Goal
)

// LambdaKinds lists the kinds.
func LambdaKinds() []LambdaKind {
	return []LambdaKind{Fixed, Linear, Cosine, Staircase, Norms, Uncertainty, Target}
}

// lambdaFloor keeps λ inside the open interval (0, 1), as P asks.
const lambdaFloor = 1e-3

// Lambda is the trade-off λ in (0, 1): larger is more weight on the task.
// Which fields count depends on Kind.
type Lambda struct {
	Kind LambdaKind `json:"kind"`
	// Value is λ, or its start.
	Value float64 `json:"value"`
	// End and Steps shape linear and cosine schedules.
	End   float64 `json:"end,omitempty"`
	Steps int     `json:"steps,omitempty"`
	// Milestones and Values shape a staircase.
	Milestones []int     `json:"milestones,omitempty"`
	Values     []float64 `json:"values,omitempty"`
	// P is the exponent of the norms.
	P float64 `json:"p,omitempty"`
	// Goal is the interpretability loss that target control drives to, Rate its step.
	Goal float64 `json:"goal,omitempty"`
	Rate float64 `json:"rate,omitempty"`
}

// FixedLambda is a constant λ.
func FixedLambda(value float64) Lambda { return Lambda{Kind: Fixed, Value: value} }

// Validate checks every number that counts for the kind.
func (l Lambda) Validate() error {
	if !slices.Contains(LambdaKinds(), l.Kind) {
		return fmt.Errorf("train: unknown λ %q, expected one of %s", l.Kind, joinKinds())
	}
	if l.Kind != Norms && l.Kind != Uncertainty {
		if err := inside("λ", l.Value); err != nil {
			return err
		}
	}
	switch l.Kind {
	case Linear, Cosine:
		if l.Steps < 1 {
			return fmt.Errorf("train: %s schedule of λ over %d steps, expected at least 1", l.Kind, l.Steps)
		}
		return inside("λ at the end", l.End)
	case Staircase:
		return l.validateStaircase()
	case Norms:
		if !(l.P >= 0) {
			return fmt.Errorf("train: exponent p = %g of λ, expected at least 0", l.P)
		}
	case Target:
		if !(l.Goal >= 0) || !(l.Rate > 0) {
			return fmt.Errorf("train: λ with goal %g and rate %g, expected a goal of at least 0 and a positive rate", l.Goal, l.Rate)
		}
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
	for _, v := range l.Values {
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

func joinKinds() string {
	var names []string
	for _, k := range LambdaKinds() {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// signals is what a dynamic λ may look at, all scalars.
type signals struct {
	n1, n2, taskLoss, secondLoss *Node
}

// node builds λ as a scalar. Its state, where it has one, lives in variables
// of the scope, so that checkpoints keep it.
func (l Lambda) node(scope *model.Scope, s signals) *Node {
	switch l.Kind {
	case Linear:
		return l.between(l.progress(s.n1))
	case Cosine:
		angle := MulScalar(l.progress(s.n1), 3.141592653589793)
		return l.between(MulScalar(OneMinus(Cos(angle)), 0.5))
	case Staircase:
		return l.staircase(s.n1)
	case Norms:
		return l.norms(s)
	case Uncertainty:
		return l.uncertainty(scope, s)
	case Target:
		return l.target(scope, s)
	default:
		return constant.Of(s.n1, []float64{l.Value})
	}
}

// step is the number of steps taken before this one.
func step(like *Node) *Node {
	v := optimizer.GetGlobalStepVar(model.GetStore(like.Graph()))
	return ConvertDType(v.NodeValue(like.Graph()), like.DType())
}

// progress runs from 0 to 1 over Steps.
func (l Lambda) progress(like *Node) *Node {
	return MinScalar(DivScalar(step(like), float64(l.Steps)), 1)
}

func (l Lambda) between(part *Node) *Node {
	return AddScalar(MulScalar(part, l.End-l.Value), l.Value)
}

func (l Lambda) staircase(like *Node) *Node {
	now := step(like)
	lambda := Scalar(like.Graph(), like.DType(), l.Value)
	for i, milestone := range l.Milestones {
		reached := GreaterOrEqual(now, Scalar(like.Graph(), like.DType(), float64(milestone)))
		lambda = Where(reached, Scalar(like.Graph(), like.DType(), l.Values[i]), lambda)
	}
	return lambda
}

// norms is the p-family of λ; at two zero gradients it is ½.
func (l Lambda) norms(s signals) *Node {
	none := IsZero(Add(s.n1, s.n2))
	one := OnesLike(s.n1)
	return clampLambda(projection.PowerLambdaNode(Where(none, one, s.n1), Where(none, one, s.n2), l.P))
}

// uncertainty weighs each loss by its inverse, smoothed over about 100 steps.
func (l Lambda) uncertainty(scope *model.Scope, s signals) *Node {
	taskLoss := l.smoothed(scope, "task_loss", s.taskLoss)
	second := l.smoothed(scope, "second_loss", s.secondLoss)
	return clampLambda(Div(second, MaxScalar(Add(taskLoss, second), 1e-30)))
}

func (l Lambda) smoothed(scope *model.Scope, name string, value *Node) *Node {
	variable := lambdaVar(scope, name, value.DType(), 0)
	old := variable.NodeValue(value.Graph())
	first := IsZero(step(value))
	value = StopGradient(value)
	next := Where(first, value, Add(MulScalar(old, 0.99), MulScalar(value, 0.01)))
	variable.SetNodeValue(next)
	return next
}

// target lowers λ while H is above the goal and raises it below:
// λ ← λ + Rate·(Goal − H).
func (l Lambda) target(scope *model.Scope, s signals) *Node {
	variable := lambdaVar(scope, "lambda", s.secondLoss.DType(), l.Value)
	now := variable.NodeValue(s.n1.Graph())
	move := MulScalar(AddScalar(Neg(StopGradient(s.secondLoss)), l.Goal), l.Rate)
	variable.SetNodeValue(clampLambda(Add(now, move)))
	return now
}

func clampLambda(l *Node) *Node { return ClipScalar(l, lambdaFloor, 1-lambdaFloor) }

func lambdaVar(scope *model.Scope, name string, dtype dtypes.DType, start float64) *model.Variable {
	at := scope.Store().Scope("/" + scopeName + "/lambda")
	if dtype == dtypes.Float32 {
		return at.VariableWithValue(name, float32(start)).SetTrainable(false)
	}
	return at.VariableWithValue(name, start).SetTrainable(false)
}
