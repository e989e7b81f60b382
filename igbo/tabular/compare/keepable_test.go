package compare_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// TestAdviceIsTaken checks that each model that the table describes as keepable can be kept, and
// that the row of the saved model is marked. It covers a linear model and a network, with and
// without an order, for numbers and classes.
func TestAdviceIsTaken(t *testing.T) {
	for _, c := range []struct {
		classes int
		network bool
		order   string
	}{{0, false, "ranks: [[a, b, c]]"}, {0, false, ""}, {0, true, ""}, {3, false, "ranks: [[a, b, c]]"}} {
		rng := rand.New(rand.NewPCG(1, 2))
		data := igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1}
		for i := range 30 {
			x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			data.X, data.Y = append(data.X, x...), append(data.Y, x[0]+x[1]/2+rng.NormFloat64())
			if c.classes > 0 {
				data.Y[i] = float64(i % c.classes)
			}
		}
		spec := models.LinearSpec()
		if c.network {
			spec = models.MLPSpec(models.MLPConfig{Hidden: []int{2}, Activation: "tanh"})
		}
		cfg := compare.DefaultConfig(spec, c.classes)
		cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Chains, cfg.Burn, cfg.Draws = 3, 1, 2, 10, 1, 20, 20
		if c.network {
			cfg.Decays = cfg.Decays[:1]
		}
		order := must.Of(dag.New(data.Features, nil, nil, nil)).In(t)
		if c.order != "" {
			order = must.Of(compare.ParseOrder("o.yaml", []byte(c.order), data.Features, dag.AbsoluteScore)).In(t)
		}
		first, tried := evaluate(t, cfg, data, order, workflow.Options{Unkept: true}), 0
		for _, s := range append(first.Ranking, compare.RankingEntry{Keep: compare.KeepPlain}) {
			if s.Keep == "" {
				continue
			}
			cfg.Keep = s.Keep
			v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true})
			if marked := strings.Count(v.ModelTable().Text(), "(kept)"); v.Kept != s.Keep || marked != 1 {
				t.Errorf("%+v: asked for %s, kept %s, with %d marks:\n%s", c, s.Keep, v.Kept, marked, v.ModelTable().Text())
			}
			tried++
		}
		if tried < 2 {
			t.Errorf("%+v: nothing to keep of %+v", c, first.Ranking)
		}
	}
}

// TestNetworksAreAnswered checks that the answers about a network compare networks, although the
// table also contains linear models under the order.
func TestNetworksAreAnswered(t *testing.T) {
	data := draw(30, 4, 0.5, 0, 8)
	cfg := compare.DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{2}, Activation: "tanh"}), 0)
	cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Chains, cfg.Burn, cfg.Draws, cfg.Decays = 2, 1, 2, 10, 1, 10, 10, cfg.Decays[:1]
	order := must.Of(compare.ParseOrder("o.yaml", []byte("ranks: [[x0, x3]]"), data.Features, dag.AbsoluteScore)).In(t)
	v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true})
	if v.Holds.Model != "IGBO" || v.Helps != nil || strings.Contains(v.Sentence, "probability") {
		t.Errorf("%+v, %+v: %s", v.Holds, v.Helps, v.Sentence)
	}
	if !strings.Contains(v.ModelTable().Text(), "posterior, soft order") {
		t.Error("the table lacks linear models")
	}
}

// TestLimitsAreThoseOfAllData checks that a table beyond the limit of posteriors has none in its
// folds either, although the folds are smaller.
func TestLimitsAreThoseOfAllData(t *testing.T) {
	d := 25
	n := linear.MostSlow/d + 2
	data := draw(n, d, 1, 2, 3)
	cfg := compare.DefaultConfig(models.LinearSpec(), 2)
	cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Chains, cfg.Burn, cfg.Draws, cfg.Penalties = 2, 1, 2, 5, 1, 4, 4, []float64{0.1}
	v := evaluate(t, cfg, data, threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Unkept: true})
	for _, s := range v.Ranking {
		if linear.Method(s.Keep).Posterior() {
			t.Errorf("%s is in the table", s.Name)
		}
	}
	if !strings.Contains(v.NoPosterior, "the limit for classes and counts is") || v.Kept != compare.KeepIGBO {
		t.Errorf("kept %s, no posterior: %q", v.Kept, v.NoPosterior)
	}
}

// TestStatementsWithNumbers checks that the saved model satisfies a statement with numbers only if
// the numbers agree, and that bounds and ties are listed.
func TestStatementsWithNumbers(t *testing.T) {
	data := draw(40, 4, 0.3, 0, 5) // three inputs of equal importance
	text := "edges: [{u: x0, v: x3, epsilon: 0.9, delta: 1}, {u: x1, v: x3}]\nbounds: [{feature: x1, max: 0.01}]\nties: [{features: [x1, x2], within: 0.5}]\n"
	order := must.Of(compare.ParseOrder("o.yaml", []byte(text), data.Features, dag.AbsoluteScore)).In(t)
	cfg := quick(0)
	cfg.Folds, cfg.Repeats, cfg.Steps, cfg.Keep = 2, 1, 5, compare.KeepPlain
	v := evaluate(t, cfg, data, order, workflow.Options{Unkept: true})
	want := map[string]string{"x0 above x3": "does not hold", "x1 above x3": "holds", "x1": "does not hold", "x1 as much as x2": "holds"}
	for _, row := range v.StatementTable().Data[1:] {
		if want[row[0]] != row[2] {
			t.Errorf("%s: %s, want %s", row[0], row[2], want[row[0]])
		}
		delete(want, row[0])
	}
	if len(want) != 0 {
		t.Errorf("not listed: %v", want)
	}
}
