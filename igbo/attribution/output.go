package attribution

import (
	"errors"
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// OutputKind selects which of several outputs is attributed.
type OutputKind string

// The output kinds.
const (
	// ChosenOutput attributes the output with a given index.
	ChosenOutput OutputKind = "chosen"
	// PredictedOutput attributes, for each sample and step, the output that is largest at the input. Among
	// equal outputs it is the first. The choice stays fixed along the path and has no gradient.
	PredictedOutput OutputKind = "predicted"
	// EachOutput attributes every output separately.
	EachOutput OutputKind = "each"
)

// OutputKinds returns all output kinds.
func OutputKinds() []OutputKind { return []OutputKind{ChosenOutput, PredictedOutput, EachOutput} }

// Output selects which output of a model is attributed. The zero value is for models with one output.
type Output struct {
	Kind OutputKind `json:"kind,omitempty"`
	// Index is the zero-based index of a ChosenOutput.
	Index int `json:"index,omitempty"`
}

// Validate checks the kind and index. Only a ChosenOutput may have a nonzero index.
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

// Check returns an error if the selection is invalid for a model with the given number of outputs.
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

// Count returns the number of attributions for a model with K outputs: K for EachOutput, else 1.
func (o Output) Count(outputs int) int {
	if o.Kind == EachOutput {
		return outputs
	}
	return 1
}

// Of returns the Count(K) models that are attributed for a model f with K outputs. f returns [B,T] if K = 1 and
// [B,T,K] otherwise. x and mask are the inputs to explain; mask may be nil. Of panics with the error of
// [Output.Check].
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

// Predicted returns a model that attributes inputs x through the output that is largest there, for each sample
// and step; see [PredictedOutput]. f has several outputs [B,T,C].
func Predicted(scope *model.Scope, f Model, x *Node) Model {
	if scope == nil || f == nil || x == nil {
		panic(errors.New("attribution: Predicted: scope, model and inputs must not be nil"))
	}
	chosen := predicted(Unmasked(f), f(scope.ResetVisited(), x))
	return func(scope *model.Scope, x *Node) *Node { return chosen(scope, x, nil) }
}

// predicted attributes through the output that is largest in y [B,T,C]. The points of a path are folded into
// the batch, so the choice is repeated for an x with M·B rows.
func predicted(f MaskedModel, y *Node) MaskedModel {
	checkOutputs(y)
	b, t, c := y.Shape().Dim(0), y.Shape().Dim(1), y.Shape().Dim(2)
	pick := OneHot(ArgMax(StopGradient(y), -1), c, y.DType())
	return func(scope *model.Scope, x, mask *Node) *Node {
		y, own := f(scope, x, mask), pick
		rows := y.Shape().Dim(0)
		if rows%b != 0 {
			panic(fmt.Errorf("attribution: x has %d rows, want a multiple of the %d rows of the predicted outputs", rows, b))
		}
		if rows != b {
			own = Reshape(BroadcastToDims(InsertAxes(own, 0), rows/b, b, t, c), rows, t, c)
		}
		return ReduceSum(Mul(y, own), -1)
	}
}

// output returns y[…, c] for y [B,T,C].
func output(y *Node, c int) *Node {
	checkOutputs(y)
	if classes := y.Shape().Dim(2); c < 0 || c >= classes {
		panic(fmt.Errorf("attribution: output %d not found in a model with %d outputs (want 0 to %d)", c, classes, classes-1))
	}
	return Squeeze(Slice(y, AxisRange(), AxisRange(), AxisElem(c)), -1)
}

func checkOutputs(y *Node) {
	if y == nil || y.Rank() != 3 {
		panic(fmt.Errorf("attribution: Select needs a model with outputs [B,T,C], got %v", y))
	}
}
