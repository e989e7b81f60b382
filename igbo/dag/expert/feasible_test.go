package expert

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestInfeasibleFiles checks files that no scores satisfy, and the lines and numbers in the error.
func TestInfeasibleFiles(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		score dag.Score
		lines []int
		want  []string
	}{
		"a tie within 0.001 on two ranked features": {
			"ranks:\n  - [a, b, c]\nties:\n  - {features: [a, b], within: 0.001}\n", dag.AnyScore, []int{2, 4},
			[]string{"line 2: a > b by 0.005", "line 4: |a − b| ≤ 0.001", "added up: 0 ≥ 0.005 − 0.001 = 0.004", "min_epsilon = 0.001 or less would do"}},
		"ε = 1.5": {
			"ranks:\n  - [a, b, c]\nedges:\n  - {u: a, v: c, epsilon: 1.5}\n", dag.AnyScore, []int{4},
			[]string{"1 statement cannot hold", "a − c ≥ 1.5", "added up: Σ|H| ≥ 1.5, but Σ|H| ≤ 1 for every signed score"}},
		"ε = 0.9 and 0.2 apart": {
			"edges:\n  - {u: a, v: b, epsilon: 0.9}\n  - {u: x, v: b, epsilon: 0.01}\n  - {u: c, v: d, epsilon: 0.2}\n", dag.AnyScore, []int{2, 4},
			[]string{"added up: Σ|H| ≥ 0.9 + 0.2 = 1.1, but", "no fewer statements contradict each other"}},
		"bounds that leave no room": {
			"bounds:\n  - {feature: a, min: 0.4}\n  - {feature: b, min: 0.3}\n  - {feature: c, max: 0.9}\n  - {feature: d, max: -0.35}\n", dag.AnyScore, []int{2, 3, 5},
			[]string{"a ≥ 0.4", "b ≥ 0.3", "d ≤ -0.35", "added up: Σ|H| ≥ 0.4 + 0.3 + 0.35 = 1.05"}},
		"bounds against an order": {
			"bounds:\n  - {feature: a, max: 0.1}\n  - {feature: b, min: 0.1}\nedges:\n  - {u: a, v: b, epsilon: 0.001}\n", dag.AnyScore, []int{2, 3, 5},
			[]string{"a ≤ 0.1", "b ≥ 0.1", "a − b ≥ 0.001"}},
		"two bounds on one feature": {
			"bounds:\n  - {feature: a, max: 0.1}\n  - {feature: a, min: 0.2}\n", dag.AnyScore, []int{2, 3}, []string{"a ≤ 0.1", "a ≥ 0.2", "= 0.1"}},
		"a chain of 21, absolute": {
			"score: absolute\nranks:\n  - {order: [" + strings.Join(names(21), ", ") + "], epsilon: 0.005}\n", dag.AnyScore, []int{3},
			[]string{"1 statement cannot hold", "(20 in all)", "= 1.05, but H ≥ 0 and ΣH ≤ 1 for every absolute score"}},
		"tiers of many": {
			"tiers:\n  - [[" + strings.Join(names(30), ", ") + "], [y, z]]\nedges:\n  - {u: y, v: z, epsilon: 0.1}\n", dag.AbsoluteScore, []int{2, 4},
			[]string{"added up: ΣH ≥"}},
		"negative, absolute": {
			"score: absolute\nbounds:\n  - {feature: a, max: -0.1}\n", dag.AnyScore, []int{3}, []string{"a ≤ -0.1", "a ≥ 0"}},
		"intervals": {
			"edges:\n  - {u: a, v: b, epsilon: 0.3}\n  - {u: b, v: c, epsilon: 0.3}\n  - {u: a, v: c, delta: 0.4}\n", dag.AnyScore, []int{2, 3, 4},
			[]string{"0.3 + 0.3 − 0.4 = 0.2"}},
		"ε beyond a range": {
			"score: range\nedges:\n  - {u: a, v: b, epsilon: 2.5}\n", dag.AnyScore, []int{3}, []string{"a ≤ 1", "b ≥ -1", "0 ≥ 2.5 − 1 − 1 = 0.5"}},
	} {
		text := c.text
		for _, form := range []string{"yaml", "json"} {
			if form == "json" {
				data := must.Of(yaml.YAMLToJSON([]byte(c.text))).In(t)
				var lines bytes.Buffer
				must.Do(t, json.Indent(&lines, data, "", "\t"))
				text = lines.String()
			}
			e, err := Parse("f."+form, []byte(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			opts := DefaultOptions()
			opts.Score = c.score
			_, err = e.Build(opts)
			var conflict *ConflictError
			if !errors.As(err, &conflict) || conflict.Cycle != nil || !conflict.Smallest || !conflict.Irreducible {
				t.Errorf("%s: got %v, want a smallest conflict", name, err)
				continue
			}
			if form == "json" { // has other line numbers
				if got := conflict.Lines(); len(got) != len(c.lines) {
					t.Errorf("%s: got lines %v of\n%s", name, got, text)
				}
				continue
			}
			if got := conflict.Lines(); !slices.Equal(got, c.lines) {
				t.Errorf("%s: got lines %v, want %v:\n%v", name, got, c.lines, err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: no %q in\n%v", name, want, err)
				}
			}
		}
	}
}

// TestFeasibleFiles checks files that are only just feasible, and the effect of the kind of score.
func TestFeasibleFiles(t *testing.T) {
	for _, c := range []struct {
		text   string
		scores []dag.Score // for which it is feasible
	}{
		{"edges:\n  - {u: a, v: b, epsilon: 1}\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.AbsoluteScore, dag.RangeScore}},
		{"edges:\n  - {u: a, v: b, epsilon: 0.6}\n  - {u: b, v: c, epsilon: 0.4}\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.RangeScore}},
		{"edges:\n  - {u: a, v: b, epsilon: 1.5}\n", []dag.Score{dag.RangeScore}},
		{"bounds:\n  - {feature: a, max: -0.5}\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.RangeScore}},
		{"score: absolute\nedges:\n  - {u: a, v: b, epsilon: 0.1}\n", []dag.Score{dag.AnyScore, dag.AbsoluteScore}},
		{"score: signed\nedges:\n  - {u: a, v: b, epsilon: 0.1}\n", []dag.Score{dag.AnyScore, dag.SignedScore}},
		{"ranks:\n  - [" + strings.Join(names(28), ", ") + "]\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.RangeScore}},
		{"ties:\n  - [a, b, c]\nedges:\n  - {u: a, v: d, epsilon: 0.3333333333333333}\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.AbsoluteScore, dag.RangeScore}},
		{"edges:\n  - {u: a, v: b}\n  - {u: a, v: b, epsilon: 0.001, delta: 0.002}\n", []dag.Score{dag.AnyScore, dag.SignedScore, dag.AbsoluteScore, dag.RangeScore}},
	} {
		e := must.Of(Parse("f.yaml", []byte(c.text))).In(t)
		for _, score := range dag.Scores() {
			opts := DefaultOptions()
			opts.Score = score
			d, err := e.Build(opts)
			if (err == nil) != slices.Contains(c.scores, score) {
				t.Errorf("%s score: got %v for\n%s", score, err, c.text)
			}
			if err == nil && Feasible(d, d.Report.Score) != nil {
				t.Errorf("%s score: built, but %v", score, Feasible(d, d.Report.Score))
			}
		}
	}
	opts := DefaultOptions()
	opts.ScoreMin, opts.ScoreMax = 0, 100
	_, err := New().Interval("a", "b", 20, 50).Build(opts)
	refusal.Check(t, err, `score "range" takes any`, "a range of 100 for a share")
	opts.Score = dag.RangeScore
	if _, err := New().Interval("a", "b", 20, 50).Build(opts); err != nil {
		t.Errorf("a range of 100: got %v", err)
	}
	opts = DefaultOptions()
	for _, bad := range []dag.Score{"", "shares"} {
		opts.Score = bad
		if _, err := New().Edge("a", "b").Build(opts); err == nil {
			t.Errorf("score %q: want an error", bad)
		}
	}
}

// TestFeasibleGraphs checks graphs that do not come from an expert.
func TestFeasibleGraphs(t *testing.T) {
	edge := func(u, v int, epsilon, delta float64) dag.Edge {
		return dag.Edge{U: u, V: v, P: 1, Epsilon: epsilon, Delta: delta}
	}
	d := must.Of(dag.New([]string{"a", "b", "c"}, []dag.Edge{edge(0, 1, 0.5, 1), edge(1, 2, 0.4, 2)}, nil, []dag.Tie{{U: 0, V: 2, Within: 1.5}})).In(t)
	var conflict *ConflictError
	if err := Feasible(d, dag.SignedScore); err != nil {
		t.Errorf("signed: got %v", err)
	}
	err := Feasible(d, dag.AbsoluteScore) // requires a ≥ 0.9 and b ≥ 0.4
	if !errors.As(err, &conflict) || math.Abs(conflict.Least-1.3) > 1e-12 || len(conflict.Chain) != 2 {
		t.Errorf("absolute: got %v", err)
	}
	capped := must.Of(d.WithBounds(dag.Bound{K: 0, Min: -1, Max: 0.2}, dag.Bound{K: 2, Min: -0.5, Max: 1})).In(t)
	if err := Feasible(capped, dag.RangeScore); !errors.As(err, &conflict) || len(conflict.Chain) != 4 || !conflict.Smallest {
		t.Errorf("bounds: got %v", err)
	}
	for _, err := range []error{Feasible(nil, dag.SignedScore), Feasible(&dag.DAG{}, dag.SignedScore), Feasible(d, ""), Feasible(d, "both")} {
		if err == nil || errors.As(err, &conflict) {
			t.Errorf("got %v, want an error of input", err)
		}
	}
}
