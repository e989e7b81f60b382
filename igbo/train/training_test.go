package train

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/samples"
)

// regression is a small network with dropout and a penalty. It uses random numbers, Adam's moments,
// a λ with state, and GoMLX's regularisation losses.
func regression(scope *model.Scope, inputs []*Node) *Node {
	x := inputs[0]
	hidden := Tanh(layers.Dense(scope.At("hidden"), x, true, 8))
	hidden = layers.DropoutStatic(scope, hidden, 0.1)
	y := Squeeze(layers.Dense(scope.At("output"), hidden, true, 1), -1)
	weights := scope.Store().GetVariable("/output/dense/weights").NodeValue(x)
	gomlx.AddRegularizationLoss(MulScalar(ReduceAllSum(Square(weights)), 1e-3))
	SetSecondLoss(ReduceAllMean(Square(AddScalar(hidden, -0.5))), nil)
	return y
}

func meanSquare(labels, predictions []*Node) *Node {
	return ReduceAllMean(Square(Sub(predictions[0], labels[0])))
}

// rows returns 13 samples in batches of 4, so the last batch of an epoch has one sample.
func rows() *Batches {
	d := samples.Data{Features: []string{"a", "b", "c"}, Steps: 1}
	for i := range 13 {
		v := float64(i%5) - 2
		d.X, d.Y = append(d.X, v, v*v/4, float64(i)/13), append(d.Y, v+float64(i)/13)
	}
	return &Batches{Data: d, Size: 4, Seed: 3, DType: dtypes.Float32}
}

// training is a store with its optimiser, history and model. The default model is regression.
type training struct {
	store   *model.Store
	opt     *Optimizer
	history *History
	modelFn func(*model.Scope, []*Node) *Node
}

// line is a model that compiles quickly.
func line(scope *model.Scope, inputs []*Node) *Node {
	y := Squeeze(layers.Dense(scope.At("line"), inputs[0], true, 1), -1)
	SetSecondLoss(ReduceAllMean(Square(AddScalar(y, -0.5))), nil)
	return y
}

// newLine returns a training of line by gradient descent.
func newLine(t testing.TB, l Lambda) training {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Lambda = l
	opt := must.Of(Wrap(optimizer.StochasticGradientDescent().WithLearningRate(0.01).WithDecay(false).Done(), cfg)).In(t)
	return training{backendtest.Store(t, 1), opt, NewHistory(cfg), line}
}

func newTraining(t testing.TB) training {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Lambda = Lambda{Kind: Uncertainty, Floor: 0.05}
	opt := must.Of(Wrap(optimizer.Adam().LearningRate(0.01).Done(), cfg)).In(t)
	return training{store: backendtest.Store(t, 5), opt: opt, history: NewHistory(cfg)}
}

func (tr training) driver(t testing.TB, stepsPerCall int) *Driver {
	t.Helper()
	modelFn := tr.modelFn
	if modelFn == nil {
		modelFn = regression
	}
	d := must.Of(NewDriver(backendtest.Open(t), tr.store, modelFn, meanSquare, tr.opt, tr.history, DriverConfig{StepsPerCall: stepsPerCall})).In(t)
	t.Cleanup(d.Close)
	return d
}

// variables returns copies of the variables of a store, except those of GoMLX's trainer.
func variables(t testing.TB, store *model.Store) map[string][]float64 {
	t.Helper()
	values := map[string][]float64{}
	for v := range store.IterVariables() {
		if strings.HasPrefix(v.Path(), gomlx.TrainerAbsoluteScope) || strings.Contains(v.Path(), "metric") {
			continue
		}
		must.Do(t, v.MustValue().ConstFlatData(func(flat any) {
			all := reflect.ValueOf(flat)
			for i := range all.Len() {
				values[v.Path()] = append(values[v.Path()], all.Index(i).Convert(reflect.TypeFor[float64]()).Float())
			}
		}))
	}
	return values
}

// same compares all variables and records of two trainings, bit for bit if the tolerance is 0.
func (tr training) same(t *testing.T, what string, want training, tolerance float64) {
	t.Helper()
	mine, others := variables(t, tr.store), variables(t, want.store)
	if len(mine) != len(others) {
		t.Errorf("%s: %d variables, want %d", what, len(mine), len(others))
	}
	for path, value := range others {
		if off := distance(mine[path], value); !(off <= tolerance) {
			t.Errorf("%s: %s is %.3g off", what, path, off)
		}
	}
	if len(tr.history.Steps) != len(want.history.Steps) || !reflect.DeepEqual(tr.history.Counts, want.history.Counts) {
		t.Fatalf("%s: %d steps, %v; want %d, %v", what, len(tr.history.Steps), tr.history.Counts, len(want.history.Steps), want.history.Counts)
	}
	for i, s := range tr.history.Steps {
		w := want.history.Steps[i]
		if tolerance == 0 && s != w || s.Step != w.Step || !(math.Abs(s.TaskLoss-w.TaskLoss) <= tolerance*w.TaskLoss) {
			t.Fatalf("%s: step %+v, want %+v", what, s, w)
		}
	}
}

// distance returns the largest difference of two values, relative to their size if that exceeds 1.
func distance(a, b []float64) (off float64) {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	for i := range a {
		off = math.Max(off, math.Abs(a[i]-b[i])/math.Max(1, math.Abs(b[i])))
	}
	return off
}
