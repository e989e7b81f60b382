package dag

import (
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// endless is a file of one line without an end.
type endless struct{ fill byte }

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.fill
	}
	return len(p), nil
}

// A file without line ends is given up, not held.
func TestEndlessLines(t *testing.T) {
	for _, head := range []string{"", "a,b\n", "winner,loser\n", "\"", "a,b\n1,\""} {
		for _, fill := range []byte{'0'} {
			r := func() io.Reader { return io.MultiReader(strings.NewReader(head), endless{fill}) }
			_, _, scores := ReadScores("s.csv", r())
			_, comparisons := ReadComparisons("c.csv", r())
			for _, err := range []error{scores, comparisons} {
				if err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
					t.Errorf("%q and then %q: got %v", head, fill, err)
				}
			}
		}
	}
}

func TestCSVFormsThatPass(t *testing.T) {
	for _, text := range []string{
		"a,b\n1,2\n", "\ufeffa,b\r\n1,2\r\n", "\ufeff\"a\",\"b\"\n1,2\n", "a,b\n1,2", "a,b\n\n1,2\n\n", "a , b\n 1 , 2\n", "a,b\n1e0,2E+0\n", "a,b\n0x1p0,2\n",
	} {
		m, features, err := ReadScores("s.csv", strings.NewReader(text))
		if err != nil || len(features) != 2 || features[0] != "a" || features[1] != "b" || m.At(0, 0) != 1 || m.At(0, 1) != 2 {
			t.Errorf("%q: got %v, %v, %v", text, m, features, err)
		}
	}
}

// Comparisons of extreme weights give finite strengths or an error.
func TestExtremeComparisons(t *testing.T) {
	weights := []float64{math.NaN(), math.Inf(1), math.MaxFloat64, 1e151, 1e150, 1e100, 1, 1e-100, 1e-300, math.SmallestNonzeroFloat64, 0, -1}
	for _, x := range weights {
		for _, y := range weights {
			for _, prior := range []float64{0, 0.5, x} {
				opts := DefaultBradleyTerryOptions()
				opts.Prior, opts.MaxIterations = prior, 2000
				s, err := BradleyTerry([]Comparison{{Winner: "a", Loser: "b", Weight: x}, {Winner: "b", Loser: "a", Weight: y}, {Winner: "c", Loser: "a", Weight: 1, Tie: true}}, opts)
				if err == nil {
					var d *DAG
					if d, err = s.DAG(opts); err == nil {
						err = d.Validate()
						if !finite(s.Beta...) || !finite(s.StdErr...) || !finite(s.Share...) {
							t.Errorf("weights %g, %g, prior %g: got %+v", x, y, prior, s)
						}
					}
					if err != nil {
						t.Errorf("weights %g, %g, prior %g: %v", x, y, prior, err)
					}
				} else if !strings.HasPrefix(err.Error(), "dag: ") {
					t.Errorf("weights %g, %g, prior %g: %v", x, y, prior, err)
				}
			}
		}
	}
	for _, change := range []func(*BradleyTerryOptions){
		func(o *BradleyTerryOptions) { o.Prior = math.NaN() }, func(o *BradleyTerryOptions) { o.Prior = math.Inf(1) },
		func(o *BradleyTerryOptions) { o.Tolerance = math.NaN() }, func(o *BradleyTerryOptions) { o.Tolerance = math.Inf(1) },
		func(o *BradleyTerryOptions) { o.MaxIterations = math.MaxInt }, func(o *BradleyTerryOptions) { o.R = math.Inf(1) },
	} {
		o := DefaultBradleyTerryOptions()
		change(&o)
		if _, err := BradleyTerry(baseball(), o); err == nil {
			t.Errorf("%+v: want an error", o)
		}
	}
}

func TestDOTFaults(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":            {"", ""},
		"spaces":             {" \n", ""},
		"no graph":           {"hello", ""},
		"undirected":         {"graph { a -- b }", "expected one directed graph"},
		"two graphs":         {"digraph { a } digraph { b }", "got 2 graphs"},
		"no features":        {"digraph { }", "no features"},
		"cut":                {"digraph { a -> b", ""},
		"a cycle":            {"digraph { a -> b -> a }", "cyclic"},
		"itself":             {"digraph { a -> a }", "itself"},
		"twice":              {"digraph { a -> b; a -> b }", "given twice"},
		"an empty name":      {`digraph { "" -> b }`, "empty name"},
		"text for ε":         {"digraph { a -> b [epsilon=big] }", "expected a number"},
		"NaN":                {"digraph { a -> b [epsilon=NaN] }", "dag: "},
		"infinite":           {"digraph { a -> b [delta=Inf] }", "dag: "},
		"negative":           {`digraph { a -> b [epsilon="-1"] }`, "ε > 0"},
		"a bound of nothing": {`digraph { a [min="1", max="0"] }`, "min ≤ max"},
		"deep":               {"digraph {" + strings.Repeat("{", 30) + "a" + strings.Repeat("}", 30) + "}", "more than 20 deep"},
		"very deep":          {"digraph {" + strings.Repeat("subgraph x {", 100_000) + strings.Repeat("}", 100_000) + "}", "more than 20 deep"},
		"subgraph ends":      {"digraph { a -> { b c } }", "expected features"},
		"nulls":              {strings.Repeat("\x00", 1000), ""},
		"bytes":              {"\xff\xfe\x00", ""},
		"a bad name":         {"digraph { \"a\xff\" -> b }", ""},
		"large":              {strings.Repeat(" ", MaxDOT+1), "expected at most"},
	} {
		began := time.Now()
		d, err := ParseDOT([]byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), "dag: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %+v, %v, want %q", name, d, err, c.want)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// Faults of graphs as JSON, besides those of TestJSONFaults.
