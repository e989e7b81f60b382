package dag

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
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
	e, err := ParseExpert("clinic.yaml", []byte(expertExample))
	if err != nil {
		t.Fatal(err)
	}
	d, err := e.Build(DefaultExpertOptions())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Features) != 5 || len(d.Edges) != 6 || len(d.Ties) != 2 || len(d.Bounds) != 1 {
		t.Fatalf("got %d features, %d edges, %d ties, %d bounds", len(d.Features), len(d.Edges), len(d.Ties), len(d.Bounds))
	}
	get := func(u, v string) Edge {
		i, _ := d.Index(u)
		j, _ := d.Index(v)
		e, ok := d.Edge(int64(i), int64(j)).(GraphEdge)
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
	e := NewExpert("a", "b", "c", "d").Rank("a", "b").Tiers([]string{"a", "b"}, []string{"c"}).
		Edge("b", "d").Interval("a", "d", 0.1, 0.5).Tie(0.1, "c", "d").Bound("d", 0, 0.2)
	want, err := e.Build(DefaultExpertOptions())
	if err != nil {
		t.Fatal(err)
	}
	text, err := e.YAML()
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseExpert("", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	got, err := back.Build(DefaultExpertOptions())
	if err != nil || !got.Equal(want) {
		t.Errorf("got %+v, %v, want %+v from\n%s", got, err, want, text)
	}
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, err := ParseExpert("x.json", bytes.ReplaceAll(asJSON, []byte(", "), []byte(",\n\t")))
	if err != nil {
		t.Fatalf("%v in\n%s", err, asJSON)
	}
	if got, err = fromJSON.Build(DefaultExpertOptions()); err != nil || !got.Equal(want) {
		t.Errorf("JSON: got %+v, %v", got, err)
	}
}

// Files with a fault in form: the parser names the line, and the schema agrees.
func TestExpertFileFaults(t *testing.T) {
	schema := compileSchema(t, ExpertSchema())
	for _, c := range []struct{ text, want string }{
		{"ranks: [[a]]", "f.yaml:1:9: got a rank of 1, expected at least 2"},
		{"edges:\n  - {u: a}\n", `f.yaml:2:5: key "v" is missing`},
		{"edges:\n  - u: a\n    v: b\n    epsilon: big\n", `f.yaml:4:14: got the text "big", expected a finite number`},
		{"edges:\n  - u: a\n    v: b\n    epsilon: 0\n", "f.yaml:2:5: got epsilon = 0, expected epsilon > 0"},
		{"edges:\n  - {u: a, v: b, confidence: 1.5}\n", "f.yaml:2:5: got confidence = 1.5"},
		{"edges:\n  - {u: a, v: b, weight: 1}\n", `f.yaml:2:18: unknown key "weight", expected one of comment, confidence, delta, epsilon, u, v`},
		{"edges: a\n", `f.yaml:1:8: got the text "a", expected a list`},
		{"rank:\n  - [a, b]\n", `f.yaml:1:1: unknown key "rank", expected one of bounds, comment, edges, features, ranks, tiers, ties`},
		{"features: [a, b, a]\n", `f.yaml:1:18: feature "a" is listed twice`},
		{"features: [a, 3]\n", `f.yaml:1:15: got the number 3, expected text: put it in quotes, "3"`},
		{"ranks:\n  - [a, true]\n", "f.yaml:2:9: got true, expected text: put it in quotes"},
		{"tiers:\n  - [[a], []]\n", "f.yaml:2:5: got an empty tier"},
		{"bounds:\n  - feature: a\n", "f.yaml:2:5: got a bound without"},
		{"ties:\n  - {features: [a, b], within: -1}\n", "f.yaml:2:5: got within = -1"},
		{"- a\n", "f.yaml:1:1: got a list, expected a mapping"},
		{"ranks:\n  - [\"\", b]\n", "f.yaml:2:6: got an empty name"},
		{"ranks:\n  - {order: [a, b], epsilon: [1]}\n", "got a list, expected a finite number"},
	} {
		_, err := ParseExpert("f.yaml", []byte(c.text))
		var place *FileError
		if !errors.As(err, &place) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
		if schema.Validate(asJSON(t, c.text)) == nil {
			t.Errorf("%q: the schema lets it pass", c.text)
		}
	}
	for _, c := range []struct{ text, want string }{ // no JSON to validate
		{"ranks: [[a, b]\n", "f.yaml:1:"},
		{"ranks:\n  - [a, b]\nranks:\n  - [b, c]\n", "f.yaml:3:"},
		{"", "expected one with content"},
		{"bounds:\n  - {feature: a, max: .nan}\n", "f.yaml:2:23: got the number .nan"},
	} {
		if _, err := ParseExpert("f.yaml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// Files of good form with a fault in meaning.
func TestExpertMeaning(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"features: [a, b]\nranks:\n  - [a, c]\n", `dag: f.yaml: line 3: unknown feature "c", expected one of a, b`},
		{"ranks:\n  - [a, b, a]\n", `line 2: "a" is named twice`},
		{"edges:\n  - {u: a, v: b, epsilon: 0.3, delta: 0.2}\n", "epsilon = 0.3 > delta = 0.2"},
		{"bounds:\n  - {feature: a, min: 1, max: 0}\n", "min = 1 > max = 0"},
		{"features: [a, b]\n", "states no edge, tie or bound: f.yaml"},
		{"ranks: []\n", "states no edge"},
	} {
		e, err := ParseExpert("f.yaml", []byte(c.text))
		if err == nil {
			_, err = e.Build(DefaultExpertOptions())
		}
		if err == nil || !strings.HasPrefix(err.Error(), "dag: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := NewExpert().Build(DefaultExpertOptions()); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing stated: got %v, want ErrEmpty", err)
	}
	if _, err := NewExpert("a", "b").Rank("a").Build(DefaultExpertOptions()); err == nil || !strings.Contains(err.Error(), "statement 1") {
		t.Errorf("built in code: got %v, want the statement's number", err)
	}
	for _, f := range []func(*ExpertOptions){
		func(o *ExpertOptions) { o.MinEpsilon = 0 }, func(o *ExpertOptions) { o.ScoreMax = -2 },
		func(o *ExpertOptions) { o.Repair = LowerAlpha }, func(o *ExpertOptions) { o.Form = "" },
	} {
		o := DefaultExpertOptions()
		f(&o)
		if _, err := NewExpert().Edge("a", "b").Build(o); err == nil {
			t.Errorf("%+v: want an error", o)
		}
	}
}

// The shortest chain is reported, not any: four ways round, the shortest has two steps.
func TestContradictionIsTheShortestChain(t *testing.T) {
	text := `ranks:
  - [a, b, c, d, e]
edges:
  - {u: e, v: a}
  - {u: d, v: c, comment: from the second meeting}
`
	e, err := ParseExpert("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Build(DefaultExpertOptions())
	var conflict *ConflictError
	var cycle *CycleError
	if !errors.As(err, &conflict) || !errors.As(err, &cycle) {
		t.Fatalf("got %v", err)
	}
	want := `dag: f.yaml: 2 statements contradict each other:
  line 2: c > d  (from a > b > c > d > e)
  line 5: d > c  # from the second meeting`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
	opts := DefaultExpertOptions()
	opts.Repair = DropEdges
	d, err := e.Build(opts)
	if err != nil || d.Report.Repair == nil || !d.Report.Repair.Exact || d.Report.Repair.Weight != 1 {
		t.Errorf("repair: got %+v, %v", d, err)
	}
}

// Contradictions of numbers, and their chains.
func TestContradictingNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		e     *Expert
		chain []string
	}{
		"intervals": {
			NewExpert().Interval("a", "b", 0.3, 0.5).Interval("b", "c", 0.3, 0.5).Interval("a", "c", 0.1, 0.4).Edge("c", "d"),
			[]string{"a − b ≥ 0.3", "b − c ≥ 0.3", "a − c ≤ 0.4"}},
		"same pair": {
			NewExpert().Interval("a", "b", 0.3, 0.5).Interval("a", "b", 0.1, 0.2),
			[]string{"a − b ≥ 0.3", "a − b ≤ 0.2"}},
		"tie and order": {
			NewExpert().Rank("a", "b", "c").Tie(0, "a", "c"),
			[]string{"a > b", "b > c", "|a − c| ≤ 0"}},
		"bounds and order": {
			NewExpert().Edge("a", "b").Bound("a", -1, 0.2).Bound("b", 0.3, 1),
			[]string{"a ≤ 0.2", "a > b", "b ≥ 0.3"}},
		"range of H": {
			NewExpert().Interval("a", "b", 1.5, 1.6).Interval("b", "c", 1.5, 1.6),
			[]string{"a − b ≥ 1.5", "b − c ≥ 1.5", "a ≤ 1", "c ≥ -1"}},
		"one bound": {NewExpert().Bound("a", 2, 3), []string{"a ≥ 2", "a ≤ 1"}},
	} {
		_, err := c.e.Build(DefaultExpertOptions())
		var conflict *ConflictError
		if !errors.As(err, &conflict) || conflict.Cycle != nil {
			t.Errorf("%s: got %v, want a conflict of numbers", name, err)
			continue
		}
		if len(conflict.Chain) != len(c.chain) {
			t.Errorf("%s: got %v, want %v", name, err, c.chain)
		}
		for _, says := range c.chain {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: got %v, want %q in the chain", name, err, says)
			}
		}
	}
	ok := NewExpert().Rank("a", "b", "c").Tie(0.1, "a", "c").Bound("b", 0, 0.5)
	if d, err := ok.Build(DefaultExpertOptions()); err != nil || len(d.Ties) != 1 {
		t.Errorf("a loose tie along an order holds: got %v, %v", d, err)
	}
}

