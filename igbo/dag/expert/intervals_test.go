package expert

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func buildText(t *testing.T, text string) (*dag.DAG, error) {
	t.Helper()
	e := must.Of(Parse("f.yaml", []byte(text))).In(t)
	return e.Build(DefaultOptions())
}

// TestPolytopeIntervals checks that orders without numbers get mean ± width·σ of the polytope of
// all features and orders, that stated numbers do not change, and that the score of the file is
// then absolute.
func TestPolytopeIntervals(t *testing.T) {
	const rest = "features: [a, b, c, d]\nranks:\n  - [a, b, c]\nedges:\n  - {u: a, v: d, epsilon: 0.2, delta: 0.6}\n  - {u: b, v: d, delta: 0.3}\n"
	p := must.Of(polytope.New(4, [][2]int{{0, 1}, {1, 2}, {0, 3}, {1, 3}}, polytope.DefaultOptions())).In(t)
	for text, width := range map[string]float64{
		"intervals: polytope\n" + rest:                                         0.5,
		"score: absolute\n" + rest + "intervals:\n  source: polytope\n":        0.5,
		"intervals: {source: polytope, width: 0.25}\nscore: absolute\n" + rest: 0.25,
		`{"intervals": {"source": "polytope", "width": 0}, "features": ["a", "b", "c", "d"], "ranks": [["a", "b", "c"]],
		  "edges": [{"u": "a", "v": "d", "epsilon": 0.2, "delta": 0.6}, {"u": "b", "v": "d", "delta": 0.3}]}`: 0,
	} {
		d := must.Of(buildText(t, text)).In(t)
		if d.Report.Score != dag.AbsoluteScore {
			t.Errorf("score %s", d.Report.Score)
		}
		for _, e := range d.Edges {
			epsilon, delta := p.Interval(e.U, e.V, width)
			switch {
			case e.V == 3 && e.U == 0:
				epsilon, delta = 0.2, 0.6
			case e.V == 3:
				epsilon, delta = 0.005, 0.3
			}
			if !near(e.Epsilon, epsilon) || !near(e.Delta, delta) {
				t.Errorf("width %g, edge %d→%d: [%g, %g], want [%g, %g]", width, e.U, e.V, e.Epsilon, e.Delta, epsilon, delta)
			}
		}
	}
}

// TestIntervalsOfOptions checks that the options override the file, for the polytope and for the
// range.
func TestIntervalsOfOptions(t *testing.T) {
	opts := DefaultOptions()
	opts.Intervals, opts.Width = PolytopeSource, 1
	d, err := New("a", "b").Rank("a", "b").Build(opts)
	if err != nil {
		t.Fatal(err)
	}
	if e, want := d.Edges[0], math.Sqrt(1.0/12); !near(e.Epsilon, 0.5-want) || !near(e.Delta, 0.5+want) {
		t.Errorf("got %+v, want 0.5 ± %g", e, want)
	}
	opts.Intervals = RangeSource
	e := New("a", "b").Rank("a", "b")
	e.Intervals.Source = PolytopeSource
	if d, err = e.Build(opts); err != nil || d.Edges[0].Epsilon != opts.MinEpsilon {
		t.Errorf("range asked for: got %v, %v", d, err)
	}
	for _, change := range []func(*Options){
		func(o *Options) { o.Intervals = "middle" }, func(o *Options) { o.Width = math.NaN() }, func(o *Options) { o.Width = -1 },
		func(o *Options) { o.Intervals, o.Score = PolytopeSource, dag.SignedScore },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := e.Build(o); err == nil || !strings.HasPrefix(err.Error(), "expert: ") {
			t.Errorf("%+v: got %v", o, err)
		}
	}
}

// TestPolytopeIntervalsOfLongRankings checks a ranking of 40 features. It is infeasible with
// ε = 0.005, but the centroid satisfies its polytope intervals.
func TestPolytopeIntervalsOfLongRankings(t *testing.T) {
	all := names(40)
	e := New(all...).Rank(all...)
	e.Score = dag.AbsoluteScore
	if _, err := e.Build(DefaultOptions()); err == nil {
		t.Error("the range: want a contradiction")
	}
	e.Intervals.Source = PolytopeSource
	d := must.Of(e.Build(DefaultOptions())).In(t)
	if err := Feasible(d, dag.AbsoluteScore); err != nil {
		t.Error(err)
	}
}

// TestPolytopeContradictions checks contradictions between orders, between stated numbers, and
// between stated numbers and polytope intervals. The errors name the lines.
func TestPolytopeContradictions(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines []int
		want  string
	}{
		{"intervals: polytope\nranks:\n  - [a, b]\n  - [b, a]\n", []int{3, 4}, "a > b"},
		{"intervals: polytope\nranks:\n  - [a, b, c]\nbounds:\n  - {feature: a, max: 0.1}\n  - {feature: b, min: 0.2}\n", []int{3, 5, 6}, "a > b by 1e-09"},
		{"intervals: polytope\nranks:\n  - [a, b]\nties:\n  - {features: [a, b], within: 0.1}\n", []int{3, 5}, "a − b ≥ 0.355"},
	} {
		_, err := buildText(t, c.text)
		var conflict *ConflictError
		if !errors.As(err, &conflict) || len(conflict.Lines()) != len(c.lines) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q and lines %v", c.text, err, c.want, c.lines)
		}
	}
	_, err := buildText(t, "score: signed\nranks:\n  - [a, b]\nintervals: polytope\n")
	if err == nil || !strings.Contains(err.Error(), "f.yaml: line 4: ") || !strings.Contains(err.Error(), "absolute score") {
		t.Errorf("a signed score: got %v", err)
	}
}

// TestIntervalsRoundTrip checks that interval settings can be written and read back, and match the
// schema.
func TestIntervalsRoundTrip(t *testing.T) {
	schema := compileSchema(t, Schema())
	for _, reported := range []string{"", "intervals: range\n", "intervals: polytope\n", "intervals: {source: polytope, width: 0.25}\n"} {
		e := must.Of(Parse("", []byte(reported+"ranks:\n  - [a, b]\n"))).In(t)
		text := must.Of(e.YAML()).In(t)
		if err := schema.Validate(asJSON(t, string(text))); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		again := must.Of(Parse("", text)).In(t)
		a, b := e.Intervals, again.Intervals
		if a.Source != b.Source || (a.Width == nil) != (b.Width == nil) || a.Width != nil && *a.Width != *b.Width {
			t.Errorf("%q: read back as %+v from %s", reported, b, text)
		}
	}
}
