package igbo

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestNonFiniteNamesStepTensorAndCheckpoint lets SGD diverge and checks the error, with an order
// and without.
func TestNonFiniteNamesStepTensorAndCheckpoint(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Optimizer = Optimizer{Name: "sgd", LearningRate: 30}
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 1}
	_, err := Train(context.Background(), backendtest.Open(t), cfg, data, d)
	var broken *train.NonFiniteError
	if !errors.As(err, &broken) {
		t.Fatalf("error %v, want a NonFiniteError", err)
	}
	if broken.Step < 2 || broken.Quantity == "" || !math.IsInf(broken.Value, 0) && !math.IsNaN(broken.Value) {
		t.Errorf("%+v, want a step, a quantity and a value that is not finite", broken)
	}
	if want := filepath.Join(cfg.Checkpoints.Dir, "step-"); !strings.HasPrefix(broken.Checkpoint, want) {
		t.Fatalf("checkpoint %q, want %s…", broken.Checkpoint, want)
	}
	m := must.Of(Load(backendtest.Open(t), broken.Checkpoint)).In(t)
	for _, v := range must.Of(m.Predict(data)).In(t) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("the last good checkpoint predicts %g", v)
		}
	}
}

// TestGradientsWhoseSquaresOverflow uses inputs of 1e15, for which the gradient of L is finite in
// float32 but its square is not. The step must be taken and recorded.
func TestGradientsWhoseSquaresOverflow(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	for i := range data.X {
		data.X[i] *= 1e15
	}
	cfg.Optimizer.LearningRate, cfg.BatchSize, cfg.Epochs = 1e-32, 64, 1
	step := mustTrain(t, cfg, data, nil).History.Steps[0]
	if !(step.Norm1 > 1e20 && step.Norm1 < 1e35) || step.Case != projection.OnlyG1 {
		t.Errorf("step %+v, want one on g1 with a norm beyond 1e20", step)
	}
}

// TestArmijoDecreasesTheWorst checks that, under the Armijo rule, max(L, H) decreases at every
// step, by at least the required fraction if L is larger, and that training ends when no step
// decreases it.
func TestArmijoDecreasesTheWorst(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Optimizer, cfg.Epochs, cfg.DType = Optimizer{Name: "armijo", LearningRate: 1}, 400, "float64"
	r := mustTrain(t, cfg, data, d)
	last := math.Inf(1)
	for i, s := range r.History.Steps {
		if worst := max(s.TaskLoss, s.SecondLoss); worst >= last {
			t.Fatalf("step %d: max(L, H) = %g after %g", s.Step, worst, last)
		} else {
			last = worst
		}
		if s.StepSize == 0 && i < len(r.History.Steps)-1 {
			t.Errorf("step %d without a step size", s.Step)
		}
	}
	if n := len(r.History.Steps); n < 10 || r.Steps < n-1 {
		t.Errorf("%d steps in the history of %d", n, r.Steps)
	}
	worst := 0.0
	for _, s := range r.History.Steps {
		worst = max(worst, s.Residual)
	}
	if end := r.History.Steps[len(r.History.Steps)-1]; !(end.Residual < 1e-3*worst) {
		t.Errorf("residual %g at the end, %g at most; want a thousandth", end.Residual, worst)
	}
	t.Logf("%d steps, %s; residual at most %.3g, at the end %+v", r.Steps, r.Stopped, worst, r.History.Steps[len(r.History.Steps)-1])
}

// TestArmijoWithoutOrderIsGradientDescent checks that, without an order, Armijo steps minimise L.
func TestArmijoWithoutOrderIsGradientDescent(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Optimizer, cfg.Epochs, cfg.DType = Optimizer{Name: "armijo", LearningRate: 1}, 200, "float64"
	r := mustTrain(t, cfg, data, nil)
	e, err := r.Model.Evaluate(data, nil)
	if err != nil || e.MSE > 1e-10 {
		t.Errorf("MSE %g, %v, want that of the exact linear target", e.MSE, err)
	}
}

