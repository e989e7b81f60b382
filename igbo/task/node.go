package task

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/train/loss"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// Build builds the scalar L from predictions [B,T] or [B,T,K], over the steps t ≥ burnIn. labels starts with
// the targets, [B,T] or [B,T,K]. A boolean mask [B,T] that is true at valid steps, and weights [B] or [B,T],
// may follow in any order. Predictions and targets at masked steps are ignored. L is 0 if the sum of the
// weights is 0.
//
// Build panics if the shapes are invalid or if the loss is not ready; see [Loss.Ready].
func (l Loss) Build(labels []*Node, prediction *Node, burnIn int) *Node {
	if err := l.Ready(); err != nil {
		panic(err)
	}
	in, err := newInputs(labels, prediction, burnIn)
	if err != nil {
		panic(err)
	}
	if l.Is(KindSquared) && in.weights == nil {
		return in.squared()
	}
	if l.Is(KindCustom) {
		return in.mean(in.cut(l.custom(in)), in.stepWeights())
	}
	return l.weighted(in)
}

// inputs holds the nodes from which a loss is built.
type inputs struct {
	target, prediction *Node // [B,T] or [B,T,K]
	mask, weights      *Node // [B,T] or nil
	burnIn             int
}

func newInputs(labels []*Node, prediction *Node, burnIn int) (in inputs, err error) {
	if len(labels) == 0 || labels[0] == nil || prediction == nil {
		return in, errors.New("task: the targets and the predictions must not be nil")
	}
	in = inputs{target: labels[0], prediction: prediction, burnIn: burnIn}
	shape := prediction.Shape()
	if rank := shape.Rank(); rank != 2 && rank != 3 || in.target.Rank() < 2 {
		return in, fmt.Errorf("task: the targets are %s and the predictions %s, want [B,T] or [B,T,K]", in.target.Shape(), shape)
	}
	b, t := shape.Dim(0), shape.Dim(1)
	if burnIn < 0 || burnIn >= t {
		return in, fmt.Errorf("task: the burn-in must be 0 to %d, because the series have T = %d steps, got %d", t-1, t, burnIn)
	}
	for _, extra := range labels[1:] {
		s := extra.Shape()
		switch {
		case s.DType == dtypes.Bool && in.mask == nil && s.Rank() == 2 && s.Dim(0) == b && s.Dim(1) == t:
			in.mask = extra
		case s.DType == shape.DType && in.weights == nil && s.Dim(0) == b && (s.Rank() == 1 || s.Rank() == 2 && s.Dim(1) == t):
			if in.weights = extra; s.Rank() == 1 {
				in.weights = BroadcastToDims(InsertAxes(extra, -1), b, t)
			}
		default:
			return in, fmt.Errorf("task: unsupported label %s after the targets, want a mask of booleans [%d %d], or weights %s [%d] or [%d %d]", s, b, t, shape.DType, b, b, t)
		}
	}
	return in, nil
}

// cut removes the steps of the burn-in.
func (in inputs) cut(steps *Node) *Node {
	if in.burnIn == 0 || steps == nil {
		return steps
	}
	return Slice(steps, AxisRange(), AxisRangeToEnd(in.burnIn))
}

// squared builds the mean squared error without weights.
func (in inputs) squared() *Node {
	off := in.cut(Sub(in.prediction, in.target))
	if in.mask == nil {
		return ReduceAllMean(Square(off))
	}
	valid := like(in.cut(in.mask), off)
	square := Square(Where(valid, off, ZerosLike(off)))
	return Div(ReduceAllSum(square), MaxScalar(ReduceAllSum(ConvertDType(valid, square.DType())), 1))
}

// like repeats steps [B,T] over the outputs of a node [B,T] or [B,T,K].
func like(steps, of *Node) *Node {
	if of.Rank() == steps.Rank() {
		return steps
	}
	return BroadcastToDims(InsertAxes(steps, -1), of.Shape().Dimensions...)
}

// masked sets x to zero at masked steps.
func (in inputs) masked(x *Node) *Node {
	if in.mask == nil {
		return x
	}
	return Where(like(in.mask, x), x, ZerosLike(x))
}

// stepWeights returns the weights [B,T−burnIn] of the steps, with zeros at masked steps. nil means 1 each.
func (in inputs) stepWeights() *Node {
	w := in.weights
	if in.mask != nil {
		if w == nil {
			w = ConvertDType(in.mask, in.prediction.DType())
		} else {
			w = Where(in.mask, w, ZerosLike(w))
		}
	}
	return in.cut(w)
}

