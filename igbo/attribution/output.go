package attribution

import (
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// OutputKind names which of several outputs is attributed.
type OutputKind string

// The outputs that may be attributed.
const (
	// ChosenOutput is the one of a number.
	ChosenOutput OutputKind = "chosen"
	// PredictedOutput is, for each sample and step, the one that is largest at the
	// input, the first of equal ones. It stays the same along the path, and the
	// choice has no gradient.
	PredictedOutput OutputKind = "predicted"
	// EachOutput is every one, one after the other.
	EachOutput OutputKind = "each"
)

// OutputKinds lists the kinds.
func OutputKinds() []OutputKind { return []OutputKind{ChosenOutput, PredictedOutput, EachOutput} }

// Output says through which output a model with several is attributed. The zero
// value is the only output of a model that has one.
type Output struct {
	Kind OutputKind `json:"kind,omitempty"`
	// Index is the number of a chosen output, from 0.
	Index int `json:"index,omitempty"`
}

// Validate checks the kind, and that only a chosen output has a number.
func (o Output) Validate() error {
	switch {
	case o.Kind != "" && !slices.Contains(OutputKinds(), o.Kind):
		return fmt.Errorf("attribution: unknown kind of output %q (want one of %v)", o.Kind, OutputKinds())
	case o.Index < 0:
		return fmt.Errorf("attribution: output %d must be 0 or more", o.Index)
	case o.Index > 0 && o.Kind != ChosenOutput:
		return fmt.Errorf("attribution: output %d is set for the kind %q (want the kind %s)", o.Index, o.Kind, ChosenOutput)
	}
	return nil
}

// Check compares Output with a model of K outputs.
func (o Output) Check(outputs int) error {
	if err := o.Validate(); err != nil {
		return err
	}
	switch {
	case outputs < 1:
		return fmt.Errorf("attribution: the model has %d outputs, want at least 1", outputs)
	case o.Kind == "" && outputs > 1:
		return fmt.Errorf("attribution: the model has %d outputs, so Output.Kind must be set (want one of %v)", outputs, OutputKinds())
	case o.Index >= outputs:
		return fmt.Errorf("attribution: output %d not found in a model with %d (want 0 to %d)", o.Index, outputs, outputs-1)
	}
	return nil
}

// Count is the number of attributions for a model of K outputs: K for each, else 1.
func (o Output) Count(outputs int) int {
	if o.Kind == EachOutput {
		return outputs
	}
	return 1
}

// Of makes of a model with K outputs, [B,T] for K = 1 and else [B,T,K], the Count(K)
// models that are attributed at inputs x with a mask, nil for none. It panics
// with Check's error.
func (o Output) Of(scope *model.Scope, f MaskedModel, x, mask *Node, outputs int) []MaskedModel {
	if err := o.Check(outputs); err != nil {
		panic(err)
	}
	if scope == nil || f == nil || x == nil {
		panic(errors.New("attribution: selecting an output: scope, model and inputs must not be nil"))
	}
	if outputs == 1 {
		return []MaskedModel{f}
	}
	if o.Kind == PredictedOutput {
		return []MaskedModel{predicted(f, f(scope.ResetVisited(), x, mask))}
	}
	var models []MaskedModel
	for c := range outputs {
		if o.Kind == EachOutput || c == o.Index {
			models = append(models, func(scope *model.Scope, x, mask *Node) *Node { return output(f(scope, x, mask), c) })
		}
	}
	return models
}

// Predicted makes a Model of a model with several outputs [B,T,C]: it attributes
// inputs x through the output that is largest there, for each sample and step; see
// PredictedOutput.
func Predicted(scope *model.Scope, f Model, x *Node) Model {
	if scope == nil || f == nil || x == nil {
		panic(errors.New("attribution: Predicted: scope, model and inputs must not be nil"))
	}
	chosen := predicted(Unmasked(f), f(scope.ResetVisited(), x))
	return func(scope *model.Scope, x *Node) *Node { return chosen(scope, x, nil) }
}

// predicted attributes through the output that is largest in y [B,T,C]. The points
// of a path are folded into the batch, so the choice is repeated for every x of M·B rows.
func predicted(f MaskedModel, y *Node) MaskedModel {
	checkOutputs(y)
	b, t, c := y.Shape().Dim(0), y.Shape().Dim(1), y.Shape().Dim(2)
	pick := OneHot(ArgMax(StopGradient(y), -1), c, y.DType())
	return func(scope *model.Scope, x, mask *Node) *Node {
		y, own := f(scope, x, mask), pick
		rows := y.Shape().Dim(0)
		if rows%b != 0 {
			panic(fmt.Errorf("attribution: the predicted outputs of %d rows do not divide the %d rows of x", b, rows))
		}
		if rows != b {
			own = Reshape(BroadcastToDims(InsertAxes(own, 0), rows/b, b, t, c), rows, t, c)
		}
		return ReduceSum(Mul(y, own), -1)
	}
}

// output is y[…, c] for y [B,T,C].
func output(y *Node, c int) *Node {
	checkOutputs(y)
	if classes := y.Shape().Dim(2); c < 0 || c >= classes {
		panic(fmt.Errorf("attribution: output %d selected of a model with %d outputs", c, classes))
	}
	return Squeeze(Slice(y, AxisRange(), AxisRange(), AxisElem(c)), -1)
}

func checkOutputs(y *Node) {
	if y == nil || y.Rank() != 3 {
		panic(fmt.Errorf("attribution: Select needs a model with outputs [B,T,C], got %v", y))
	}
}
