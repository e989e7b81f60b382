package dag

import (
	"math"

	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// randomDAG draws a graph with odd names and numbers of all sizes.
func randomDAG(t *testing.T, rng *rand.Rand, extra string) *DAG {
	alphabet := []rune(`ab"\<>&;#{}[]->/* é中 ` + "'`=,.:\U0001F600")
	n := 1 + rng.IntN(7)
	seen, features := map[string]bool{}, []string{}
	for len(features) < n {
		name := ""
		for range 1 + rng.IntN(6) {
			name += string(alphabet[rng.IntN(len(alphabet))])
		}
		if len(features) == 0 && CheckName(extra) == nil {
			name = extra
		}
		if !seen[name] {
			seen[name] = true
			features = append(features, name)
		}
	}
	number := func() float64 { return math.Exp(rng.NormFloat64() * 30) }
	var edges []Edge
	var bounds []Bound
	var ties []Tie
	for u := range n {
		for v := range n {
			if u > v && rng.IntN(2) == 0 {
				e := Edge{U: u, V: v, Mu: -number(), Sigma: number(), P: rng.Float64(), Epsilon: number()}
				e.Delta = e.Epsilon + number()
				edges = append(edges, e)
			} else if u < v && rng.IntN(4) == 0 {
				ties = append(ties, Tie{u, v, number()})
			}
		}
		if rng.IntN(3) == 0 {
			bounds = append(bounds, Bound{u, -number(), number()})
		}
	}
	d, err := New(features, edges, bounds, ties)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func roundTrip(t *testing.T, d *DAG) {
	t.Helper()
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var j DAG
	if err := json.Unmarshal(text, &j); err != nil || !j.Equal(d) {
		t.Fatalf("JSON: %v\n%s", err, text)
	}
	dot := d.DOT()
	g, err := ParseDOT(dot)
	if err != nil || !g.Equal(d) {
		t.Fatalf("DOT: %v\n%s\n%s", err, dot, text)
	}
}

func TestRoundTrips(t *testing.T) {
	rng := testRNG(50)
	for range 300 {
		roundTrip(t, randomDAG(t, rng, ""))
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add(uint64(1), "name")
	f.Add(uint64(2), `a\`)
	f.Add(uint64(3), `"]; evil -> "b`)
	f.Add(uint64(4), "&amp;&#92;")
	f.Fuzz(func(t *testing.T, seed uint64, name string) {
		roundTrip(t, randomDAG(t, rand.New(rand.NewPCG(seed, 2)), name))
	})
}

// Whatever the readers accept is a valid graph and survives writing and reading.
func FuzzParseDOT(f *testing.F) {
	f.Add([]byte("digraph { a -> b -> c; a [max=0.2]; b -> d [epsilon=0.1, delta=0.3]; subgraph { rank=same; b; d } }"))
	f.Add([]byte(`strict digraph "x" { "a\"b" -> <b> [tie=0.1] }`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := ParseDOT(data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		roundTrip(t, d)
	})
}

func FuzzUnmarshalJSON(f *testing.F) {
	f.Add([]byte(`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "mu": 0.1, "sigma": 0.1, "p": 0.9, "epsilon": 0.005, "delta": 0.2}], "report": {}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d DAG
		if json.Unmarshal(data, &d) == nil && len(d.Features) > 0 {
			roundTrip(t, &d)
		}
	})
}

func TestDOTFromElsewhere(t *testing.T) {
	d, err := ParseDOT([]byte("digraph G { rankdir=LR; a -> b -> c; a [max=0.2 color=red]; a -> c [epsilon=0.1, delta=0.3]; subgraph s { rank=same; b; d } }"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Edge{{0, 1, 1.0025, 0.9975, 1, 0.005, 2}, {0, 2, 0.2, 0.1, 1, 0.1, 0.3}, {1, 2, 1.0025, 0.9975, 1, 0.005, 2}}
	for i, e := range d.Edges {
		if w := want[i]; e.U != w.U || e.V != w.V || !near(e.Mu, w.Mu) || !near(e.Sigma, w.Sigma) || e.Epsilon != w.Epsilon || e.Delta != w.Delta {
			t.Errorf("got %+v, want %+v", e, w)
		}
	}
	if strings.Join(d.Features, "") != "abcd" || len(d.Bounds) != 1 || d.Bounds[0] != (Bound{0, -1, 0.2}) {
		t.Errorf("got %v, %v", d.Features, d.Bounds)
	}
	for text, want := range map[string]string{
		"digraph { a -> b; b -> a }":      "cyclic component",
		"graph { a -- b }":                "digraph",
		"digraph { a -> { b c } }":        "subgraph at an end",
		"digraph { a -> b [mu=x] }":       "mu = x, expected a number",
		"digraph { a -> b [epsilon=-1] }": "expected ε > 0",
		"nonsense":                        "dag: DOT: ",
	} {
		if _, err := ParseDOT([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestJSONFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"features": ["a"], "edges": [{"u": "a", "v": "z"}]}`:                                    `unknown feature "z"`,
		`{"features": [], "edges": []}`:                                                           "no features",
		`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "epsilon": 0.2, "delta": 0.1}]}`: "ε = 0.2 > δ = 0.1",
		`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "mu": "x"}]}`:                    "JSON",
		`{"features": ["a\u0007"], "edges": []}`:                                                  "control characters",
	} {
		var d DAG
		if err := json.Unmarshal([]byte(text), &d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
	if utf8.ValidString("\xff") || !unicode.IsControl('\u0085') || CheckName("\xff") == nil || CheckName("a\u0085") == nil {
		t.Error("names that are no text pass")
	}
}
