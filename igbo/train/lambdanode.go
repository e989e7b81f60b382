package train

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/internal/constant"
	"github.com/igbolab/igbolab/igbo/projection"
)

// signals holds the scalars that a dynamic λ can use. n1 and n2 are only known up to a common
// factor.
type signals struct {
	n1, n2, taskLoss, secondLoss *Node
}

// tradeoff is the value of λ at a step, a scalar. rest is 1 − λ if it is known more precisely.
// clamped is 1 if λ is at a bound. Both may be nil.
type tradeoff struct{ lambda, rest, clamped *Node }

// node builds λ. Its state, if it has one, is stored in variables of the scope, so checkpoints include it.
func (l Lambda) node(scope *model.Scope, s signals) tradeoff {
	switch l.Kind {
	case Linear:
		return tradeoff{lambda: l.between(l.progress(s.n1))}
	case Cosine:
		angle := MulScalar(l.progress(s.n1), math.Pi)
		return tradeoff{lambda: l.between(MulScalar(OneMinus(Cos(angle)), 0.5))}
	case Staircase:
		return tradeoff{lambda: l.staircase(s.n1)}
	case Norms:
		return l.norms(s)
	case Uncertainty:
		return l.uncertainty(scope, s)
	case Target:
		return l.target(scope, s)
	case Validation:
		return l.validated(scope, s)
	case Tchebycheff:
		return l.tchebycheff(s)
	case GeometricMean:
		return l.bounded(inverse(StopGradient(s.taskLoss), StopGradient(s.secondLoss)))
	case ImpartialLoss:
		return l.impartial(scope, s)
	case DynamicWeight:
		return l.dynamicWeight(scope, s)
	case FAMO:
		return l.famo(scope, s)
	default:
		return tradeoff{lambda: constant.Of(s.n1, []float64{l.Value})}
	}
}

// split returns λ and 1 − λ on the host for the λ from the graph. For the kind norms, both have
// full precision.
func (l Lambda) split(n1, n2, lambda float64) (float64, float64) {
	if l.Kind != Norms {
		return lambda, 1 - lambda
	}
	clip := func(x float64) float64 { return math.Min(math.Max(x, l.Floor), 1-l.Floor) }
	first, rest := projection.PowerShares(n1, n2, l.P)
	return clip(first), clip(rest)
}

// step returns the number of the current step, from 1, as in the history.
func step(g *Graph) *Node {
	return OnePlus(optimizer.GetGlobalStepVar(model.GetStore(g)).NodeValue(g))
}

// progress returns the fraction of a schedule: 0 at step 1, rising to 1 at step Steps, and 1 after
// that.
func (l Lambda) progress(like *Node) *Node {
	taken := ConvertDType(AddScalar(step(like.Graph()), -1), like.DType())
	return MinScalar(DivScalar(taken, float64(l.Steps-1)), 1)
}

func (l Lambda) between(part *Node) *Node {
	return AddScalar(MulScalar(part, l.End-l.Value), l.Value)
}

func (l Lambda) staircase(like *Node) *Node {
	now := step(like.Graph())
	lambda := Scalar(like.Graph(), like.DType(), l.Value)
	for i, milestone := range l.Milestones {
		reached := GreaterOrEqual(now, Scalar(like.Graph(), now.DType(), milestone))
		lambda = Where(reached, Scalar(like.Graph(), like.DType(), l.Values[i]), lambda)
	}
	return lambda
}

// norms returns λ for the kind norms. If both gradients are zero, it is ½.
func (l Lambda) norms(s signals) tradeoff {
	none := IsZero(Add(s.n1, s.n2))
	one := OnesLike(s.n1)
	lambda, rest := projection.PowerSharesNode(Where(none, one, s.n1), Where(none, one, s.n2), l.P)
	if l.Floor == 0 {
		return tradeoff{lambda: lambda, rest: rest}
	}
	return tradeoff{l.clip(lambda), l.clip(rest), Max(l.held(lambda), l.held(rest))}
}

// uncertainty weights each loss by its inverse, smoothed over about 100 steps. If neither loss is
// positive, λ is ½.
func (l Lambda) uncertainty(scope *model.Scope, s signals) tradeoff {
	taskLoss := l.smoothed(scope, "task_loss", s.taskLoss)
	second := l.smoothed(scope, "second_loss", s.secondLoss)
	return l.bounded(inverse(taskLoss, second))
}

// inverse returns the share of the first weight if the weights are the inverse losses. It is ½ if
// neither loss is positive.
func inverse(first, second *Node) *Node {
	total := Add(first, second)
	none := IsNonPositive(total)
	half := Scalar(total.Graph(), total.DType(), 0.5)
	return Where(none, half, Div(second, Where(none, OnesLike(total), total)))
}

func (l Lambda) smoothed(scope *model.Scope, name string, value *Node) *Node {
	variable := lambdaVar(scope, name, value.DType(), 0)
	old := variable.NodeValue(value.Graph())
	now := step(value.Graph())
	first := Equal(now, OnesLike(now))
	value = StopGradient(value)
	next := Where(first, value, Add(MulScalar(old, 0.99), MulScalar(value, 0.01)))
	variable.SetNodeValue(next)
	return next
}

// target decreases λ while H is above the goal and increases it while H is below:
// λ ← λ + Rate·(Goal − H), within its bounds.
func (l Lambda) target(scope *model.Scope, s signals) tradeoff {
	variable := lambdaVar(scope, lambdaName, s.secondLoss.DType(), l.Value)
	now := variable.NodeValue(s.n1.Graph())
	move := MulScalar(AddScalar(Neg(StopGradient(s.secondLoss)), l.Goal), l.Rate)
	variable.SetNodeValue(l.clip(Add(now, move)))
	return l.bounded(now)
}

// bounded returns λ within its bounds, and whether it is at one of them.
func (l Lambda) bounded(lambda *Node) tradeoff {
	return tradeoff{lambda: l.clip(lambda), clamped: Max(l.held(lambda), l.held(OneMinus(lambda)))}
}

func (l Lambda) clip(lambda *Node) *Node { return ClipScalar(lambda, l.Floor, 1-l.Floor) }

// held returns 1 if a share is at or below Floor.
func (l Lambda) held(share *Node) *Node {
	low := LessOrEqual(share, Scalar(share.Graph(), share.DType(), l.Floor))
	return ConvertDType(low, share.DType())
}

// lambdaScope is the scope of the state of λ.
const lambdaScope = "/" + scopeName + "/lambda"

func lambdaVar(scope *model.Scope, name string, dtype dtypes.DType, start float64) *model.Variable {
	at := scope.Store().Scope(lambdaScope)
	if dtype == dtypes.Float32 {
		return at.VariableWithValue(name, float32(start)).SetTrainable(false)
	}
	return at.VariableWithValue(name, start).SetTrainable(false)
}