// TestSchedules recomputes two steps of gradient descent. The second step has the rate η/√2 or η/2.
func TestSchedules(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.BatchSize, cfg.DType, cfg.Optimizer.LearningRate = 64, "float64", 0.001
	predict := func(s Schedule, epochs int) float64 {
		cfg.Optimizer.Schedule, cfg.Epochs = s, epochs
		y := must.Of(mustTrain(t, cfg, data, nil).Model.Predict(data)).In(t)
		return y[0]
	}
	one, two := predict(ConstantRate, 1), predict(ConstantRate, 2)
	for s, share := range map[Schedule]float64{ConstantRate: 1, InverseRootRate: math.Sqrt(0.5), InverseRate: 0.5, CosineRate: 0.5} {
		if first := predict(s, 1); first != one {
			t.Errorf("%s: first step to %g, want %g", s, first, one)
		}
		if got, want := predict(s, 2), one+share*(two-one); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: second step to %g, want %g", s, got, want)
		}
	}
}

// TestEarlyStoppingKeepsTheBest uses a small network that overfits noise. Training must end early
// and return the weights of the best step on held-out data.
func TestEarlyStoppingKeepsTheBest(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	mlp := models.DefaultMLPConfig()
	mlp.Hidden = []int{16}
	cfg.Model, cfg.Epochs, cfg.Optimizer = models.MLPSpec(mlp), 300, Optimizer{Name: "adam", LearningRate: 0.03}
	learn, held := data.Part(0, 24), data.Part(24, 64)
	for i := range learn.Y {
		learn.Y[i] += 4 * math.Sin(float64(37*i))
	}
	for _, monitor := range Monitors() {
		cfg.EarlyStopping = EarlyStopping{Data: held, Patience: 15, Monitor: monitor}
		r := mustTrain(t, cfg, learn, d)
		if r.Stopped == "" || r.Steps >= 300 || r.BestStep != r.Steps-15 {
			t.Fatalf("%s: stopped %q after %d steps, best %d, want early, 15 after the best", monitor, r.Stopped, r.Steps, r.BestStep)
		}
		short := cfg
		short.EarlyStopping, short.Epochs = EarlyStopping{}, r.BestStep
		best := must.Of(mustTrain(t, short, learn, d).Model.Evaluate(held, d)).In(t)
		got, err := r.Model.Evaluate(held, d)
		if err != nil || got != best {
			t.Errorf("%s: held-out %+v, %v, want that of step %d, %+v", monitor, got, err, r.BestStep, best)
		}
	}
}

// TestTrainFrom checks that TrainFrom continues from another model's weights and does not change
// that model.
func TestTrainFrom(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Standardize = true
	start := mustTrain(t, cfg, data, nil).Model
	before := outcomeOf(t, &Result{Model: start, History: &train.History{}}).Weights
	cfg.Epochs, cfg.Optimizer.LearningRate = 1, 1e-9
	r := must.Of(TrainFrom(context.Background(), start, cfg, data.Part(0, 30), d)).In(t)
	after := outcomeOf(t, r).Weights
	for path, w := range outcomeOf(t, &Result{Model: start, History: &train.History{}}).Weights {
		for i := range w {
			if w[i] != before[path][i] {
				t.Errorf("%s of the start changed", path)
			}
			if math.Abs(after[path][i]-w[i]) > 1e-6 {
				t.Errorf("%s: %g, want near the start's %g", path, after[path][i], w[i])
			}
		}
	}
	if r.Model.Normalization.TargetShift != start.Normalization.TargetShift {
		t.Error("a warm start with another normalisation")
	}
	for want, edit := range map[string]func(c *Config, d *Data){
		"same architecture":               func(c *Config, _ *Data) { c.Model = models.MLPSpec(models.DefaultMLPConfig()) },
		"dtype":                           func(c *Config, _ *Data) { c.DType = "float64" },
		"the warm start has the features": func(_ *Config, d *Data) { *d = modeltest.Table(8, 3) },
	} {
		c, other := cfg, data
		edit(&c, &other)
		_, err := TrainFrom(context.Background(), start, c, other, nil)
		refusal.Check(t, err, want)
	}
}

// TestOptimizerSettings checks the errors for invalid settings.
func TestOptimizerSettings(t *testing.T) {
	for want, o := range map[string]Optimizer{
		"unknown optimiser \"newton\"":   {Name: "newton", LearningRate: 1},
		"unknown schedule \"sometimes\"": {Name: "sgd", LearningRate: 1, Schedule: "sometimes"},
		"determines the step size":       {Name: "armijo", LearningRate: 1, Schedule: InverseRate},
		"must be positive":               {Name: "sgd", LearningRate: math.NaN()},
	} {
		refusal.Check(t, o.Validate(), want)
	}
	refusal.Check(t, (EarlyStopping{Patience: 1, Monitor: "luck"}).Validate(), "luck")
}
