package expert

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestContradictionIsTheShortestChain checks that the shortest of four cycles, with two steps, is
// reported.
func TestContradictionIsTheShortestChain(t *testing.T) {
	text := `ranks:
  - [a, b, c, d, e]
edges:
  - {u: e, v: a}
  - {u: d, v: c, comment: from the second meeting}
`
	e := must.Of(Parse("f.yaml", []byte(text))).In(t)
	_, err := e.Build(DefaultOptions())
	var conflict *ConflictError
	var cycle *dag.CycleError
	if !errors.As(err, &conflict) || !errors.As(err, &cycle) {
		t.Fatalf("got %v", err)
	}
	want := `expert: f.yaml: 2 statements contradict each other:
  line 2: c > d  (from a > b > c > d > e)
  line 5: d > c  # from the second meeting`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
	opts := DefaultOptions()
	opts.Repair = dag.DropEdges
	d, err := e.Build(opts)
	if err != nil || d.Report.Repair == nil || !d.Report.Repair.Exact || d.Report.Repair.Weight != 1 {
		t.Errorf("repair: got %+v, %v", d, err)
	}
}

// TestContradictingNumbers checks contradictions between numbers and their chains.
func TestContradictingNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		e     *Prior
		chain []string
	}{
		"intervals": {
			New().Interval("a", "b", 0.3, 0.5).Interval("b", "c", 0.3, 0.5).Interval("a", "c", 0.1, 0.4).Edge("c", "d"),
			[]string{"a − b ≥ 0.3", "b − c ≥ 0.3", "a − c ≤ 0.4"}},
		"same pair": {
			New().Interval("a", "b", 0.3, 0.5).Interval("a", "b", 0.1, 0.2),
			[]string{"a − b ≥ 0.3", "a − b ≤ 0.2"}},
		"tie and order": {
			New().Rank("a", "b", "c").Tie(0, "a", "c"),
			[]string{"a > b", "b > c", "|a − c| ≤ 0"}},
		"bounds and order": {
			New().Edge("a", "b").Bound("a", -1, 0.2).Bound("b", 0.3, 1),
			[]string{"a ≤ 0.2", "a > b", "b ≥ 0.3"}},
		"range of H": {
			New().Interval("a", "b", 0.6, 0.7).Bound("b", 0.6, 0.7).Bound("c", -1, 0.1),
			[]string{"a − b ≥ 0.6", "b ≥ 0.6", "added up: Σ|H| ≥ 0.6 + 2·0.6 = 1.8, but Σ|H| ≤ 1"}},
		"one bound": {New().Bound("a", 2, 3), []string{"a ≥ 2", "added up: Σ|H| ≥ 2, but Σ|H| ≤ 1"}},
	} {
		_, err := c.e.Build(DefaultOptions())
		var conflict *ConflictError
		if !errors.As(err, &conflict) || conflict.Cycle != nil {
			t.Errorf("%s: got %v, want a conflict of numbers", name, err)
			continue
		}
		links := slices.DeleteFunc(slices.Clone(c.chain), func(s string) bool { return strings.HasPrefix(s, "added up") })
		if len(conflict.Chain) != len(links) || !conflict.Smallest || conflict.Reason == "" {
			t.Errorf("%s: got %v, want %v", name, err, c.chain)
		}
		for _, reports := range c.chain {
			if !strings.Contains(err.Error(), reports) {
				t.Errorf("%s: got %v, want %q in the chain", name, err, reports)
			}
		}
	}
	ok := New().Rank("a", "b", "c").Tie(0.1, "a", "c").Bound("b", 0, 0.5)
	if d, err := ok.Build(DefaultOptions()); err != nil || len(d.Ties) != 1 {
		t.Errorf("a loose tie along an order holds: got %v, %v", d, err)
	}
}
