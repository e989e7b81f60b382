package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// houses writes a table of n rows: price = 3·size + 10 in the town, and an irrelevant colour. kind is dear if the price is above 60.
func houses(t *testing.T, path string, n int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 3))
	b := &strings.Builder{}
	fmt.Fprintln(b, "number,size,place,colour,noise,price,kind")
	for i := range n {
		size, place := 10+5*rng.NormFloat64(), []string{"town", "village"}[rng.IntN(2)]
		price := 3*size + 4*rng.NormFloat64()
		if place == "town" {
			price += 30
		}
		kind := map[bool]string{true: "dear", false: "cheap"}[price > 45]
		fmt.Fprintf(b, "h%d,%g,%s,%s,%g,%g,%s\n", i, size, place, []string{"red", "blue", "white"}[rng.IntN(3)], rng.NormFloat64(), price, kind)
	}
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o666))
}

// trained runs igbo train with few and short trainings.
func trained(t *testing.T, line ...string) attempt {
	t.Helper()
	return performed(withDefaults([]string{"train", "houses.csv"}, line, "--key", "number", "--folds", "2", "--set", "repeats=1", "--set", "steps=20", "--set", "inner_folds=2", "--backend", backendtest.Name())...)
}

// must ends the test unless the command succeeded.
func (a attempt) must(t *testing.T) attempt {
	t.Helper()
	if a.code != cli.ExitDone {
		t.Fatalf("%q: exit code %d: %s", a.args, a.code, a.stderr)
	}
	return a
}

// TestTrainAndPredict trains models of a table with categories, for a number and for classes, with an expert's order and a gate. igbo
// predict must accept them with tables that have additional columns, another order of columns or no target, and the predictions must be
// near the true function.
func TestTrainAndPredict(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 80)
	must.Do(t, os.WriteFile("order.yaml", []byte("tiers:\n  - [[size, place], [colour, noise]]\n"), 0o666))
	a := trained(t, "--target", "price", "--drop", "kind", "--order", "order.yaml", "--gate", "--out", "models/price").must(t)
	if !strings.Contains(a.stdout, "your order") || !strings.Contains(a.stdout, "the saved one") || !strings.Contains(a.stdout, "Written to models/price") || strings.Contains(a.stdout, "NaN") {
		t.Errorf("printed %s", a.stdout)
	}
	files := must.Of(durable.ReadFolder("models/price")).In(t)
	for _, name := range []string{"model.json", "table.json", "verdict.json", "report.html"} {
		if len(files[name]) == 0 {
			t.Errorf("no %s", name)
		}
	}
	var v compare.Comparison
	if err := json.Unmarshal(files["verdict.json"], &v); err != nil || v.Samples != 80 || !slices.Equal(v.Names, []string{"size", "place", "colour", "noise"}) {
		t.Errorf("verdict.json says %+v, %v", v, err)
	}
	const news = "colour,place,new column,number,noise,size\nred,town,1,first,0,20\nwhite,village,2,second,0,10\n"
	must.Do(t, os.WriteFile("new.csv", []byte(news), 0o666))
	rows := predicted(t, "models/price")
	for i, want := range []float64{90, 30} {
		if got, err := strconv.ParseFloat(rows[i+1][1], 64); err != nil || got < want-8 || got > want+8 || rows[0][1] != "price" {
			t.Errorf("predicted %v, want about %g", rows[i+1], want)
		}
	}
	trained(t, "--target", "kind", "--drop", "price", "--out", "models/kind", "--quiet").must(t)
	rows = predicted(t, "models/kind")
	if !slices.Equal(rows[0], []string{"number", "kind", "P(cheap)", "P(dear)"}) || rows[1][0] != "first" || rows[1][1] != "dear" || rows[2][1] != "cheap" {
		t.Errorf("predicted %v", rows)
	}
	withTarget := strings.NewReplacer("new column", "kind", ",1,", ",never seen,", ",2,", ",,").Replace(news)
	must.Do(t, os.WriteFile("target.csv", []byte(withTarget), 0o666))
	if a, b := performed("predict", "models/kind", "new.csv").must(t), performed("predict", "models/kind", "target.csv").must(t); a.stdout != b.stdout {
		t.Errorf("a target in the data, unknown or missing, changes predictions: %q, without %q", b.stdout, a.stdout)
	}
	if a := performed("predict", "models/kind", "new.csv", "--out", "out.csv").must(t); a.stdout != "" {
		t.Errorf("printed %q beside a file", a.stdout)
	}
	must.Do(t, os.WriteFile("new.csv", []byte(strings.Replace(news, "town", "moon", 1)), 0o666))
	if a := performed("predict", "models/price", "new.csv"); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "moon") || a.stdout != "" {
		t.Errorf("an unseen category: exit code %d, %q, %s", a.code, a.stdout, a.stderr)
	}
}