func TestJSONForms(t *testing.T) {
	ok := `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "mu": 1e-1, "sigma": 0, "p": 1, "epsilon": 1e-05, "delta": 2E-1}]}`
	var d DAG
	if err := json.Unmarshal([]byte(ok), &d); err != nil || d.Edges[0].Epsilon != 1e-5 || d.Edges[0].Delta != 0.2 {
		t.Fatalf("got %+v, %v", d.Edges, err)
	}
	before := d.Edges[0]
	for name, text := range map[string]string{
		"repeated features": `{"features": ["a", "b"], "features": ["a"], "edges": []}`,
		"repeated edges":    `{"features": ["a", "b"], "edges": [], "edges": []}`,
		"repeated end":      `{"features": ["a", "b"], "edges": [{"u": "a", "u": "b", "v": "b", "p": 1, "epsilon": 1, "delta": 1}]}`,
		"a repeated name":   `{"features": ["a", "a"], "edges": []}`,
		"an empty name":     `{"features": ["a", ""], "edges": []}`,
		"null":              `{"features": null, "edges": null}`,
		"a list":            `[]`,
		"text for ε":        `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "p": 1, "epsilon": "1e-3", "delta": 1}]}`,
		"NaN":               `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "p": 1, "epsilon": NaN, "delta": 1}]}`,
		"beyond float64":    `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "p": 1, "epsilon": 1, "delta": 1e400}]}`,
		"ε = 0":             `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "p": 1, "epsilon": 0, "delta": 1}]}`,
		"p = 2":             `{"features": ["a", "b"], "edges": [{"u": "a", "v": "b", "p": 2, "epsilon": 1, "delta": 1}]}`,
		"a deep list":       strings.Repeat("[", 100_000), "a deep object": strings.Repeat(`{"a":`, 100_000),
		"a deep report": `{"features": ["a"], "edges": [], "report": ` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
		"empty":         ``, "cut": ok[:50], "two": ok + ok, "bytes": "\xff\xfe",
	} {
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s: no error", name)
		}
		if d.Edges[0] != before {
			t.Fatalf("%s: the graph was changed", name)
		}
		var direct DAG
		if err := direct.UnmarshalJSON([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("%s: got %v, want an error of this package", name, err)
		}
	}
}

func FuzzReadScores(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n", "\ufeffa,b\r\n1e-3,-2\r\n", "a,a\n1,2\n", "\"a\nb\",c\n1,2\n", "a\n\"1\n", ",\n,\n", "a,b\n1,2\n3\n", "a\nNaN\n", "a\n1e999\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, features, err := ReadScores("s.csv", strings.NewReader(string(data)))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("got %v", err)
			}
			return
		}
		o := DefaultOptions()
		o.Features, o.BatchSize = features, 2
		d, err := Build(m, o)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("got %v", err)
			}
			return
		}
		if err := sound(d); err != nil {
			t.Error(err)
		}
	})
}

func FuzzReadComparisons(f *testing.F) {
	for _, text := range []string{"winner,loser\na,b\nb,a\n", "winner,loser,weight,tie\na,b,1e-3,true\n", "\ufeffwinner,loser\r\na,b\r\n", "winner,loser\na,a\n", "winner,loser,weight\na,b,1e308\nb,a,1e-308\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadComparisons("c.csv", strings.NewReader(string(data)))
		if err == nil {
			opts := DefaultBradleyTerryOptions()
			opts.Prior, opts.MaxIterations = 0.5, 200
			var s *Strengths
			if s, err = BradleyTerry(list, opts); err == nil {
				var d *DAG
				if d, err = s.DAG(opts); err == nil && d.Validate() != nil {
					t.Error(d.Validate())
				}
			}
		}
		if err != nil && !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("got %v", err)
		}
	})
}
