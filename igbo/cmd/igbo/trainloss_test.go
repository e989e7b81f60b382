package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// queues writes n rows whose wait has one-sided noise and whose guests are counts.
func queues(t *testing.T, path string, n int) (wait, guests []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 1))
	b := &strings.Builder{}
	fmt.Fprintln(b, "hour,rain,wait,guests,level")
	for range n {
		hour, rain := rng.NormFloat64(), rng.NormFloat64()
		wait = append(wait, 10+3*hour+rain+4*rng.ExpFloat64())
		rate, count := math.Exp(1+0.6*hour+0.2*rain), 0
		for p := rng.Float64(); p > math.Exp(-rate) && count < 100; count++ {
			p *= rng.Float64()
		}
		guests = append(guests, float64(count))
		fmt.Fprintf(b, "%g,%g,%g,%d,%s\n", hour, rain, wait[len(wait)-1], count, map[bool]string{true: "low", false: "high"}[rate < 3])
	}
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o666))
	return wait, guests
}

// TestTrainLosses checks that a model of each loss is compared with the linear one of the same loss, predicts the minimiser of its loss,
// and can be exported. The upper quantile must be above the median.
func TestTrainLosses(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	wait, guests := queues(t, "queues.csv", 60)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks: [[hour, rain]]\n"), 0o666))
	train := func(line ...string) attempt {
		return performed(append([]string{"train", "queues.csv", "--order", "order.yaml", "--folds", "3", "--set", "repeats=1", "--set", "steps=60", "--set", "inner_folds=2", "--backend", backendtest.Name(), "--json"}, line...)...)
	}
	found := map[string][]float64{}
	for _, c := range []struct {
		loss, target, drop, reference, metric string
		extra                                 []string
	}{
		{"absolute", "wait", "guests,level", "penalised median regression", "mean absolute error", nil},
		{"quantile:0.9", "wait", "guests,level", "penalised quantile regression", "mean pinball loss at 0.9", []string{"--model", "mlp", "--set", "model.mlp.hidden=3", "--set", "decays=0.01"}},
		{"poisson", "guests", "wait,level", "penalised Poisson regression", "mean deviance", nil},
	} {
		a := train(append(c.extra, "--loss", c.loss, "--target", c.target, "--drop", c.drop, "--out", c.target+c.loss[:1])...).must(t)
		var v compare.Comparison
		must.Do(t, json.Unmarshal([]byte(a.stdout), &v))
		if v.Ranking[1].Name != c.reference || v.Config.Loss.String() != c.loss || !strings.Contains(v.Sentence, c.metric) {
			t.Errorf("%s: beside %q, loss %s: %s", c.loss, v.Ranking[1].Name, v.Config.Loss, v.Sentence)
		}
		counts := c.loss == "poisson" // it has a posterior
		if reports := v.Config.Lacks(); counts == (reports != "") || !strings.Contains(a.stderr, reports) || counts != (v.Kept == "posterior-soft") || counts != (v.Known != nil) {
			t.Errorf("%s: what is not there is not said, or is: kept %s, %s", c.loss, v.Kept, a.stderr)
		}
		found[c.loss] = lastNumbers(t, performed("predict", c.target+c.loss[:1], "queues.csv", "--quiet").must(t).stdout)
		performed("export", c.target+c.loss[:1], "--onnx", c.loss[:1]+".onnx").must(t)
		for i, y := range lastNumbers(t, performed("predict", c.loss[:1]+".onnx", "queues.csv", "--quiet").must(t).stdout) {
			if math.Abs(y-found[c.loss][i]) > 1e-6*(1+math.Abs(y)) {
				t.Fatalf("%s: row %d is %g, exported %g", c.loss, i, found[c.loss][i], y)
			}
		}
	}
	below := func(predicted, of []float64) (share float64) {
		for i, y := range of {
			if y <= predicted[i] {
				share += 1 / float64(len(of))
			}
		}
		return share
	}
	if half, most := below(found["absolute"], wait), below(found["quantile:0.9"], wait); math.Abs(half-0.5) > 0.1 || math.Abs(most-0.9) > 0.1 || most < half+0.2 {
		t.Errorf("%.2f of the targets lie below the median and %.2f below the upper quantile", half, most)
	}
	mean, count := 0.0, 0.0
	for i, rate := range found["poisson"] {
		mean, count = mean+rate, count+guests[i]
	}
	if slices.Min(found["poisson"]) <= 0 || math.Abs(mean/count-1) > 0.1 {
		t.Errorf("rates of %g in all for %g guests, the least %g", mean, count, slices.Min(found["poisson"]))
	}
	for _, c := range []struct{ loss, target, reports string }{
		{"quantile", "wait", "after the colon"}, {"quantile:1.5", "wait", "inside (0, 1)"}, {"luck", "wait", "unknown loss"}, {"", "wait", "--loss"}, {"huber:1", "wait", "want squared"},
		{"absolute", "level", "numeric target"}, {"poisson", "wait", "want 0 or more"},
	} {
		text := c.loss
		a := train("--loss", text, "--target", c.target, "--drop", "hour", "--out", "none")
		if c.target == "wait" && c.loss == "poisson" {
			must.Do(t, os.WriteFile("queues.csv", []byte("hour,rain,wait\n1,2,-1\n2,1,3\n3,1,2\n1,1,2\n2,2,2\n4,1,1\n"), 0o666))
			a = train("--loss", text, "--target", "wait", "--out", "none")
		}
		if a.code == cli.ExitDone || !strings.Contains(a.stderr, c.reports) {
			t.Errorf("--loss %q of %s: exit code %d, %s", c.loss, c.target, a.code, a.stderr)
		}
	}
}

