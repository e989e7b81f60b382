package igbo

import (
	"math"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// byValidation returns a training whose λ follows both losses on held-out data.
func byValidation(t testing.TB) (Config, Data, Data, func(change func(c *Config, held *Data)) error) {
	cfg, data, d := modeltest.Small(t)
	held := data.Part(40, 64)
	cfg.Rule, cfg.Epochs, cfg.DType = "weighted-sum", 15, "float64"
	cfg.Lambda = train.Lambda{Kind: train.Validation, Value: 0.5, Rate: 0.1, Floor: 0.05}
	cfg.EarlyStopping = EarlyStopping{Data: held, Every: 2}
	return cfg, data.Part(0, 40), held, func(change func(c *Config, held *Data)) error {
		c, h := cfg, held
		c.EarlyStopping.Data = Data{}
		change(&c, &h)
		if c.EarlyStopping.Data.Y == nil {
			c.EarlyStopping.Data = h
		}
		_, err := Train(t.Context(), backendtest.Open(t), c, data.Part(0, 40), d)
		return err
	}
}

// TestLambdaFollowsHeldOutLosses checks that λ at each step follows the rule of train.Lambda for
// the losses of Evaluate on the held-out data, that it is constant between evaluations, and that
// interruptions do not change the result, bit for bit.
func TestLambdaFollowsHeldOutLosses(t *testing.T) {
	cfg, data, held, _ := byValidation(t)
	_, _, d := modeltest.Small(t)
	r := mustTrain(t, cfg, data, d)
	want, first, moved := 0.5, Evaluation{}, 0
	for i, s := range r.History.Steps {
		if math.Abs(s.Lambda-want) > 1e-9 {
			t.Fatalf("step %d: λ = %.12g, want %.12g", s.Step, s.Lambda, want)
		}
		const perEpoch = 2
		if step := i + 1; step%(2*perEpoch) == 0 {
			short := cfg
			short.Epochs = step / perEpoch
			e := must.Of(mustTrain(t, short, data, d).Model.Evaluate(held, d)).In(t)
			if first == (Evaluation{}) {
				first = e
				continue
			}
			p, q := e.Loss/first.Loss, e.Interpretability.Loss/first.Interpretability.Loss
			want = math.Min(math.Max(want+0.1*(p-q)/(p+q), 0.05), 0.95)
			moved++
		}
	}
	if moved < 5 || math.Abs(want-0.5) < 0.01 {
		t.Errorf("λ moved %d times, to %g", moved, want)
	}
	if got := outcomeOf(t, interrupted(t, cfg, data, d)); !reflect.DeepEqual(got, outcomeOf(t, r)) {
		t.Error("interrupted it ends otherwise")
	}
	if r.Stopped != "" || r.BestStep != 0 {
		t.Errorf("without patience it stopped, %q, best %d", r.Stopped, r.BestStep)
	}
	cfg.EarlyStopping.Patience, cfg.EarlyStopping.MinImprovement = 2, 1e6
	if r := mustTrain(t, cfg, data, d); r.Stopped == "" || r.BestStep != 4 {
		t.Errorf("with patience it ends %q, best %d", r.Stopped, r.BestStep)
	}
}

// TestLambdaByValidationRefusals checks settings that it cannot follow.
func TestLambdaByValidationRefusals(t *testing.T) {
	_, _, _, fails := byValidation(t)
	for want, change := range map[string]func(c *Config, held *Data){
		"λ by validation on EarlyStopping.Data: samples: the data have D = 0": func(_ *Config, held *Data) { *held = Data{} },
		"features [\"a\" \"b\" \"c\" \"d\"], want those of the training data": func(_ *Config, held *Data) { held.Features = []string{"a", "b", "c", "d"} },
		"y is NaN in row 1":                   func(_ *Config, held *Data) { held.Y = append([]float64{}, held.Y...); held.Y[1] = math.NaN() },
		"want 0 or more for the poisson loss": func(c *Config, _ *Data) { c.Loss = task.Loss{Kind: task.KindPoisson} },
		"rate 0, want a rate in (0, 1)":       func(c *Config, _ *Data) { c.Lambda.Rate = 0 },
	} {
		modeltest.Refused(t, fails(change), want)
	}
	cfg, data, _, _ := byValidation(t)
	wantError(t, cfg, data, nil, "use a DAG with a constraint")
}

// TestAResumeKnowsItsHeldOutData checks that a resume with other held-out data, for early stopping
// or λ, is rejected.
func TestAResumeKnowsItsHeldOutData(t *testing.T) {
	cfg, data, held, _ := byValidation(t)
	_, _, d := modeltest.Small(t)
	for _, patience := range []int{0, 50} {
		cfg.Checkpoints, cfg.EarlyStopping.Patience, cfg.EarlyStopping.Data = Checkpoints{Dir: t.TempDir(), Resume: true}, patience, held
		mustTrain(t, cfg, data, d)
		mustTrain(t, cfg, data, d)
		cfg.EarlyStopping.Data = held.Part(1, held.Samples())
		wantError(t, cfg, data, d, "it differs in the held-out data")
	}
}
