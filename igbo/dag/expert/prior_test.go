package expert

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

const expertExample = `# What the clinicians said.
comment: second round, five people
features: [age, blood pressure, smoker, income, postcode]
ranks:
  - [age, smoker, income]
  - order: [blood pressure, postcode]
    confidence: 0.8
    comment: two of five were unsure
tiers:
  - [[age, blood pressure], [postcode]]
edges:
  - {u: smoker, v: postcode}
  - u: age
    v: income
    epsilon: 0.1
    delta: 0.4
ties:
  - [age, blood pressure]
  - {features: [income, postcode], within: 0.3, comment: about equal}
bounds:
  - {feature: postcode, max: 0.05}
`

func TestExpertFile(t *testing.T) {
	e := must.Of(Parse("clinic.yaml", []byte(expertExample))).In(t)
	d := must.Of(e.Build(DefaultOptions())).In(t)
	if len(d.Features) != 5 || len(d.Edges) != 6 || len(d.Ties) != 2 || len(d.Bounds) != 1 {
		t.Fatalf("got %d features, %d edges, %d ties, %d bounds", len(d.Features), len(d.Edges), len(d.Ties), len(d.Bounds))
	}
	get := func(u, v string) dag.Edge {
		i, _ := d.Index(u)
		j, _ := d.Index(v)
		e, ok := d.Edge(int64(i), int64(j)).(dag.GraphEdge)
		if !ok {
			t.Fatalf("no edge %s→%s", u, v)
		}
		return e.Edge
	}
	if e := get("age", "income"); e.Epsilon != 0.1 || e.Delta != 0.4 || !near(e.Mu, 0.25) || !near(e.Sigma, 0.15) || e.P != 1 {
		t.Errorf("stated interval: got %+v", e)
	}
	if e := get("age", "smoker"); e.Epsilon != 0.005 || e.Delta != 2 {
		t.Errorf("order without an interval: got %+v", e)
	}
	if e := get("blood pressure", "postcode"); e.P != 1 {
		t.Errorf("said twice, with confidence 0.8 and 1: got P = %g, want the larger", e.P)
	}
	if b := d.Bounds[0]; b.Min != -1 || b.Max != 0.05 {
		t.Errorf("bound: got %+v", b)
	}
	lines := map[Kind][]int{}
	for _, s := range e.Statements {
		lines[s.Kind] = append(lines[s.Kind], s.Line)
	}
	if l := lines[KindRank]; l[0] != 5 || l[1] != 6 {
		t.Errorf("lines of ranks: got %v, want 5 and 6", l)
	}
	if lines[KindTiers][0] != 10 || lines[KindEdge][0] != 12 || lines[KindEdge][1] != 13 || lines[KindTie][1] != 19 || lines[KindBound][0] != 21 {
		t.Errorf("lines: %v", lines)
	}
}

