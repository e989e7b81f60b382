package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// visits writes a long table of n patients, in which patient p has p modulo 4 plus one visits. The effect is twice the dose.
func visits(t *testing.T, path string, n int) {
	t.Helper()
	rng, b := rand.New(rand.NewPCG(4, 4)), &strings.Builder{}
	fmt.Fprintln(b, "patient,day,dose,noise,effect")
	for p := range n {
		for day := p % 4; day >= 0; day-- { // out of order
			dose := rng.NormFloat64()
			fmt.Fprintf(b, "p%d,2020-01-0%d,%g,%g,%g\n", p, day+1, dose, rng.NormFloat64(), 2*dose)
		}
	}
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o666))
}

// TestTrainSeries trains linear and recurrent models of series on a long table, and checks that igbo predict, explain and check accept
// them. Predictions have a row per step, in order of time, near the true function. Longer series are refused, or only their last steps are
// predicted.
func TestTrainSeries(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	visits(t, "visits.csv", 24)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks:\n  - [dose, noise]\n"), 0o666))
	base := []string{"train", "visits.csv", "--target", "effect", "--id", "patient", "--time", "day", "--folds", "2", "--set", "repeats=1", "--set", "inner_folds=2", "--backend", backendtest.Name(), "--order", "order.yaml"}
	a := performed(append(base, "--out", "model", "--set", "longer=last")...).must(t)
	if !strings.Contains(a.stdout, "The model follows your order by itself") {
		t.Errorf("printed %s", a.stdout)
	}
	const longer = "noise,day,patient,dose\n0,2021-01-02,a,1\n0,2021-01-01,a,-1\n0,2021-01-03,a,2\n0,2021-01-04,a,0\n0,2021-01-05,a,3\n0,2021-01-01,b,0.5\n"
	must.Do(t, os.WriteFile("new.csv", []byte(longer), 0o666))
	rows := must.Of(csv.NewReader(strings.NewReader(performed("predict", "model", "new.csv").must(t).stdout)).ReadAll()).In(t)
	want := [][]string{{"patient", "day", "effect"}, {"a", "2021-01-02", "2"}, {"a", "2021-01-03", "4"}, {"a", "2021-01-04", "0"}, {"a", "2021-01-05", "6"}, {"b", "2021-01-01", "1"}}
	if len(rows) != len(want) {
		t.Fatalf("predicted %v", rows)
	}
	for i, row := range rows {
		if !slices.Equal(row[:2], want[i][:2]) {
			t.Errorf("row %d is of %v, want %v", i, row[:2], want[i][:2])
		}
		value, _ := strconv.ParseFloat(want[i][2], 64)
		if got, err := strconv.ParseFloat(row[2], 64); i > 0 && (err != nil || math.Abs(got-value) > 0.3) {
			t.Errorf("predicted %v, want about %g", row, value)
		}
	}
	performed("explain", "model", "visits.csv", "--out", "explained").must(t)
	performed("check", "model", "visits.csv", "--order", "order.yaml").must(t)
	performed(append(base, "--model", "gru", "--set", "model.gru.hidden=3", "--set", "model.gru.checkpoints=true", "--set", "steps=5", "--set", "decays=0.1", "--set", "early_stopping=2", "--out", "gru", "--quiet")...).must(t)
	if a := performed("predict", "gru", "new.csv"); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "5 records") {
		t.Errorf("a longer series: exit code %d, %s", a.code, a.stderr)
	}
	if a := performed("train", "visits.csv", "--target", "effect, dose", "--drop", "patient,day", "--out", "two"); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "--target effect --drop dose") {
		t.Errorf("two targets: exit code %d, %s", a.code, a.stderr)
	}
	teacher := append(slices.Clone(base[:len(base)-2]), "--teacher", "model", "--out", "student", "--quiet")
	performed(teacher...).must(t)
}
