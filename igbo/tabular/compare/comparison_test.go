package compare_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// draw returns n samples of d independent inputs, of which the first three determine the target.
// With classes, the target is divided into equally likely classes.
func draw(n, d int, noise float64, classes int, seed uint64) igbo.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	data := igbo.Data{Steps: 1}
	for j := range d {
		data.Features = append(data.Features, fmt.Sprintf("x%d", j))
	}
	for range n {
		y := noise * rng.NormFloat64()
		for j := range d {
			x := rng.NormFloat64()
			data.X = append(data.X, x)
			if j < 3 {
				y += x
			}
		}
		if classes > 0 {
			share := 0.5 * math.Erfc(-y/math.Sqrt(2*(3+noise*noise)))
			y = math.Floor(share * float64(classes))
		}
		data.Y = append(data.Y, y)
	}
	return data
}

// threeAbove returns the order in which three features are above all others. Each of the three has
// about a third of the importance.
func threeAbove(tb testing.TB, features []string, three ...int) *dag.DAG {
	tb.Helper()
	var edges []dag.Edge
	for _, u := range three {
		for v := range features {
			if v != three[0] && v != three[1] && v != three[2] {
				edges = append(edges, dag.Edge{U: u, V: v, Mu: 0.33, Sigma: 0.05, P: 1, Epsilon: 0.25, Delta: 0.4})
			}
		}
	}
	return must.Of(dag.New(features, edges, nil, nil)).In(tb)
}

func evaluate(tb testing.TB, cfg compare.Config, data igbo.Data, d *dag.DAG, o workflow.Options) *compare.Comparison {
	tb.Helper()
	p := must.Of(compare.New(cfg, data, compare.Fixed(d), compare.Options{})).In(tb)
	return must.Of(compare.Evaluate(context.Background(), backendtest.Open(tb), cfg, p, o)).In(tb)
}

// quick returns settings for tests: 5 folds, repeated twice.
func quick(classes int) compare.Config {
	cfg := compare.DefaultConfig(models.LinearSpec(), classes)
	cfg.Repeats, cfg.CompetingMethods, cfg.Keep = 2, false, compare.KeepIGBO
	return cfg
}

// TestKnownOrders checks orders with few samples, in regression and with two and three classes. A
// right order helps. A placebo (the right order with permuted names) does not. A wrong order
// increases the error. An exhaustive run uses each kind of data twice.
func TestKnownOrders(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name    string
		n       int
		classes int
		seed    uint64
		three   []int
		want    []compare.Outcome
	}{
		{"right", 60, 0, 1, []int{0, 1, 2}, []compare.Outcome{compare.Helps}},
		{"right, two classes", 90, 2, 1, []int{0, 1, 2}, []compare.Outcome{compare.Helps}},
		{"right, three classes", 60, 3, 1, []int{0, 1, 2}, []compare.Outcome{compare.Helps}},
		{"placebo", 60, 0, 1, []int{5, 1, 9}, []compare.Outcome{compare.Costs, compare.Undecided}},
		{"wrong", 120, 0, 1, []int{10, 11, 12}, []compare.Outcome{compare.Costs}},
		{"right", 60, 0, 2, []int{0, 1, 2}, []compare.Outcome{compare.Helps}},
		{"placebo", 60, 2, 2, []int{0, 7, 8}, []compare.Outcome{compare.Costs, compare.Undecided}},
	}
	for _, c := range cases[:sweep.Count(5, len(cases))] {
		t.Run(fmt.Sprintf("%s/seed=%d", c.name, c.seed), func(t *testing.T) {
			data := draw(c.n, 40, 0.5, c.classes, c.seed)
			v := evaluate(t, quick(c.classes), data, threeAbove(t, data.Features, c.three...), workflow.Options{Unkept: true})
			found := false
			for _, want := range c.want {
				found = found || v.Outcome == want
			}
			if !found {
				t.Errorf("%s, want one of %v", v.Sentence, c.want)
			}
		})
	}
}