func TestExpertBuilderEqualsFile(t *testing.T) {
	e := New("a", "b", "c", "d").Rank("a", "b").Tiers([]string{"a", "b"}, []string{"c"}).
		Edge("b", "d").Interval("a", "d", 0.1, 0.5).Tie(0.1, "c", "d").Bound("d", 0, 0.2)
	want := must.Of(e.Build(DefaultOptions())).In(t)
	text := must.Of(e.YAML()).In(t)
	back, err := Parse("", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	got, err := back.Build(DefaultOptions())
	if err != nil || !got.Equal(want) {
		t.Errorf("got %+v, %v, want %+v from\n%s", got, err, want, text)
	}
	asJSON := must.Of(yaml.YAMLToJSON(text)).In(t)
	fromJSON, err := Parse("x.json", bytes.ReplaceAll(asJSON, []byte(", "), []byte(",\n\t")))
	if err != nil {
		t.Fatalf("%v in\n%s", err, asJSON)
	}
	if got, err = fromJSON.Build(DefaultOptions()); err != nil || !got.Equal(want) {
		t.Errorf("JSON: got %+v, %v", got, err)
	}
}

// TestExpertMeaning checks files with valid form and invalid content.
func TestExpertMeaning(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"features: [a, b]\nranks:\n  - [a, c]\n", `expert: f.yaml: line 3: unknown feature "c" (want one of a, b)`},
		{"ranks:\n  - [a, b, a]\n", `line 2: "a" is named twice`},
		{"edges:\n  - {u: a, v: b, epsilon: 0.3, delta: 0.2}\n", "epsilon = 0.3 > delta = 0.2"},
		{"bounds:\n  - {feature: a, min: 1, max: 0}\n", "min = 1 > max = 0"},
		{"features: [a, b]\n", "states no edge, tie, bound or direction: f.yaml"},
		{"ranks: []\n", "states no edge"},
	} {
		e, err := Parse("f.yaml", []byte(c.text))
		if err == nil {
			_, err = e.Build(DefaultOptions())
		}
		if err == nil || !strings.HasPrefix(err.Error(), "expert: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := New().Build(DefaultOptions()); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing stated: got %v, want ErrEmpty", err)
	}
	_, err := New("a", "b").Rank("a").Build(DefaultOptions())
	refusal.Check(t, err, "statement 1", "built in code")
	for _, f := range []func(*Options){
		func(o *Options) { o.MinEpsilon = 0 }, func(o *Options) { o.ScoreMax = -2 },
		func(o *Options) { o.Repair = dag.LowerAlpha }, func(o *Options) { o.Form = "" },
	} {
		o := DefaultOptions()
		f(&o)
		if _, err := New().Edge("a", "b").Build(o); err == nil {
			t.Errorf("%+v: want an error", o)
		}
	}
}

// TestLongChains checks chains so long that their ε does not fit into Σ|H| ≤ 1. The error names an
// ε that fits, quickly even for very long chains.
func TestLongChains(t *testing.T) {
	for _, c := range []struct {
		features int
		score    dag.Score
		epsilon  float64 // largest feasible ε
	}{
		{20, dag.AbsoluteScore, 0.0052}, {21, dag.AbsoluteScore, 0.0047}, {28, dag.SignedScore, 0.0051}, {29, dag.SignedScore, 0.0047},
		{500, dag.SignedScore, 1.6e-5}, {500, dag.AbsoluteScore, 8e-6}, {2000, dag.SignedScore, 1e-6}, {2000, dag.AbsoluteScore, 5e-7},
	} {
		e := New().Rank(names(c.features)...)
		opts := DefaultOptions()
		opts.Score, opts.MinEpsilon = c.score, c.epsilon*0.99
		d, err := e.Build(opts)
		if err != nil || len(d.Edges) != c.features-1 || Feasible(d, c.score) != nil || d.Report.Score != c.score {
			t.Errorf("%d features, %s, ε = %g: got %v, %v", c.features, c.score, opts.MinEpsilon, d, err)
		}
		opts.MinEpsilon = max(0.005, c.epsilon*1.03)
		began := time.Now()
		_, err = e.Build(opts)
		var conflict *ConflictError
		if !errors.As(err, &conflict) || len(conflict.Chain) != 1 || !conflict.Smallest || !strings.Contains(err.Error(), "1 statement cannot hold") {
			t.Errorf("%d features, %s, ε = %g: got %v", c.features, c.score, opts.MinEpsilon, err)
			continue
		}
		most := 10 * time.Minute
		if runtime.GOOS == "js" { // about eight times slower
			most *= 8
		}
		if took := time.Since(began); took > most {
			t.Errorf("%d features: %v", c.features, took)
		}
		if m := conflict.MinEpsilon; c.features < 1000 && math.Abs(m-c.epsilon) > 0.04*c.epsilon {
			t.Errorf("%d features, %s: got min_epsilon = %g, want %g in %v", c.features, c.score, m, c.epsilon, err)
		}
	}
}

// TestTieOfThreeIsOneOfNeighbours checks that a tie only constrains adjacent features in its list.
func TestTieOfThreeIsOneOfNeighbours(t *testing.T) {
	d, err := New().Tie(0.1, "a", "b", "c").Build(DefaultOptions())
	if want := []dag.Tie{{U: 0, V: 1, Within: 0.1}, {U: 1, V: 2, Within: 0.1}}; err != nil || !slices.Equal(d.Ties, want) {
		t.Errorf("got %v, %v, want %v", d, err, want)
	}
}
