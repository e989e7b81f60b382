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

// onBowls is a training of θ in R² by plain gradient descent, on batches that
// scale L by their first number.
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

// scales makes a dataset of one number a batch.
func scales(values ...float64) given {
	var g given
	for _, v := range values {
		g = append(g, gomlx.Batch{Inputs: []*tensors.Tensor{tensors.FromValue([]float64{v})}, Labels: []*tensors.Tensor{tensors.FromValue([]float64{0})}})
	}
	return g
}

// TestNaNWithinACall: the first step that is not finite is named, whatever
// comes after it in its call, and the steps before it are in the history.
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

// TestStopAtOppositeIsAtItsStep: a history that ends the run at opposite
// gradients finds the weights of that step, with any number of steps a call.
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

// TestBatchesOfOtherShapes: a dataset may change its shapes at every step; the
// weights are those of single steps.
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

// TestDriversSideBySide: trainings at once on one backend do not meet.
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

// TestWhatCannotBeState: a model that makes a parameter of the graph, which is
// no variable, cannot be stepped in a loop, and the error says which it is.
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