// predicted returns the predictions of igbo predict for new.csv.
func predicted(t *testing.T, model string) [][]string {
	t.Helper()
	a := performed("predict", model, "new.csv").must(t)
	rows, err := csv.NewReader(strings.NewReader(a.stdout)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%s: %v, %s", model, err, a.stdout)
	}
	return rows
}

// TestTrainFromTeacher checks that a saved model's scores give the order of another model, that the same command reads the cached folds and
// prints the same, and that it replaces the model.
func TestTrainFromTeacher(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 60)
	trained(t, "--target", "price", "--drop", "kind", "--out", "teacher", "--quiet").must(t)
	line := []string{"--target", "price", "--drop", "kind,colour", "--teacher", "teacher", "--out", "student", "--json"}
	if a := trained(t, line...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "colour") {
		t.Errorf("a teacher that knows a column which the student does not: exit code %d, %s", a.code, a.stderr)
	}
	line[3] = "kind"
	first := trained(t, line...).must(t)
	var v compare.Comparison
	must.Do(t, json.Unmarshal([]byte(first.stdout), &v))
	at := map[string]bool{}
	for _, e := range v.Order.NamedEdges() {
		at[e.U+">"+e.V] = true
	}
	if !at["size>noise"] || at["noise>size"] {
		t.Errorf("the teacher's order is %v", at)
	}
	again := trained(t, line...).must(t)
	if again.stdout != first.stdout || strings.Contains(again.stderr, "folds:") {
		t.Errorf("said again: %s", again.stderr)
	}
}

// TestTrainRefuses checks errors that depend on the data, and that they leave no files.
func TestTrainRefuses(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 30)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks:\n  - [size, rooms]\n"), 0o666))
	for name, line := range map[string][]string{
		"rooms": {"--target", "price", "--drop", "kind", "--order", "order.yaml"}, "nothing": {"--target", "nothing"},
		"folds": {"--target", "price", "--folds", "31"},
	} {
		a := trained(t, append(line, "--out", "models/none")...)
		if a.code != cli.ExitFailed || !strings.Contains(a.stderr, name) {
			t.Errorf("%s: exit code %d, %s", name, a.code, a.stderr)
		}
		if _, err := os.Stat(filepath.Join("models", "none")); err == nil {
			t.Errorf("%s: a model is left", name)
		}
	}
}

// TestTrainOnOwnFolds checks folds from a column, which is then not a predictor, and that a column with fewer than three values is refused.
func TestTrainOnOwnFolds(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 40)
	line := []string{"train", "houses.csv", "--key", "number", "--target", "price", "--drop", "kind", "--set", "steps=5", "--backend", backendtest.Name(), "--out", "own", "--json", "--quiet"}
	a := performed(append(line, "--set", "own_folds=colour")...).must(t)
	var v compare.Comparison
	must.Do(t, json.Unmarshal([]byte(a.stdout), &v))
	if len(v.Folds) != 3 || v.Config.Folds != 3 || slices.Contains(v.Names, "colour") {
		t.Errorf("%d folds of %v", len(v.Folds), v.Names)
	}
	if a := performed(append(line, "--set", "own_folds=place")...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "at least 3 different values, got 2") {
		t.Errorf("two folds: exit code %d, %s", a.code, a.stderr)
	}
	text := must.Of(os.ReadFile("houses.csv")).In(t)
	for old, number := range map[string]string{",red,": ",1,", ",blue,": ",1.0,", ",white,": ",b,"} {
		text = bytes.ReplaceAll(text, []byte(old), []byte(number))
	}
	must.Do(t, os.WriteFile("houses.csv", text, 0o666))
	for _, flag := range []string{"--set own_folds=", "--group "} {
		if a := performed(append(line, strings.Fields(flag+"colour")...)...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, flag+"\"colour\"") || !strings.Contains(a.stderr, "are the same number") {
			t.Errorf("a number in two ways under %s: exit code %d, %s", flag, a.code, a.stderr)
		}
	}
	houses(t, "houses.csv", 10_001)
	if a := performed(append(line, "--set", "own_folds=number")...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "got 10001") {
		t.Errorf("more folds than are done: exit code %d, %s", a.code, a.stderr)
	}
}