// custom builds ℓ [B,T] with the user's function.
func (l Loss) custom(in inputs) *Node {
	losses := l.Function(in.masked(in.target), in.masked(in.prediction))
	b, t := in.prediction.Shape().Dim(0), in.prediction.Shape().Dim(1)
	if losses == nil || losses.Rank() != 2 || losses.Shape().Dim(0) != b || losses.Shape().Dim(1) != t {
		panic(fmt.Errorf("task: the loss %q returned %v, want ℓ [%d %d]", l.Name, losses, b, t))
	}
	return in.masked(losses)
}

// mean builds Σwℓ/Σw, or 0 if Σw = 0. nil weights mean 1 each.
func (in inputs) mean(losses, weights *Node) *Node {
	if weights == nil {
		return ReduceAllMean(losses)
	}
	return Mul(ReduceAllSum(Mul(losses, weights)), reciprocal(ReduceAllSum(weights)))
}

// reciprocal builds 1/x for x > 0, else 0.
func reciprocal(x *Node) *Node {
	positive := GreaterThan(x, ZerosLike(x))
	return Where(positive, Inverse(Where(positive, x, OnesLike(x))), ZerosLike(x))
}

// weighted builds a loss over n = B·(T−burnIn) rows with GoMLX's functions. They return Σwℓ/n, so the weights
// are scaled to a mean of 1.
func (l Loss) weighted(in inputs) *Node {
	target, prediction := in.cut(in.masked(in.target)), in.cut(in.masked(in.prediction))
	w := in.stepWeights()
	if l.Is(KindSoftmax) {
		return l.softmax(target, prediction, w)
	}
	if !target.Shape().Equal(prediction.Shape()) {
		panic(fmt.Errorf("task: the targets are %s and the predictions %s, want the same shape for the %s loss", target.Shape(), prediction.Shape(), l.kind()))
	}
	if w != nil {
		w = like(w, prediction)
	}
	if l.Is(KindLogistic) && len(l.ClassWeights) > 0 {
		zero, one := l.ClassWeights[0], l.ClassWeights[1]
		w = times(w, AddScalar(MulScalar(target, one-zero), zero))
	}
	labels, predictions := []*Node{flattened(target)}, []*Node{flattened(prediction)}
	if w != nil {
		labels = append(labels, flattened(unit(w)))
	}
	switch l.kind() {
	case KindAbsolute:
		return loss.MeanAbsoluteError(labels, predictions)
	case KindHuber:
		return loss.MakeHuberLoss(l.Delta)(labels, predictions)
	case KindQuantile:
		off := Sub(target, prediction)
		return in.mean(Max(MulScalar(off, l.Quantile), MulScalar(off, l.Quantile-1)), w)
	case KindLogistic:
		return loss.BinaryCrossentropyLogits(labels, predictions)
	case KindPoisson:
		return in.mean(Sub(Exp(prediction), Mul(target, prediction)), w)
	default:
		return in.mean(Square(Sub(prediction, target)), w)
	}
}

// softmax builds the loss for classes [B,T] and logits [B,T,K].
func (l Loss) softmax(target, prediction, w *Node) *Node {
	if prediction.Rank() != 3 || target.Rank() != 2 {
		panic(fmt.Errorf("task: the targets are %s and the predictions %s, want [B,T] and [B,T,K] for the softmax loss", target.Shape(), prediction.Shape()))
	}
	classes, n := prediction.Shape().Dim(2), target.Shape().Size()
	index := ConvertDType(flattened(target), dtypes.Int32)
	if len(l.ClassWeights) > 0 {
		if len(l.ClassWeights) != classes {
			panic(fmt.Errorf("task: %d class weights for %d classes (the numbers must be equal)", len(l.ClassWeights), classes))
		}
		own := Dot(OneHot(index, classes, prediction.DType()), constant.Of(prediction, l.ClassWeights, classes, 1)).Product()
		w = times(w, Reshape(own, target.Shape().Dimensions...))
	}
	labels := []*Node{Reshape(index, n, 1)}
	if w != nil {
		labels = append(labels, flattened(unit(w)))
	}
	return loss.SparseCategoricalCrossEntropyLogits(labels, []*Node{Reshape(prediction, n, classes)})
}

// times builds a·b. A nil a means 1.
func times(a, b *Node) *Node {
	if a == nil {
		return b
	}
	return Mul(a, b)
}

// unit scales weights to a mean of 1, unless all are 0.
func unit(w *Node) *Node { return Mul(w, reciprocal(ReduceAllMean(w))) }

func flattened(x *Node) *Node { return Reshape(x, x.Shape().Size()) }