// TestGate checks that the gate drops a wrong order in every fold and for the final model, whose
// loss is then that of the model without it. A right order is kept.
func TestGate(t *testing.T) {
	cfg := quick(0)
	cfg.Gate, cfg.Repeats, cfg.Steps, cfg.InnerFolds = true, 1, 200, 3
	data := draw(60, 20, 0.5, 0, 4)
	for _, c := range []struct {
		three []int
		kept  bool
	}{{[]int{10, 11, 12}, false}, {[]int{0, 1, 2}, true}} {
		v := evaluate(t, cfg, data, threeAbove(t, data.Features, c.three...), workflow.Options{Unkept: true})
		if v.Follows != c.kept {
			t.Errorf("%v: the final model follows the order: %t", c.three, v.Follows)
		}
		for i, f := range v.Folds {
			if f.Kept != c.kept {
				t.Errorf("%v, fold %d: kept %t with inner losses %g without and %g with", c.three, i, f.Kept, f.InnerWithout, f.InnerWith)
			}
		}
		if v.Helps == nil || v.Helps.Model != "IGBO with the gate (linear)" || (v.Helps.Ratio.Mean == 1) == c.kept || !c.kept && v.Helps.Outcome != compare.NoDifference {
			t.Errorf("%v: the gate changes the error by %+v", c.three, v.Helps)
		}
		m := must.Of(v.Files.Open(backendtest.Open(t))).In(t)
		if (m.DAG != nil) != c.kept {
			t.Errorf("%v: the final model has the order %v", c.three, m.DAG)
		}
	}
}

// TestWithoutIsRidge checks that the linear model without the order stays at ridge regression,
// where it starts, for every loss. So the competing method is not at a disadvantage because of a
// short training.
func TestWithoutIsRidge(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		cfg := quick(classes)
		cfg.Repeats, cfg.Folds = 1, 2
		data := draw(40, 5, 1, classes, 6)
		for i, f := range evaluate(t, cfg, data, threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Unkept: true}).Folds {
			backendtest.Near(t, fmt.Sprintf("%d classes, fold %d", classes, i), []float64{f.Without.Loss, f.WithoutTrain}, []float64{f.Ridge.Loss, f.RidgeTrain}, 1e-6)
		}
	}
}

// TestNetwork checks the comparison of a network, which does not start from ridge.
func TestNetwork(t *testing.T) {
	cfg := compare.DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{4}, Activation: "tanh"}), 0)
	cfg.Repeats, cfg.Folds, cfg.Steps, cfg.Decays, cfg.InnerFolds = 1, 2, 60, cfg.Decays[:2], 2
	data := draw(40, 4, 0.5, 0, 8)
	v := evaluate(t, cfg, data, threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Unkept: true})
	for i, f := range v.Folds {
		if f.Decay == 0 || f.Without.Loss == f.Ridge.Loss || f.HWith > f.HWithout {
			t.Errorf("fold %d: %+v", i, f)
		}
	}
}

// TestTimeIsUp checks a run that ended early. The comparison covers the first folds, with the same
// numbers as in the complete run, and reports this. With too few folds, there is no comparison.
func TestTimeIsUp(t *testing.T) {
	cfg := quick(0)
	cfg.Repeats, cfg.Steps = 1, 20
	data, early, now := draw(30, 5, 1, 0, 9), workflow.Options{Dir: t.TempDir()}, time.Now().Add(-time.Hour)
	p := must.Of(compare.New(cfg, data, compare.Fixed(threeAbove(t, data.Features, 0, 1, 2)), compare.Options{})).In(t)
	backend := backendtest.Open(t)
	if v, err := compare.Evaluate(t.Context(), backend, cfg, p, workflow.Options{Unkept: true, Until: now}); v != nil || err == nil || !strings.Contains(err.Error(), "0 of 5 folds") {
		t.Fatalf("no time at all: %v, %v", v, err)
	}
	whole := must.Of(compare.Evaluate(t.Context(), backend, cfg, p, early)).In(t)
	files := must.Of(filepath.Glob(filepath.Join(early.Dir, "*"))).In(t)
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), "fold 4 of repeat 1") {
			must.Do(t, os.Remove(file))
		}
	}
	early.Until = now
	some := must.Of(compare.Evaluate(t.Context(), backend, cfg, p, early)).In(t)
	n := len(some.Folds)
	if n != 3 || !reflect.DeepEqual(some.Folds, whole.Folds[:n]) || !slices.Equal(some.ScoresKept, whole.ScoresKept) || !strings.Contains(some.Unfinished, "2 of 5 folds were not evaluated") || whole.Unfinished != "" {
		t.Errorf("%d folds, %q; in the whole %q", n, some.Unfinished, whole.Unfinished)
	}
	if _, err := some.Page(); err != nil {
		t.Error(err)
	}
}

// TestResume checks that a run with cached parts does not repeat them and gives the same result.
func TestResume(t *testing.T) {
	cfg := quick(0)
	cfg.Repeats, cfg.Steps = 1, 20
	data := draw(30, 5, 1, 0, 9)
	order, kept := threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Dir: t.TempDir()}
	first := evaluate(t, cfg, data, order, kept)
	kept.Progress = func(done, total int) { t.Errorf("done again: %d of %d", done, total) }
	again := evaluate(t, cfg, data, order, kept)
	first.Order, again.Order = nil, nil // they hold their own index
	if !reflect.DeepEqual(first, again) {
		t.Errorf("another verdict: %+v, before %+v", again, first)
	}
}
