package train

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/scan"
)

// onBowls returns a training of θ in R² by plain gradient descent, on batches whose first number
// scales L.
func onBowls(t *testing.T, b [2]float64, k int) (training, *Driver) {
	t.Helper()
	cfg := DefaultConfig()
	opt := must.Of(Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.1).WithDecay(false).Done(), cfg)).In(t)
	tr := training{store: model.NewStore(), opt: opt, history: NewHistory(cfg)}
	problem := func(scope *model.Scope, inputs []*Node) *Node {
		l := twoBowls([2]float64{1.25, 0.5}, b)(scope, ZerosLike(inputs[0]))
		return Mul(l, ReduceAllMean(inputs[0]))
	}
	d := must.Of(NewDriver(backendtest.Open(t), tr.store, problem, firstPrediction, opt, tr.history, DriverConfig{StepsPerCall: k})).In(t)
	t.Cleanup(d.Close)
	return tr, d
}

// scales returns a dataset with one number per batch.
func scales(values ...float64) given {
	var g given
	for _, v := range values {
		g = append(g, gomlx.Batch{Inputs: []*tensors.Tensor{tensors.FromValue([]float64{v})}, Labels: []*tensors.Tensor{tensors.FromValue([]float64{0})}})
	}
	return g
}

// TestNaNWithinACall checks that the error names the first step that is not finite, regardless of
// later steps in the same call, and that the history contains the earlier steps.
func TestNaNWithinACall(t *testing.T) {
	for _, k := range []int{1, 2, 4, 16} {
		tr, d := onBowls(t, [2]float64{-1, 0.25}, k)
		last := 0
		err := d.Run(t.Context(), scales(1, 1, 1, 1, math.NaN(), 1, 1, 1), 1, 8, nil, func(step int) error { last = step; return nil })
		var broken *NonFiniteError
		if !errors.As(err, &broken) || broken.Step != 5 || broken.Quantity != "the task loss L" || last != 4 || len(tr.history.Steps) != 4 {
			t.Errorf("K = %d: error %v after step %d and %d records, want that of step 5", k, err, last, len(tr.history.Steps))
		}
	}
}

// TestStopAtOppositeIsAtItsStep checks that, if a history ends the run at opposite gradients, the
// weights are those of that step, for any number of steps per call.
func TestStopAtOppositeIsAtItsStep(t *testing.T) {
	for _, k := range []int{1, 16} {
		tr, d := onBowls(t, [2]float64{-0.75, 0.5}, k)
		tr.history.StopAtOpposite = true
		err := d.Run(t.Context(), scales(1, 1, 1, 1), 1, 4, nil, nil)
		if theta := variables(t, tr.store)["/model/theta"]; !errors.Is(err, ErrParetoStationary) || theta[0] != 0.25 || optimizer.GetGlobalStep(tr.store) != 1 {
			t.Errorf("K = %d: %v, θ = %v after %d steps, want the start after 1", k, err, theta, optimizer.GetGlobalStep(tr.store))
		}
	}
}

// TestBatchesOfOtherShapes checks that a dataset may change its shapes at every step, with the same
// weights as single steps.
func TestBatchesOfOtherShapes(t *testing.T) {
	sizes := []int{4, 4, 2, 4, 4, 4, 2, 2, 4}
	run := func(k int) training {
		var source given
		for _, n := range sizes {
			source = append(source, batchOf(n))
		}
		tr := newLine(t, FixedLambda(0.5))
		must.Do(t, tr.driver(t, k).Run(t.Context(), source, 1, len(sizes), nil, nil))
		return tr
	}
	single := run(1)
	run(4).same(t, "K = 4", single, 0)
}

// TestDriversSideBySide checks that simultaneous trainings on one backend do not affect each other.
func TestDriversSideBySide(t *testing.T) {
	const steps = 30
	single := newLine(t, FixedLambda(0.5))
	must.Do(t, single.driver(t, 7).Run(t.Context(), rows(), 1, steps, nil, nil))
	var group sync.WaitGroup
	trainings, failed := make([]training, 3), make([]error, 3)
	for i := range trainings {
		trainings[i] = newLine(t, FixedLambda(0.5))
		d := trainings[i].driver(t, 7)
		group.Go(func() { failed[i] = d.Run(t.Context(), rows(), 1, steps, nil, nil) })
	}
	group.Wait()
	for i, tr := range trainings {
		if failed[i] != nil {
			t.Fatal(failed[i])
		}
		tr.same(t, fmt.Sprint("training ", i), single, 0)
	}
}

// TestWhatCannotBeState checks a model that creates a graph parameter instead of a variable. It
// cannot run in a loop, and the error names the parameter.
func TestWhatCannotBeState(t *testing.T) {
	if !scan.Supported(backendtest.Open(t)) {
		t.Skip("no loop can be built on this backend")
	}
	tr := newLine(t, FixedLambda(0.5))
	d := must.Of(NewDriver(backendtest.Open(t), tr.store, func(scope *model.Scope, inputs []*Node) *Node {
		kept := Parameter(inputs[0].Graph(), "kept", shapes.Make(dtypes.Float32))
		return Add(line(scope, inputs), kept)
	}, meanSquare, tr.opt, tr.history, DriverConfig{StepsPerCall: 4})).In(t)
	defer d.Close()
	err := d.Run(t.Context(), rows(), 1, 3, nil, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "train: step 1: ") || !strings.Contains(err.Error(), "kept") {
		t.Errorf("error %v, want one that names the parameter", err)
	}
}
