package dag

import (
	"errors"
	"math"
	"strings"
	"testing"
)

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
