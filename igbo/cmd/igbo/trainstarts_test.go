package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// TestTrainStarts checks that a network with several starts is one model: it predicts with a spread, can be explained, checked and
// exported, and the exported model predicts the same.
func TestTrainStarts(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 40)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks:\n  - [size, noise]\n"), 0o666))
	const news = "colour,place,number,noise,size\nred,town,first,0,20\nwhite,village,second,0,10\n,village,third,0,10\n"
	must.Do(t, os.WriteFile("new.csv", []byte(news), 0o666))
	line := []string{"--model", "mlp", "--set", "model.mlp.hidden=3", "--set", "starts=3", "--set", "decays=0.1", "--set", "rivals=false", "--set", "steps=30", "--order", "order.yaml"}
	for _, of := range []struct{ target, other, header string }{{"price", "kind", "number,price,spread"},
		{"kind", "price", "number,kind,P(cheap),P(dear),spread of P(cheap),spread of P(dear)"}} {
		a := trained(t, append(line, "--target", of.target, "--drop", of.other, "--missing", "drop", "--out", of.target, "--json", "--quiet")...).must(t)
		var v compare.Comparison
		if err := json.Unmarshal([]byte(a.stdout), &v); err != nil || v.Config.Starts != 3 || !slices.ContainsFunc(v.Ranking, func(s compare.RankingEntry) bool { return s.Name == "IGBO (mean of 3 mlps)" }) {
			t.Fatalf("%d starts, models %v (%v)", v.Config.Starts, v.Ranking, err)
		}
		with := recordsOf(t, performed("predict", of.target, "new.csv", "--spread", "--quiet").must(t).stdout)
		if strings.Join(with[0], ",") != of.header {
			t.Errorf("header %q", with[0])
		}
		if len(with[3]) != len(with[0]) || with[3][1] != "" {
			t.Errorf("a row that lacks a value is %q", with[3])
		}
		without := recordsOf(t, performed("predict", of.target, "new.csv", "--quiet").must(t).stdout)
		performed("export", of.target, "--onnx", of.target+".onnx").must(t)
		exported := recordsOf(t, performed("predict", of.target+".onnx", "new.csv", "--quiet").must(t).stdout)
		last := len(without[0]) - 1
		for i := 1; i < 3; i++ {
			a, b, c := value(t, with[i][last]), value(t, without[i][last]), value(t, exported[i][last])
			if math.Abs(a-b) > 1e-9*math.Abs(b) || math.Abs(b-c) > 1e-6*math.Abs(b) || !(value(t, with[i][last+1]) > 0) {
				t.Errorf("row %d: with spread %v, without %v, exported %v", i, with[i], without[i], exported[i])
			}
		}
		performed("explain", of.target, "houses.csv", "--out", "explained-"+of.target, "--quiet").must(t)
		performed("check", of.target, "houses.csv", "--order", "order.yaml").must(t)
	}
	trained(t, "--model", "mlp", "--set", "model.mlp.hidden=3", "--set", "decays=0.1", "--set", "rivals=false", "--target", "price", "--drop", "kind", "--out", "one", "--quiet").must(t)
	if a := performed("predict", "one", "new.csv", "--spread"); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "--spread") || strings.Count(a.stderr, "\n") != 1 {
		t.Errorf("the spread of one model: exit code %d, %s", a.code, a.stderr)
	}
	for _, wrong := range [][]string{{"--set", "early_stopping=-1", "--model", "mlp"}, {"--set", "early_stopping=3"}, {"--set", "starts=0"}, {"--set", "starts=1000000000", "--model", "mlp"}, {"--set", "starts=2"}, {"--set", "starts=-1", "--model", "mlp"}} {
		setting, value, _ := strings.Cut(wrong[1], "=")
		if a := trained(t, append(wrong, "--target", "price", "--out", "none")...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, "--set "+setting+" must be ") || !strings.Contains(a.stderr, "got "+value) {
			t.Errorf("%q: exit code %d, %s", wrong, a.code, a.stderr)
		}
	}
}

// TestTrainStartsOfSeries checks that three classes at each step of series are predicted with a spread, by the mean of recurrent networks.
func TestTrainStartsOfSeries(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	visits(t, "visits.csv", 16)
	rows := must.Of(os.ReadFile("visits.csv")).In(t)
	lines := strings.Split(strings.TrimSpace(string(rows)), "\n")
	lines[0] += ",level"
	for i, line := range lines[1:] {
		effect := value(t, line[strings.LastIndex(line, ",")+1:])
		lines[i+1] += map[bool]string{true: ",high", false: map[bool]string{true: ",low", false: ",middle"}[effect < -1]}[effect > 1]
	}
	must.Do(t, os.WriteFile("levels.csv", []byte(strings.Join(lines, "\n")+"\n"), 0o666))
	must.Do(t, os.WriteFile("new.csv", []byte("patient,day,dose,noise\na,2021-01-01,2,0\na,2021-01-02,0,0\na,2021-01-03,-2,0\n"), 0o666))
	performed("train", "levels.csv", "--target", "level", "--drop", "effect", "--id", "patient", "--time", "day", "--model", "gru", "--set", "model.gru.hidden=3", "--set", "decays=0.01", "--set", "starts=2", "--set", "steps=60",
		"--folds", "2", "--set", "repeats=1", "--set", "inner_folds=2", "--backend", backendtest.Name(), "--out", "levels", "--quiet").must(t)
	with := recordsOf(t, performed("predict", "levels", "new.csv", "--spread", "--quiet").must(t).stdout)
	if got, want := strings.Join(with[0], ","), "patient,day,level,P(high),P(low),P(middle),spread of P(high),spread of P(low),spread of P(middle)"; got != want {
		t.Fatalf("header %s", got)
	}
	for i := 1; i < 4; i++ {
		sum, spread := 0.0, 0.0
		for k := 3; k < 6; k++ {
			p := value(t, with[i][k])
			sum, spread = sum+p, spread+value(t, with[i][k+3])
		}
		if math.Abs(sum-1) > 1e-6 || !(spread > 0) {
			t.Errorf("row %d: probabilities of %g in all, spread %g", i, sum, spread)
		}
	}
	if a, b := value(t, with[1][3]), value(t, with[3][3]); a < b {
		t.Errorf("the largest dose is high with %g, the smallest with %g", a, b)
	}
}

// recordsOf parses CSV.
func recordsOf(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v, %s", err, text)
	}
	return rows
}

func value(t *testing.T, text string) float64 {
	t.Helper()
	return must.Of(strconv.ParseFloat(text, 64)).In(t)
}
