package notebook

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
)

// TestTop checks the titles of graphs: few short names are listed, and other features are counted.
func TestTop(t *testing.T) {
	for want, edges := range map[string][]dag.Edge{
		"No feature is above another":           nil,
		"Nothing is above a":                    {{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 3}, {U: 1, V: 4}, {U: 1, V: 5}},
		"Nothing is above a, b and f":           {{U: 0, V: 2}, {U: 1, V: 3}, {U: 1, V: 4}},
		"Nothing is above 5 of 6 features":      {{U: 0, V: 1}},
		"6 edges, and no feature is at the top": {{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 4, V: 5}, {U: 5, V: 0}},
	} {
		if got := top(&dag.DAG{Features: strings.Split("abcdef", ""), Edges: edges}); got != want {
			t.Errorf("%v: %q, want %q", edges, got, want)
		}
	}
	long := strings.Repeat("x", 70)
	if got := top(&dag.DAG{Features: []string{long, "b"}, Edges: []dag.Edge{{U: 0, V: 1}}}); got != "Nothing is above 1 of 2 features" {
		t.Errorf("a long name: %q", got)
	}
}
