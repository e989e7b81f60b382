package train

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
)

// recurrent is a GRU with a loss on its attribution. On XLA, each step contains loops and their
// derivatives.
func recurrent(scope *model.Scope, inputs []*Node) *Node {
	gru := models.GRU(models.GRUConfig{Hidden: 3})
	cfg := attribution.DefaultConfig()
	cfg.Points = 2
	h := attribution.Cumulative(scope, gru, inputs[0], cfg)
	SetSecondLoss(ReduceAllMean(Square(AddScalar(h, -0.1))), nil)
	return gru(scope.ResetVisited(), inputs[0])
}

// series returns 6 series of 4 steps in batches of 3.
func series() *Batches {
	d := samples.Data{Features: []string{"a", "b"}, Steps: 4}
	for i := range 24 {
		d.X, d.Y = append(d.X, float64(i%5)-2, float64(i%7)/7), append(d.Y, float64(i%11)/11)
	}
	return &Batches{Data: d, Size: 3, Seed: 3, DType: dtypes.Float64}
}

func (tr training) recurrent(t *testing.T, b compute.Backend, stepsPerCall int) {
	t.Helper()
	d := must.Of(NewDriver(b, tr.store, recurrent, meanSquare, tr.opt, tr.history, DriverConfig{StepsPerCall: stepsPerCall})).In(t)
	defer d.Close()
	must.Do(t, d.Run(t.Context(), series(), 1, 5, nil, nil))
}

func engine(t *testing.T) compute.Backend {
	t.Helper()
	return must.Of(embedded.Open("")).In(t)
}

// recurrentTraining starts from weights drawn by the embedded backend, because every backend draws
// different ones.
func recurrentTraining(t *testing.T) training {
	t.Helper()
	drawn, tr := backendtest.Store(t, 5), newTraining(t)
	exec := must.Of(model.NewExec(engine(t), drawn, func(scope *model.Scope, x *Node) *Node {
		return models.GRU(models.GRUConfig{Hidden: 3})(scope, x)
	})).In(t)
	defer exec.Finalize()
	must.Of(exec.Call1([][][]float64{{{1, 2}}})).In(t)
	for v := range drawn.IterVariables() {
		if v.Trainable {
			tr.store.VariableWithValue(v.Path(), v.MustValue().Value())
		}
	}
	return tr
}

// TestRecurrentStepsInOneCall checks that steps of a recurrent model are the same one by one and
// several per call (a nested loop on XLA), and the same as on the embedded backend, where the
// recurrence is unrolled.
func TestRecurrentStepsInOneCall(t *testing.T) {
	reference := recurrentTraining(t)
	reference.recurrent(t, engine(t), 1)
	single, several := recurrentTraining(t), recurrentTraining(t)
	single.recurrent(t, backendtest.Open(t), 1)
	several.recurrent(t, backendtest.Open(t), 4)
	single.same(t, "one step a call", reference, 1e-9)
	several.same(t, "four steps a call", single, 0)
}

// TestRecurrentLineSearch checks the same for a line search.
func TestRecurrentLineSearch(t *testing.T) {
	searched := func(b compute.Backend) training {
		tr := recurrentTraining(t)
		opt, err := Wrap(optimizer.StochasticGradientDescent().Done(), DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		tr.opt, tr.history = opt, NewHistory(DefaultConfig())
		s := must.Of(NewLineSearch(b, tr.store, recurrent, meanSquare, tr.opt, tr.history, DefaultArmijo())).In(t)
		defer s.Finalize()
		var batch gomlx.Batch
		for batch, err = range series().Iter() {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		for step := range 3 {
			must.Do(t, s.Step(step+1, batch))
		}
		return tr
	}
	searched(backendtest.Open(t)).same(t, "line search", searched(engine(t)), 1e-9)
}
