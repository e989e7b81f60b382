package dag

import (
	"encoding/json"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

func TestReadScores(t *testing.T) {
	m, features, err := ReadScores("s.csv", strings.NewReader("\ufeffage, smoker\n0.1, -2e-3\n\n0.3,0\n"))
	if err != nil || features[0] != "age" || features[1] != "smoker" || !mat.Equal(m, mat.NewDense(2, 2, []float64{0.1, -2e-3, 0.3, 0})) {
		t.Errorf("got %v, %v, %v", m, features, err)
	}
	for text, want := range map[string]string{
		"":                  "s.csv:1: the file is empty (want a header row)",
		"a,b\n":             "s.csv:2: the file has no rows after the header",
		"a,b\n1,2\n3\n":     "s.csv:3: the row has 1 fields, want 2, as in the header",
		"a,b\n1,2,3\n":      "s.csv:2: the row has 3 fields, want 2",
		"a,b\n1,x\n":        `s.csv:2:3: "x" in column 2 ("b") is not a finite number`,
		"a,b\n1,\n":         `s.csv:2:3: "" in column 2 ("b")`,
		"a,b\n1,2\nNaN,2\n": `s.csv:3:1: "NaN" in column 1 ("a")`,
		"a,b\n1,+Inf\n":     `"+Inf" in column 2`,
		"a,a\n1,2\n":        `s.csv:1:3: feature "a" appears twice`,
		"a,\n1,2\n":         "s.csv:1:3: the name is empty (want text) for a feature",
		"a,b\n1,\"2\n":      "s.csv:",
	} {
		_, _, err := ReadScores("s.csv", strings.NewReader(text))
		refusal.Check(t, err, want, text)
	}
}

// TestTooManyScores checks that a file with too many numbers is rejected at the row that exceeds
// the limit.
func TestTooManyScores(t *testing.T) {
	refusal.Check(t, checkLength(MaxScores+1, 2*MaxScores), "too many numbers (max 250000000", "scores")
	if err := checkLength(MaxScores, MaxScores); err != nil {
		t.Errorf("MaxScores numbers: got %v", err)
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

func FuzzReadScores(f *testing.F) {
	for _, text := range []string{"a,b\n1,2\n", "\ufeffa,b\r\n1e-3,-2\r\n", "a,a\n1,2\n", "\"a\nb\",c\n1,2\n", "a\n\"1\n", ",\n,\n", "a,b\n1,2\n3\n", "a\nNaN\n", "a\n1e999\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, features, err := ReadScores("s.csv", strings.NewReader(string(data)))
		if err != nil {
			refusal.OfFile(t, err, "dag: ", "estimate: ")
			return
		}
		o := DefaultOptions()
		o.Features, o.BatchSize = features, 2
		d, err := Build(m, o)
		if err != nil {
			if !ours(err) {
				t.Errorf("got %v", err)
			}
			return
		}
		if err := sound(d); err != nil {
			t.Error(err)
		}
	})
}

// TestJSONForms checks errors in graphs as JSON that TestJSONFaults does not cover.
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
		if err := direct.UnmarshalJSON([]byte(text)); err == nil || !ours(err) {
			t.Errorf("%s: got %v, want an error of this package", name, err)
		}
	}
}
