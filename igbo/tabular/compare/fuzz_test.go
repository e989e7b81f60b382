package compare

import (
	"encoding/json"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// FuzzParseOrder checks that any file is a valid order over the features, or an error of a package,
// without a panic.
func FuzzParseOrder(f *testing.F) {
	features := []string{"a", "b", "c"}
	d := must.Of(dag.New(features, []dag.Edge{{U: 0, V: 1, Mu: .1, Sigma: .1, P: .9, Epsilon: .01, Delta: .2}}, nil, nil)).In(f)
	graph := must.Of(json.Marshal(d)).In(f)
	for _, text := range []string{
		string(graph), "ranks:\n  - [a, b, c]\n", "tiers: [[a], [b, c]]\nscore: signed\n", `{"features": ["a"], "edges": []}`, `{"edges": [{"u": "a", "v": "b", "mu": 1e999}]}`,
		"bounds: [{feature: a, min: .1}]\nintervals: {source: polytope}\nranks: [[a, b]]\n", "\ufeff{}", "", "edges: [{u: a, v: d}]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ParseOrder("f.yaml", text, features, dag.AbsoluteScore)
		switch {
		case err != nil:
			refusal.OfFile(t, err, "compare: ", "expert: ", "dag: ")
		case err == nil:
			if err := d.Validate(); err != nil {
				t.Fatalf("an invalid graph: %v", err)
			}
		}
	})
}
