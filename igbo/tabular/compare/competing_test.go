package compare_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// falling returns n rows of six columns with weights that halve and alternate in sign, and the true
// order with directions.
func falling(t *testing.T, n int, ranks, directions bool) (igbo.Data, *dag.DAG) {
	t.Helper()
	r := rand.New(rand.NewPCG(2, uint64(n)))
	d := igbo.Data{Features: strings.Split("abcdef", ""), Steps: 1}
	for range n {
		y := 0.0
		for j := range 6 {
			x := 10 + r.NormFloat64()
			d.X = append(d.X, x)
			y += math.Pow(-0.5, float64(j)) * x
		}
		d.Y = append(d.Y, y+r.NormFloat64())
	}
	text := ""
	if ranks {
		text = "ranks: [[a, b, c, d, e, f]]\n"
	}
	if directions {
		text += "directions: {a: +, b: -, c: +, d: -, e: +, f: -}\n"
	}
	order := must.Of(compare.ParseOrder("o.yaml", []byte(text), d.Features, dag.AbsoluteScore)).In(t)
	return d, order
}

// TestCompetingMethods checks that the table contains every method that uses order and directions,
// and that the saved model is the soft posterior, which predicts according to its weights. With
// directions, IGBO's weights have the stated signs.
func TestCompetingMethods(t *testing.T) {
	data, order := falling(t, 24, true, true)
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps = 4, 1, 3, 100
	cfg.Chains, cfg.Burn, cfg.Draws = 1, 50, 100
	v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true})
	var names []string
	for _, s := range v.Ranking {
		names = append(names, s.Keep)
		if s.Keep == "ridge" && s.Ratio.Mean != 1 {
			t.Errorf("ridge has %v of its own loss", s.Ratio)
		}
	}
	want := []string{"", "ridge", "", "", "", "posterior", "rank-ridge", "sign-rank-ridge", "ordered-nnls", "posterior-signs", "posterior-hard", "posterior-soft", "stacking", "igbo"}
	if !slices.Equal(names, want) || v.Kept != "posterior-soft" || v.Known == nil || len(v.Known.Claims) != 11 {
		t.Fatalf("standings %q, kept %s, known %+v", names, v.Kept, v.Known)
	}
	if v.Holds == nil || v.Holds.Model != "posterior, hard order" || v.Holds.Reference != "posterior, hard directions" || !strings.Contains(v.Holds.Sentence, "The probability that the order") {
		t.Errorf("whether the order holds: %+v", v.Holds)
	}
	if v.Helps == nil || v.Helps.Model != "posterior, soft order" || v.Helps.Reference != "posterior, nothing known" {
		t.Errorf("whether knowing it helps: %+v", v.Helps)
	}
	if v.Use.Model != "posterior, soft order" || !strings.Contains(v.Sentence, v.Use.Sentence) {
		t.Errorf("which model to use: %+v", v.Use)
	}
	m := must.Of(v.Files.Open(backendtest.Open(t))).In(t)
	moved := data
	moved.X = slices.Clone(data.X)
	moved.X[0]++
	before := must.Of(m.Predict(data)).In(t)
	after := must.Of(m.Predict(moved)).In(t)
	if got, want := after[0]-before[0], v.Known.Weights[0].Interval.Mean; math.Abs(got-want) > 1e-6 {
		t.Errorf("the saved model rises by %g with a, the posterior's mean weight is %g", got, want)
	}
	text, err := json.Marshal(v)
	if err != nil || !json.Valid(text) {
		t.Error(err)
	}
	if _, err := v.Page(); err != nil {
		t.Error(err)
	}
}

// TestKeep checks that the requested model is kept. A method that does not apply is an error with
// its reason.
func TestKeep(t *testing.T) {
	t.Parallel()
	data, order := falling(t, 24, false, true)
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps = 3, 1, 2, 50
	cfg.Chains, cfg.Burn, cfg.Draws = 1, 20, 50
	for _, keep := range []string{"igbo", "without-order", "sign-ridge"} {
		cfg.Keep = keep
		if v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true}); v.Kept != keep || len(v.ScoresKept) != 6 {
			t.Errorf("kept %s, asked for %s", v.Kept, keep)
		}
	}
	cfg.Keep = "rank-ridge"
	p, err := compare.New(cfg, data, compare.Fixed(order), compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compare.Evaluate(t.Context(), backendtest.Open(t), cfg, p, workflow.Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), "no order is known") {
		t.Errorf("rank-ridge of directions alone: %v", err)
	}
	if order, err = order.WithDirections(dag.Direction{K: 0, Column: "red", Sign: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := compare.New(cfg, data, compare.Fixed(order), compare.Options{}); err == nil || !strings.Contains(err.Error(), `column "red" of "a"`) {
		t.Errorf("a direction of no column: %v", err)
	}
}

// TestKeepOfClasses checks that, for two classes, the mean probability over draws is kept, as one
// model that can be saved, opened and explained like others.
func TestKeepOfClasses(t *testing.T) {
	t.Parallel()
	data, order := falling(t, 40, true, true)
	for i, y := range data.Y {
		data.Y[i] = 0
		if y > 6.6 {
			data.Y[i] = 1
		}
	}
	cfg := compare.DefaultConfig(models.LinearSpec(), 2)
	cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps = 2, 1, 2, 50
	cfg.Chains, cfg.Burn, cfg.Draws, cfg.Penalties = 1, 64, 50, []float64{.1, .01}
	v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true})
	m := must.Of(v.Files.Open(backendtest.Open(t))).In(t)
	if v.Kept != "posterior-soft" || m.Config.Model.Members != 256 || m.Config.Model.Mean != models.MeanProbability || len(v.ScoresKept) != 6 {
		t.Errorf("kept %s, %+v", v.Kept, m.Config.Model)
	}
	f := must.Of(m.Predict(data)).In(t)
	loss := 0.0
	for i, logit := range f {
		loss += (math.Log1p(math.Exp(logit)) - data.Y[i]*logit) / float64(len(f))
	}
	if !(loss < .45) {
		t.Errorf("the loss on the training rows is %g, that of chance .69", loss)
	}
}
