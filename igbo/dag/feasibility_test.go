package dag

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// Files that no scores can meet, with the lines and the numbers that the error names.
func TestInfeasibleFiles(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		score Score
		lines []int
		want  []string
	}{
		"a tie within 0.001 on two ranked features": {
			"ranks:\n  - [a, b, c]\nties:\n  - {features: [a, b], within: 0.001}\n", AnyScore, []int{2, 4},
			[]string{"line 2: a > b by 0.005", "line 4: |a − b| ≤ 0.001", "added up: 0 ≥ 0.005 − 0.001 = 0.004", "min_epsilon = 0.001 or less would do"}},
		"ε = 1.5": {
			"ranks:\n  - [a, b, c]\nedges:\n  - {u: a, v: c, epsilon: 1.5}\n", AnyScore, []int{4},
			[]string{"1 statement cannot hold", "a − c ≥ 1.5", "added up: Σ|H| ≥ 1.5, but Σ|H| ≤ 1 for every signed score"}},
		"ε = 0.9 and 0.2 apart": {
			"edges:\n  - {u: a, v: b, epsilon: 0.9}\n  - {u: x, v: b, epsilon: 0.01}\n  - {u: c, v: d, epsilon: 0.2}\n", AnyScore, []int{2, 4},
			[]string{"added up: Σ|H| ≥ 0.9 + 0.2 = 1.1, but", "no fewer statements contradict each other"}},
		"bounds that leave no room": {
			"bounds:\n  - {feature: a, min: 0.4}\n  - {feature: b, min: 0.3}\n  - {feature: c, max: 0.9}\n  - {feature: d, max: -0.35}\n", AnyScore, []int{2, 3, 5},
			[]string{"a ≥ 0.4", "b ≥ 0.3", "d ≤ -0.35", "added up: Σ|H| ≥ 0.4 + 0.3 + 0.35 = 1.05"}},
		"bounds against an order": {
			"bounds:\n  - {feature: a, max: 0.1}\n  - {feature: b, min: 0.1}\nedges:\n  - {u: a, v: b, epsilon: 0.001}\n", AnyScore, []int{2, 3, 5},
			[]string{"a ≤ 0.1", "b ≥ 0.1", "a − b ≥ 0.001"}},
		"two bounds on one feature": {
			"bounds:\n  - {feature: a, max: 0.1}\n  - {feature: a, min: 0.2}\n", AnyScore, []int{2, 3}, []string{"a ≤ 0.1", "a ≥ 0.2", "= 0.1"}},
		"a chain of 21, absolute": {
			"score: absolute\nranks:\n  - {order: [" + strings.Join(names(nil, 21), ", ") + "], epsilon: 0.005}\n", AnyScore, []int{3},
			[]string{"1 statement cannot hold", "(20 in all)", "= 1.05, but H ≥ 0 and ΣH ≤ 1 for every absolute score"}},
		"tiers of many": {
			"tiers:\n  - [[" + strings.Join(names(nil, 30), ", ") + "], [y, z]]\nedges:\n  - {u: y, v: z, epsilon: 0.1}\n", AbsoluteScore, []int{2, 4},
			[]string{"added up: ΣH ≥"}},
		"negative, absolute": {
			"score: absolute\nbounds:\n  - {feature: a, max: -0.1}\n", AnyScore, []int{3}, []string{"a ≤ -0.1", "a ≥ 0"}},
		"intervals": {
			"edges:\n  - {u: a, v: b, epsilon: 0.3}\n  - {u: b, v: c, epsilon: 0.3}\n  - {u: a, v: c, delta: 0.4}\n", AnyScore, []int{2, 3, 4},
			[]string{"0.3 + 0.3 − 0.4 = 0.2"}},
		"ε beyond a range": {
			"score: range\nedges:\n  - {u: a, v: b, epsilon: 2.5}\n", AnyScore, []int{3}, []string{"a ≤ 1", "b ≥ -1", "0 ≥ 2.5 − 1 − 1 = 0.5"}},
	} {
		text := c.text
		for _, form := range []string{"yaml", "json"} {
			if form == "json" {
				data, err := yaml.YAMLToJSON([]byte(c.text))
				if err != nil {
					t.Fatal(err)
				}
				var lines bytes.Buffer
				if err := json.Indent(&lines, data, "", "\t"); err != nil {
					t.Fatal(err)
				}
				text = lines.String()
			}
			e, err := ParseExpert("f."+form, []byte(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			opts := DefaultExpertOptions()
			opts.Score = c.score
			_, err = e.Build(opts)
			var conflict *ConflictError
			if !errors.As(err, &conflict) || conflict.Cycle != nil || !conflict.Smallest || !conflict.Irreducible {
				t.Errorf("%s: got %v, want a smallest conflict", name, err)
				continue
			}
			if form == "json" { // on other lines
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

// Files that just hold, and what the score that is assumed changes.
func TestFeasibleFiles(t *testing.T) {
	for _, c := range []struct {
		text   string
		scores []Score // that it holds for
	}{
		{"edges:\n  - {u: a, v: b, epsilon: 1}\n", []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore}},
		{"edges:\n  - {u: a, v: b, epsilon: 0.6}\n  - {u: b, v: c, epsilon: 0.4}\n", []Score{AnyScore, SignedScore, RangeScore}},
		{"edges:\n  - {u: a, v: b, epsilon: 1.5}\n", []Score{RangeScore}},
		{"bounds:\n  - {feature: a, max: -0.5}\n", []Score{AnyScore, SignedScore, RangeScore}},
		{"score: absolute\nedges:\n  - {u: a, v: b, epsilon: 0.1}\n", []Score{AnyScore, AbsoluteScore}},
		{"score: signed\nedges:\n  - {u: a, v: b, epsilon: 0.1}\n", []Score{AnyScore, SignedScore}},
		{"ranks:\n  - [" + strings.Join(names(nil, 28), ", ") + "]\n", []Score{AnyScore, SignedScore, RangeScore}},
		{"ties:\n  - [a, b, c]\nedges:\n  - {u: a, v: d, epsilon: 0.3333333333333333}\n", []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore}},
		{"edges:\n  - {u: a, v: b}\n  - {u: a, v: b, epsilon: 0.001, delta: 0.002}\n", []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore}},
	} {
		e, err := ParseExpert("f.yaml", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, score := range Scores() {
			opts := DefaultExpertOptions()
			opts.Score = score
			d, err := e.Build(opts)
			if (err == nil) != slices.Contains(c.scores, score) {
				t.Errorf("%s score: got %v for\n%s", score, err, c.text)
			}
			if err == nil && d.Feasible(d.Report.Score) != nil {
				t.Errorf("%s score: built, but %v", score, d.Feasible(d.Report.Score))
			}
		}
	}
	opts := DefaultExpertOptions()
	opts.ScoreMin, opts.ScoreMax = 0, 100
	if _, err := NewExpert().Interval("a", "b", 20, 50).Build(opts); err == nil || !strings.Contains(err.Error(), `score "range" takes any`) {
		t.Errorf("a range of 100 for a share: got %v", err)
	}
	opts.Score = RangeScore
	if _, err := NewExpert().Interval("a", "b", 20, 50).Build(opts); err != nil {
		t.Errorf("a range of 100: got %v", err)
	}
	opts = DefaultExpertOptions()
	for _, bad := range []Score{"", "shares"} {
		opts.Score = bad
		if _, err := NewExpert().Edge("a", "b").Build(opts); err == nil {
			t.Errorf("score %q: want an error", bad)
		}
	}
}

// A graph that no expert made can be asked too.
func TestFeasibleGraphs(t *testing.T) {
	edge := func(u, v int, epsilon, delta float64) Edge {
		return Edge{U: u, V: v, P: 1, Epsilon: epsilon, Delta: delta}
	}
	d, err := New([]string{"a", "b", "c"}, []Edge{edge(0, 1, 0.5, 1), edge(1, 2, 0.4, 2)}, nil, []Tie{{0, 2, 1.5}})
	if err != nil {
		t.Fatal(err)
	}
	var conflict *ConflictError
	if err := d.Feasible(SignedScore); err != nil {
		t.Errorf("signed: got %v", err)
	}
	err = d.Feasible(AbsoluteScore) // a ≥ 0.9, b ≥ 0.4
	if !errors.As(err, &conflict) || math.Abs(conflict.Least-1.3) > 1e-12 || len(conflict.Chain) != 2 {
		t.Errorf("absolute: got %v", err)
	}
	capped, err := d.WithBounds(Bound{K: 0, Min: -1, Max: 0.2}, Bound{K: 2, Min: -0.5, Max: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := capped.Feasible(RangeScore); !errors.As(err, &conflict) || len(conflict.Chain) != 4 || !conflict.Smallest {
		t.Errorf("bounds: got %v", err)
	}
	for _, err := range []error{(*DAG)(nil).Feasible(SignedScore), (&DAG{}).Feasible(SignedScore), d.Feasible(""), d.Feasible("both")} {
		if err == nil || errors.As(err, &conflict) {
			t.Errorf("got %v, want an error of input", err)
		}
	}
}

// Random sets of statements against trying all scores of a grid: a file that some scores
// meet builds; else the statements named contradict each other, and each proper part of
// them does not, nor does any smaller set.
func TestConflictsAgainstBruteForce(t *testing.T) {
	rng := testRNG(90)
	const grid = 0.125
	held, refused := 0, 0
	for trial := range 300 {
		score := []Score{SignedScore, AbsoluteScore, RangeScore}[trial%3]
		e := randomStatements(rng, grid)
		opts := DefaultExpertOptions()
		opts.Score, opts.MinEpsilon = score, grid
		_, err := e.Build(opts)
		var conflict *ConflictError
		var cycle *CycleError
		if errors.As(err, &cycle) {
			continue
		}
		possible := allSubsets(e, score, grid)
		all := len(possible) - 1
		if (err == nil) != possible[all] {
			t.Fatalf("%s: got %v, some scores meet all: %t\n%v", score, err, possible[all], e.Statements)
		}
		if err == nil {
			held++
			continue
		}
		refused++
		if !errors.As(err, &conflict) || !conflict.Smallest {
			t.Fatalf("got %v", err)
		}
		named := 0
		for _, l := range conflict.Chain {
			if l.Line > 0 {
				named |= 1 << (l.Line - 1)
			}
		}
		if possible[named] {
			t.Fatalf("%s: these can hold: %v", score, err)
		}
		for part := (named - 1) & named; part > 0; part = (part - 1) & named {
			if !possible[part] {
				t.Fatalf("%s: a part suffices: %v", score, err)
			}
		}
		for m, ok := range possible {
			if !ok && bitCount(m) < bitCount(named) {
				t.Fatalf("%s: %b is smaller than %v", score, m, err)
			}
		}
	}
	if held < 50 || refused < 50 {
		t.Errorf("%d hold and %d do not: one side was hardly tried", held, refused)
	}
}

func bitCount(m int) (n int) {
	for ; m > 0; m &= m - 1 {
		n++
	}
	return n
}

// randomStatements makes up to six statements about four features, with all numbers on the
// grid; a statement's line is its number. Orders state ε, since one that does not asks for
// what others leave it.
func randomStatements(rng *rand.Rand, grid float64) *Expert {
	all := []string{"a", "b", "c", "d"}
	e := NewExpert(all...)
	number := func(low, high int) *float64 {
		x := grid * float64(low+rng.IntN(high-low+1))
		return &x
	}
	for i := range 2 + rng.IntN(5) {
		p := rng.Perm(4)
		if rng.IntN(3) > 0 {
			slices.Sort(p[:3])
		}
		s := Statement{Line: i + 1}
		switch rng.IntN(5) {
		case 0:
			s.Kind, s.Groups, s.Epsilon = KindRank, [][]string{{all[p[0]]}, {all[p[1]]}, {all[p[2]]}}, number(1, 3)
		case 1:
			s.Kind, s.Groups, s.Epsilon = KindTiers, [][]string{{all[p[0]], all[p[1]]}, {all[p[2]]}}, number(1, 4)
		case 2:
			s.Kind, s.Groups, s.Epsilon, s.Delta = KindEdge, [][]string{{all[p[0]]}, {all[p[1]]}}, number(1, 3), number(3, 8)
		case 3:
			s.Kind, s.Groups, s.Within = KindTie, [][]string{{all[p[0]], all[p[1]], all[p[2]]}}, number(0, 2)
		case 4:
			s.Kind, s.Groups, s.Min, s.Max = KindBound, [][]string{{all[p[0]]}}, number(-6, 3), number(3, 6)
		}
		e.Add(s)
	}
	return e
}

// allSubsets says of every subset of the statements whether scores of the grid meet it.
func allSubsets(e *Expert, score Score, grid float64) []bool {
	n := len(e.Statements)
	possible := make([]bool, 1<<n)
	h := map[string]float64{}
	var walk func(k int, left float64)
	walk = func(k int, left float64) {
		if k == len(e.Features) {
			held := 0
			for i, s := range e.Statements {
				if statementHolds(s, h) {
					held |= 1 << i
				}
			}
			possible[held] = true
			return
		}
		for x := -1.0; x <= 1; x += grid {
			if score == AbsoluteScore && x < 0 || score != RangeScore && math.Abs(x) > left {
				continue
			}
			h[e.Features[k]] = x
			walk(k+1, left-math.Abs(x))
		}
	}
	walk(0, 1)
	for i := range n {
		for m := range possible {
			if m>>i&1 == 0 && possible[m|1<<i] {
				possible[m] = true
			}
		}
	}
	return possible
}

func statementHolds(s Statement, h map[string]float64) bool {
	switch s.Kind {
	case KindBound:
		x := h[s.Groups[0][0]]
		return x >= *s.Min && x <= *s.Max
	case KindTie:
		for i := 1; i < len(s.Groups[0]); i++ {
			if math.Abs(h[s.Groups[0][i-1]]-h[s.Groups[0][i]]) > *s.Within {
				return false
			}
		}
		return true
	}
	for i := 1; i < len(s.Groups); i++ {
		for _, u := range s.Groups[i-1] {
			for _, v := range s.Groups[i] {
				if d := h[u] - h[v]; d < *s.Epsilon || s.Delta != nil && d > *s.Delta {
					return false
				}
			}
		}
	}
	return true
}