// Against brute force: random small systems, feasible iff longest-path propagation
// by repeated relaxation finds no growth, and the chain itself is contradictory.
func TestContradictionChainsSumBelowZero(t *testing.T) {
	rng := testRNG(40)
	conflicts, fine := 0, 0
	for range 400 {
		n := 2 + rng.IntN(5)
		var cs []difference
		for range 3 + rng.IntN(10) {
			u, v := rng.IntN(n), rng.IntN(n)
			if u != v {
				cs = append(cs, difference{from: u, to: v, bound: math.Round(rng.NormFloat64()*10+4) / 10})
			}
		}
		least := floydNegative(n, cs)
		cycle := negativeCycle(n, cs)
		if (cycle != nil) != least {
			t.Fatalf("negative cycle found: %v, exists: %v", cycle, least)
		}
		if cycle == nil {
			fine++
			continue
		}
		conflicts++
		for s := range n {
			if shorter := shortestNegative(n, cs, s, len(cycle)); shorter != nil {
				cycle = shorter
			}
		}
		sum := 0.0
		for i, c := range cycle {
			sum += cs[c].bound
			if cs[c].to != cs[cycle[(i+1)%len(cycle)]].from {
				t.Fatalf("%v is no chain", cycle)
			}
		}
		if sum >= 0 {
			t.Fatalf("chain sums to %g", sum)
		}
	}
	if conflicts < 50 || fine < 50 {
		t.Errorf("%d conflicts and %d feasible systems: one side was hardly tried", conflicts, fine)
	}
}

