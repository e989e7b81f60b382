package dag

import (
	"encoding/json"
	"html"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// randomDAG returns a graph with unusual names and numbers of all sizes.
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
	d := must.Of(New(features, edges, bounds, ties)).In(t)
	var directions []Direction
	for k := range n {
		switch rng.IntN(4) {
		case 0:
			directions = append(directions, Direction{K: k, Sign: 1})
		case 1:
			directions = append(directions, Direction{k, features[rng.IntN(n)], -1}, Direction{k, features[k] + "x", 1})
		}
	}
	d = must.Of(d.WithDirections(directions...)).In(t)
	return d
}

func roundTrip(t *testing.T, d *DAG) {
	t.Helper()
	text := must.Of(json.Marshal(d)).In(t)
	var j DAG
	if err := json.Unmarshal(text, &j); err != nil || !j.Equal(d) {
		t.Fatalf("JSON: %v\n%s", err, text)
	}
	written := d.DOT()
	g, err := readDOT(written)
	if err != nil || !g.Equal(d) {
		t.Fatalf("DOT: %v\n%s\n%s", err, written, text)
	}
}

// readDOT parses the output of DOT with gonum's reader.
func readDOT(text []byte) (*DAG, error) {
	file, err := dot.ParseBytes(text)
	if err != nil {
		return nil, err
	}
	d, at := &DAG{}, map[string]int{}
	plain := func(s string) string {
		if s[0] == '"' {
			s = strings.ReplaceAll(s[1:len(s)-1], `\"`, `"`)
		}
		return html.UnescapeString(s)
	}
	for _, s := range file.Graphs[0].Stmts {
		x := map[string]float64{}
		numbers := func(list []*ast.Attr) {
			for _, a := range list {
				if v, err := strconv.ParseFloat(plain(a.Val), 64); err == nil {
					x[a.Key] = v
				}
			}
		}
		switch s := s.(type) {
		case *ast.NodeStmt:
			k := len(d.Features)
			d.Features, at[plain(s.Node.ID)] = append(d.Features, plain(s.Node.ID)), k
			numbers(s.Attrs)
			if lo, ok := x["min"]; ok {
				d.Bounds = append(d.Bounds, Bound{k, lo, x["max"]})
			}
			for _, a := range s.Attrs {
				var own []namedDirection
				if a.Key == "directions" {
					err = json.Unmarshal([]byte(plain(a.Val)), &own)
				}
				for _, o := range own {
					d.Directions = append(d.Directions, Direction{k, o.Column, o.Sign})
				}
			}
		case *ast.EdgeStmt:
			numbers(s.Attrs)
			u, v := at[plain(s.From.(*ast.Node).ID)], at[plain(s.To.Vertex.(*ast.Node).ID)]
			if within, ok := x["tie"]; ok {
				d.Ties = append(d.Ties, Tie{u, v, within})
			} else {
				d.Edges = append(d.Edges, Edge{U: u, V: v, Mu: x["mu"], Sigma: x["sigma"], P: x["p"], Epsilon: x["epsilon"], Delta: x["delta"]})
			}
		}
	}
	if err != nil {
		return nil, err
	}
	directions := d.Directions
	if d, err = New(d.Features, d.Edges, d.Bounds, d.Ties); err != nil {
		return nil, err
	}
	return d.WithDirections(directions...)
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

// FuzzUnmarshalJSON checks that every accepted input is a valid graph that round-trips.
func FuzzUnmarshalJSON(f *testing.F) {
	f.Add([]byte(`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "mu": 0.1, "sigma": 0.1, "p": 0.9, "epsilon": 0.005, "delta": 0.2}], "report": {}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d DAG
		if err := json.Unmarshal(data, &d); err != nil {
			refusal.OfFile(t, err, "") // from the decoder or the graph check
		} else if len(d.Features) > 0 {
			roundTrip(t, &d)
		}
	})
}

func TestJSONFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"features": ["a"], "edges": [{"u": "a", "v": "z"}]}`:                                    `feature "z" not found`,
		`{"features": [], "edges": []}`:                                                           "list of features is empty",
		`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "epsilon": 0.2, "delta": 0.1}]}`: "ε = 0.2 > δ = 0.1",
		`{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "mu": "x"}]}`:                    "JSON",
		`{"features": ["a\u0007"], "edges": []}`:                                                  "control characters",
	} {
		var d DAG
		refusal.Check(t, json.Unmarshal([]byte(text), &d), want, text)
	}
	if utf8.ValidString("\xff") || !unicode.IsControl('\u0085') || CheckName("\xff") == nil || CheckName("a\u0085") == nil {
		t.Error("names that are no text pass")
	}
}