// TestTrainClassWeights checks that balanced weights make every class count equally and give a rare class a larger probability, and that
// omitted classes are reported.
func TestTrainClassWeights(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	b := &strings.Builder{}
	fmt.Fprintln(b, "x,noise,kind")
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range 60 {
		kind, x := "often", rng.NormFloat64()
		if i%6 == 0 {
			kind, x = "rare", x+1
		}
		fmt.Fprintf(b, "%g,%g,%s\n", x, rng.NormFloat64(), kind)
	}
	must.Do(t, os.WriteFile("kinds.csv", []byte(b.String()), 0o666))
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks: [[x, noise]]\n"), 0o666))
	mean := map[string]float64{}
	for _, weights := range []string{"", "balanced", "rare:5", "often:0.2"} {
		line := []string{"train", "kinds.csv", "--target", "kind", "--order", "order.yaml", "--keep", "igbo", "--folds", "2", "--set", "repeats=1", "--set", "steps=40", "--set", "inner_folds=2", "--set", "burn=10", "--set", "draws=20", "--set", "penalties=0.1,0.01",
			"--backend", backendtest.Name(), "--json", "--out", "m" + weights}
		if weights != "" {
			line = append(line, "--set", "class_weights="+weights)
		}
		a := performed(line...).must(t)
		var v compare.Comparison
		must.Do(t, json.Unmarshal([]byte(a.stdout), &v))
		want := map[string][]float64{"balanced": {0.6, 3}, "rare:5": {1, 5}, "often:0.2": {0.2, 1}}[weights]
		if !slices.Equal(v.Config.Loss.ClassWeights, want) || slices.ContainsFunc(v.Ranking, func(s compare.RankingEntry) bool { return s.Keep == "posterior-soft" }) != (want == nil) || strings.Contains(a.stderr, "do not take class weights") != (want != nil) {
			t.Errorf("%q: weights %v, models %v, said %s", weights, v.Config.Loss.ClassWeights, v.Ranking, a.stderr)
		}
		for _, p := range lastNumbers(t, performed("predict", "m"+weights, "kinds.csv", "--quiet").must(t).stdout) {
			mean[weights] += p / 60
		}
	}
	if !(mean[""] < 0.25) || !(mean["balanced"] > 0.3) || math.Abs(mean["balanced"]-mean["rare:5"]) > 0.02 || math.Abs(mean["often:0.2"]-mean["rare:5"]) > 0.02 {
		t.Errorf("the mean probability of the rare class by weights: %v", mean)
	}
	for _, c := range []struct{ target, weights, reports string }{{"kind", "luck:2", "class \"luck\" not found"}, {"x", "balanced", "requires a target with classes"}} {
		if a := performed("train", "kinds.csv", "--target", c.target, "--set", "class_weights="+c.weights, "--out", "none"); a.code != cli.ExitFailed || !strings.Contains(a.stderr, c.reports) {
			t.Errorf("class_weights %s of %s: exit code %d, %s", c.weights, c.target, a.code, a.stderr)
		}
	}
}

// TestTrainBudget checks that a budget that is too short gives a message and no files, and that the shortest budget is enough once every
// fold is cached.
func TestTrainBudget(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 30)
	line := []string{"--target", "price", "--drop", "kind", "--out", "model", "--json"}
	if a := trained(t, append(line, "--budget", "1ns")...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "0 of 2 folds") {
		t.Errorf("exit code %d, %s", a.code, a.stderr)
	}
	if _, err := os.Stat("model"); err == nil {
		t.Error("a model is left")
	}
	whole, again := trained(t, line...).must(t), trained(t, append(line, "--budget", "1ns")...).must(t)
	if whole.stdout != again.stdout {
		t.Errorf("another verdict with a budget:\n%s\nwithout:\n%s", again.stdout, whole.stdout)
	}
}

// lastNumbers returns the last column of CSV.
func lastNumbers(t *testing.T, text string) (all []float64) {
	t.Helper()
	rows := must.Of(csv.NewReader(strings.NewReader(text)).ReadAll()).In(t)
	for _, row := range rows[1:] {
		all = append(all, value(t, row[len(row)-1]))
	}
	return all
}
