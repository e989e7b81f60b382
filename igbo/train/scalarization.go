package train

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// The constants in the FAMO paper and its code.
const (
	famoDecay   = 1e-3
	famoEpsilon = 1e-8
	famoFirst   = 0.9
	famoSecond  = 0.999
)

// tchebycheff returns the share of the task in the gradient of the smooth maximum of Value·L and
// (1−Value)·H.
func (l Lambda) tchebycheff(s signals) tradeoff {
	own, rest := l.Value, 1-l.Value
	above := Sub(MulScalar(StopGradient(s.taskLoss), own), MulScalar(StopGradient(s.secondLoss), rest))
	return l.bounded(Sigmoid(AddScalar(DivScalar(above, l.Mu), math.Log(own/rest))))
}

// impartial learns a scale e^s for each loss, with s ← s − Rate·(e^s·L − 1), which drives the
// scaled losses to 1.
func (l Lambda) impartial(scope *model.Scope, s signals) tradeoff {
	var scales []*Node
	for i, loss := range []*Node{s.taskLoss, s.secondLoss} {
		variable := lambdaVar(scope, []string{"task_scale", "second_scale"}[i], loss.DType(), 0)
		now := variable.NodeValue(loss.Graph())
		slope := AddScalar(Mul(Exp(now), StopGradient(loss)), -1)
		variable.SetNodeValue(Sub(now, MulScalar(slope, l.Rate)))
		scales = append(scales, now)
	}
	return l.bounded(Sigmoid(Sub(scales[0], scales[1])))
}

// dynamicWeight weights each loss by e^(w/Mu), where w is the ratio of the last loss to the one
// before. Both weights are equal at the first two steps. A loss that was not positive has w = 1.
func (l Lambda) dynamicWeight(scope *model.Scope, s signals) tradeoff {
	var ratios []*Node
	now := step(s.n1.Graph())
	for i, loss := range []*Node{s.taskLoss, s.secondLoss} {
		names := [][2]string{{"task_last", "task_before"}, {"second_last", "second_before"}}[i]
		last, before := lambdaVar(scope, names[0], loss.DType(), 0), lambdaVar(scope, names[1], loss.DType(), 0)
		newer, older := last.NodeValue(loss.Graph()), before.NodeValue(loss.Graph())
		known := LogicalAnd(IsPositive(older), GreaterThan(now, Scalar(now.Graph(), now.DType(), 2)))
		one := OnesLike(loss)
		ratios = append(ratios, Where(known, Div(newer, Where(known, older, one)), one))
		before.SetNodeValue(newer)
		last.SetNodeValue(StopGradient(loss))
	}
	return l.bounded(Sigmoid(DivScalar(Sub(ratios[0], ratios[1]), l.Mu)))
}

// famo uses the weights z/L with z = softmax(w). Adam updates the logits w by the decrease of each
// log loss since the last step. The two logits are opposite, as their gradients are, so only one is
// stored. The published method measures the decrease on one batch; this one uses two consecutive
// batches. With full batches, both are the same.
func (l Lambda) famo(scope *model.Scope, s signals) tradeoff {
	g, dtype := s.n1.Graph(), s.taskLoss.DType()
	now := step(g)
	var falls, logs []*Node
	for i, loss := range []*Node{s.taskLoss, s.secondLoss} {
		variable := lambdaVar(scope, []string{"task_log", "second_log"}[i], dtype, 0)
		value := Log(AddScalar(MaxScalar(StopGradient(loss), 0), famoEpsilon))
		falls, logs = append(falls, Sub(variable.NodeValue(g), value)), append(logs, value)
		variable.SetNodeValue(value)
	}
	logit, mean, square := lambdaVar(scope, "logit", dtype, 0), lambdaVar(scope, "logit_mean", dtype, 0), lambdaVar(scope, "logit_square", dtype, 0)
	w, m, v := logit.NodeValue(g), mean.NodeValue(g), square.NodeValue(g)
	z := Sigmoid(MulScalar(w, 2))
	slope := Add(Mul(Mul(z, OneMinus(z)), Sub(falls[0], falls[1])), MulScalar(w, famoDecay))
	nextM := Add(MulScalar(m, famoFirst), MulScalar(slope, 1-famoFirst))
	nextV := Add(MulScalar(v, famoSecond), MulScalar(Square(slope), 1-famoSecond))
	updates := ConvertDType(AddScalar(now, -1), dtype)
	first := IsNonPositive(updates) // nothing to compare with yet
	safe := Where(first, OnesLike(updates), updates)
	corrected := func(x *Node, rate float64) *Node {
		return Div(x, OneMinus(Exp(MulScalar(safe, math.Log(rate)))))
	}
	move := Div(corrected(nextM, famoFirst), AddScalar(Sqrt(corrected(nextV, famoSecond)), famoEpsilon))
	w, m, v = Where(first, w, Sub(w, MulScalar(move, l.Rate))), Where(first, m, nextM), Where(first, v, nextV)
	logit.SetNodeValue(w)
	mean.SetNodeValue(m)
	square.SetNodeValue(v)
	return l.bounded(Sigmoid(Add(MulScalar(w, 2), Sub(logs[1], logs[0]))))
}