func floydNegative(n int, cs []difference) bool {
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
		for j := range d[i] {
			if i != j {
				d[i][j] = math.Inf(1)
			}
		}
	}
	for _, c := range cs {
		d[c.from][c.to] = math.Min(d[c.from][c.to], c.bound)
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = math.Min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range n {
		if d[i][i] < -1e-9 {
			return true
		}
	}
	return false
}

func TestLongChainsWarn(t *testing.T) {
	d, err := NewExpert(names(nil, 500)...).Rank(names(nil, 500)...).Build(DefaultExpertOptions())
	if err != nil || len(d.Report.Warnings) != 1 || !strings.Contains(d.Report.Warnings[0], "chain of 499 orders") {
		t.Errorf("got %v, %v", d.Report, err)
	}
}

func compileSchema(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return doc
}

func TestSchemas(t *testing.T) {
	expert, graph := compileSchema(t, ExpertSchema()), compileSchema(t, Schema())
	if err := expert.Validate(asJSON(t, expertExample)); err != nil {
		t.Error(err)
	}
	e, _ := ParseExpert("", []byte(expertExample))
	text, err := e.YAML()
	if err != nil {
		t.Fatal(err)
	}
	if err := expert.Validate(asJSON(t, string(text))); err != nil {
		t.Errorf("written file: %v\n%s", err, text)
	}
	d, err := e.Build(DefaultExpertOptions())
	if err != nil {
		t.Fatal(err)
	}
	opts := DefaultOptions()
	b, err := Build(normalScores(testRNG(41), 96, []float64{0.2, 0.1, 0}, 0.1, 0), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*DAG{d, b} {
		out, err := d.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := graph.Validate(doc); err != nil {
			t.Error(err)
		}
	}
	bad, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"features": ["a"], "edges": [{"u": "a"}]}`))
	if graph.Validate(bad) == nil {
		t.Error("the schema lets an edge without v pass")
	}
}

func FuzzParseExpert(f *testing.F) {
	f.Add([]byte(expertExample))
	f.Add([]byte(`{"edges": [{"u": "a", "v": "b"}]}`))
	f.Add([]byte("ranks:\n- [a, b]\n- &x [c]\n- *x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := ParseExpert("f.yaml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		d, err := e.Build(DefaultExpertOptions())
		if err != nil {
			return
		}
		if err := d.Validate(); err != nil {
			t.Errorf("built an invalid graph: %v", err)
		}
	})
}
