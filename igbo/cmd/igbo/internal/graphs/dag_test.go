package graphs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/dag"
)

// runDAG runs `igbo dag` with the arguments and returns its standard output.
func runDAG(args ...string) (string, error) {
	cmd := NewDAGCommand()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&bytes.Buffer{})
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// writeTemp writes a file into a new folder and returns its path.
func writeTemp(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// scoresCSV returns 200 rows of three features with a clear order, and one noise feature.
func scoresCSV() string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("age,blood pressure,income,noise\n")
	for range 200 {
		fmt.Fprintf(&b, "%.6f,%.6f,%.6f,%.6f\n", 0.4+0.2*rng.NormFloat64(), 0.25+0.2*rng.NormFloat64(), 0.1+0.2*rng.NormFloat64(), 0.2*rng.NormFloat64())
	}
	return b.String()
}

func TestDAGCommandFormats(t *testing.T) {
	path := writeTemp(t, "scores.csv", scoresCSV())
	table, err := runDAG(path, "--alpha", "0.7", "--batch", "32")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"4 features, 6 edges, acyclic, transitive", "6 consecutive batches of 32", "more important",
		"age             →  blood pressure", "Order: age > blood pressure > income > noise", "8 trailing rows",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	text, err := runDAG("--format", "json", path) // flags before arguments
	if err != nil {
		t.Fatal(err)
	}
	var plain struct {
		Features []string
		Edges    []map[string]any
	}
	var fromJSON dag.DAG
	if err := json.Unmarshal([]byte(text), &plain); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &fromJSON); err != nil {
		t.Fatal(err)
	}
	if e := plain.Edges[0]; e["u"] != "age" || e["v"] != "blood pressure" || len(e) != 7 {
		t.Errorf("got edge %v", e)
	}
	dot, err := runDAG(path, "--format", "dot")
	if err != nil {
		t.Fatal(err)
	}
	if dot != string(fromJSON.DOT()) {
		t.Error("DOT and JSON differ")
	}
}

func TestDAGCommandInputs(t *testing.T) {
	expert := writeTemp(t, "e.yaml", "ranks:\n  - [age, income, noise]\nties:\n  - {features: [income, noise], within: 0.3}\nbounds:\n  - {feature: noise, max: 0.1}\n")
	comparisons := writeTemp(t, "c.csv", "winner,loser,weight\na,b,9\nb,a,2\nb,c,8\nc,b,3\na,c,10\nc,a,1\n")
	scores := writeTemp(t, "s.csv", scoresCSV())
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--expert", expert}, []string{"3 features, 2 edges, acyclic, 1 implied edge not drawn", "tie    |H(income) − H(noise)| ≤ 0.3", "bound  -1 ≤ H(noise) ≤ 0.1"}},
		{[]string{"--expert", writeTemp(t, "p.yaml", "edges:\n  - {u: a, v: b}\n  - {u: a, v: d}\n  - {u: b, v: c}\n")}, []string{"not every pair has an edge): a | b, d | c"}},
		{[]string{"--expert", writeTemp(t, "t.yaml", "tiers:\n  - [[a], [b, c], [d]]\n")}, []string{"Order: a > {b, c} > d"}},
		{[]string{"--expert", expert, "--form", "closure"}, []string{"3 features, 3 edges"}},
		{[]string{"--comparisons", comparisons}, []string{"From bradley-terry", "Order: a > b > c"}},
		{[]string{scores, "--estimator", "auto", "--fdr", "0.05"}, []string{"estimator within, because 6 batches are few", "Benjamini–Hochberg at level 0.05", "p corrected"}},
		{[]string{scores, "--batches", "50", "--fwer", "0.01", "--seed", "3"}, []string{"50 batches drawn with replacement of 32, equivalent to 178 independent rows", "Holm at level 0.01"}},
		{[]string{scores, "--estimator", "bootstrap", "--resamples", "50", "--form", "reduction"}, []string{"3 edges"}},
		{[]string{"--schema", "expert"}, []string{`"$schema"`}},
	} {
		got, err := runDAG(c.args...)
		if err != nil {
			t.Errorf("%v: %v", c.args, err)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%v: no %q in\n%s", c.args, want, got)
			}
		}
	}
}

func TestDAGCommandRepairs(t *testing.T) {
	ring := writeTemp(t, "ring.csv", "a,b,c,d\n4,3,2,1\n3,2,1,4\n2,1,4,3\n1,4,3,2\n")
	args := []string{ring, "--estimator", "frequency", "--batch", "1"}
	if _, err := runDAG(args...); err == nil || !strings.Contains(err.Error(), "{a, b, c, d}") {
		t.Errorf("got %v, want the component", err)
	}
	got, err := runDAG(append(args, "--repair", "drop")...)
	if err != nil || !strings.Contains(got, "Repaired: 1 edge dropped, weight 0.25 (the minimum)") {
		t.Errorf("got %v\n%s", err, got)
	}
}

func TestDAGCommandFiles(t *testing.T) {
	dir := t.TempDir()
	scores := writeTemp(t, "s.csv", scoresCSV())
	out, svg := filepath.Join(dir, "dag.json"), filepath.Join(dir, "dag.svg")
	text, err := runDAG(scores, "--format", "json", "--out", out, "--svg", svg)
	if err != nil || text != "" {
		t.Fatalf("got %q, %v", text, err)
	}
	written, err := os.ReadFile(out)
	if err != nil || !json.Valid(written) {
		t.Errorf("%s: %v", out, err)
	}
	picture, err := os.ReadFile(svg)
	if err != nil || !bytes.Contains(picture, []byte("<svg")) || !bytes.Contains(picture, []byte("blood pressure")) {
		t.Errorf("%s: %v", svg, err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("got %v in the folder, want the two files alone", left)
	}
	bad := writeTemp(t, "bad.csv", "a,b\n1,2\n3\n")
	if _, err := runDAG(bad, "--format", "json", "--out", out, "--svg", svg); err == nil {
		t.Fatal("a ragged file passes")
	}
	if again, err := os.ReadFile(out); err != nil || !bytes.Equal(again, written) {
		t.Errorf("bad input changed %s: %v", out, err)
	}
}

// TestDAGCommandReadsStandardInput checks that scores from standard input give the same graph and errors as a file.
func TestDAGCommandReadsStandardInput(t *testing.T) {
	for _, text := range []string{scoresCSV(), "a,b\n1,2\n3,x\n"} {
		path := writeTemp(t, "scores.csv", text)
		want, wantErr := runDAG(path, "--format", "json")
		cmd := NewDAGCommand()
		var out bytes.Buffer
		cmd.SetIn(strings.NewReader(text))
		cmd.SetOut(&out)
		cmd.SilenceUsage, cmd.SilenceErrors = true, true
		cmd.SetArgs([]string{"-", "--format", "json"})
		err := cmd.Execute()
		if out.String() != want || (err == nil) != (wantErr == nil) {
			t.Errorf("got %v\n%s\nwant %v\n%s", err, out.String(), wantErr, want)
		}
		if wantErr != nil && strings.ReplaceAll(wantErr.Error(), path, "standard input") != err.Error() {
			t.Errorf("got %v, want %v", err, wantErr)
		}
	}
}

// TestDAGCommandStops checks that an interrupted command ends at once and writes nothing.
func TestDAGCommandStops(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dag.json")
	in, hold := io.Pipe() // standard input that never ends
	defer hold.Close()
	cmd := NewDAGCommand()
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetIn(in)
	cmd.SetArgs([]string{"-", "--out", out})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := cmd.ExecuteContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}

func TestDAGCommandFaults(t *testing.T) {
	scores := writeTemp(t, "s.csv", scoresCSV())
	cyclic := writeTemp(t, "e.yaml", "ranks:\n  - [a, b]\n  - [b, a]\n")
	infeasible := writeTemp(t, "i.yaml", "edges:\n  - {u: a, v: b, epsilon: 1.5}\n")
	signed := writeTemp(t, "g.yaml", "edges:\n  - {u: a, v: b, epsilon: 6e-1}\n  - {u: b, v: c, epsilon: 4E-1}\n")
	if _, err := runDAG("--expert", signed); err != nil {
		t.Errorf("holds for the signed score: got %v", err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "want exactly one of SCORES.csv"},
		{[]string{scores, "--expert", cyclic}, "got 2 inputs"},
		{[]string{scores, "--format", "xml"}, "must be table, json or dot"},
		{[]string{scores, "--alpha", "1"}, "want α in [0.5, 1)"},
		{[]string{scores, "--r", "-1"}, "want a finite r ≥ 0"},
		{[]string{scores, "--estimator", "magic"}, "want one of [auto between"},
		{[]string{scores, "--fdr", "0.1", "--fwer", "0.1"}, "use only one of"},
		{[]string{scores, "--fdr", "2"}, "level = 2"},
		{[]string{scores, "--svg", "x.png"}, "must end in .svg"},
		{[]string{scores, "--out", filepath.Join(scores, "no", "x")}, "--out"},
		{[]string{"/no/such/file.csv"}, "no such file"},
		{[]string{writeTemp(t, "r.csv", "a,b\n1,2\n3\n")}, "r.csv:3: the row has 1 fields, want 2"},
		{[]string{writeTemp(t, "x.csv", "a,b\n1,two\n")}, `x.csv:2:3: "two" in column 2 ("b")`},
		{[]string{writeTemp(t, "none.csv", "a,b\n")}, "none.csv:2: the file has no rows after the header"},
		{[]string{"--expert", cyclic}, "line 2: a > b"},
		{[]string{"--expert", writeTemp(t, "n.yaml", "comment: nothing\n")}, "states no edge"},
		{[]string{"--comparisons", writeTemp(t, "c.csv", "winner,loser\na,b\n")}, "do not determine"},
		{[]string{"--schema", "x"}, "must be expert or dag"},
		{[]string{writeTemp(t, "h.csv", "a,b\n1e308,-1e308\n1,2\n"), "--batch", "1"}, "score in row 0, column 0 is 1e+308"},
		{[]string{scores, "--batch", "9223372036854775807"}, "at most"},
		{[]string{scores, "--batches", "100000000000"}, "at most"},
		{[]string{scores, "--resamples", "9223372036854775806", "--estimator", "bootstrap"}, "at most"},
		{[]string{scores, "--batches", "200000000", "--batch", "200000000"}, "320 PB of memory, which is too much"},
		{[]string{"--expert", infeasible}, "line 2: a − b ≥ 1.5"},
		{[]string{"--expert", signed, "--score", "absolute"}, "added up: ΣH ≥"},
		{[]string{"--expert", signed, "--score", "both"}, "want one of [any signed absolute range]"},
		{[]string{"--expert", signed, "--score-max", "100"}, `score "range" takes any`},
		{[]string{"--expert", writeTemp(t, "t.yaml", "ranks: [[a, b]]\nties:\n  - {features: [a, b], within: 1e-3}\n")}, "min_epsilon = 0.001 or less would do"},
		{[]string{"--expert", writeTemp(t, "b.yaml", strings.Repeat("[", 300_000))}, "max 20 levels"},
	} {
		if _, err := runDAG(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.args, err, c.want)
		}
	}
}
