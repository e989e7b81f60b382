package expert

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
)

// TestConflictsAgainstBruteForce compares random statements with a search over all scores of a
// grid. If some scores satisfy the statements, Build succeeds. Otherwise, the reported statements
// are contradictory, and no smaller set is.
func TestConflictsAgainstBruteForce(t *testing.T) {
	rng := testRNG(90)
	const grid = 0.125
	held, refused := 0, 0
	for trial := range 300 {
		score := []dag.Score{dag.SignedScore, dag.AbsoluteScore, dag.RangeScore}[trial%3]
		e := randomStatements(rng, grid)
		opts := DefaultOptions()
		opts.Score, opts.MinEpsilon = score, grid
		_, err := e.Build(opts)
		var conflict *ConflictError
		var cycle *dag.CycleError
		if errors.As(err, &cycle) {
			continue
		}
		possible := allSubsets(e, score, grid)
		all := len(possible) - 1
		if (err == nil) != possible[all] {
			t.Fatalf("%s: got %v, some scores meet all: %t\n%v", score, err, possible[all], e.Statements)
		}
		if err == nil {
			held++
			continue
		}
		refused++
		if !errors.As(err, &conflict) || !conflict.Smallest {
			t.Fatalf("got %v", err)
		}
		named := 0
		for _, l := range conflict.Chain {
			if l.Line > 0 {
				named |= 1 << (l.Line - 1)
			}
		}
		if possible[named] {
			t.Fatalf("%s: these can hold: %v", score, err)
		}
		for part := (named - 1) & named; part > 0; part = (part - 1) & named {
			if !possible[part] {
				t.Fatalf("%s: a part suffices: %v", score, err)
			}
		}
		for m, ok := range possible {
			if !ok && bitCount(m) < bitCount(named) {
				t.Fatalf("%s: %b is smaller than %v", score, m, err)
			}
		}
	}
	if held < 50 || refused < 50 {
		t.Errorf("%d hold and %d do not: one side was hardly tried", held, refused)
	}
}

func bitCount(m int) (n int) {
	for ; m > 0; m &= m - 1 {
		n++
	}
	return n
}

// randomStatements returns up to six statements about four features, with all numbers on the grid.
// The line of a statement is its number. Every order states ε, because the requirement of an order
// without ε depends on the other statements.
func randomStatements(rng *rand.Rand, grid float64) *Prior {
	all := []string{"a", "b", "c", "d"}
	e := New(all...)
	number := func(low, high int) *float64 {
		x := grid * float64(low+rng.IntN(high-low+1))
		return &x
	}
	for i := range 2 + rng.IntN(5) {
		p := rng.Perm(4)
		if rng.IntN(3) > 0 {
			slices.Sort(p[:3])
		}
		s := Statement{Line: i + 1}
		switch rng.IntN(5) {
		case 0:
			s.Kind, s.Groups, s.Epsilon = KindRank, [][]string{{all[p[0]]}, {all[p[1]]}, {all[p[2]]}}, number(1, 3)
		case 1:
			s.Kind, s.Groups, s.Epsilon = KindTiers, [][]string{{all[p[0]], all[p[1]]}, {all[p[2]]}}, number(1, 4)
		case 2:
			s.Kind, s.Groups, s.Epsilon, s.Delta = KindEdge, [][]string{{all[p[0]]}, {all[p[1]]}}, number(1, 3), number(3, 8)
		case 3:
			s.Kind, s.Groups, s.Within = KindTie, [][]string{{all[p[0]], all[p[1]], all[p[2]]}}, number(0, 2)
		case 4:
			s.Kind, s.Groups, s.Min, s.Max = KindBound, [][]string{{all[p[0]]}}, number(-6, 3), number(3, 6)
		}
		e.Add(s)
	}
	return e
}

// allSubsets reports for every subset of the statements whether scores on the grid satisfy it.
func allSubsets(e *Prior, score dag.Score, grid float64) []bool {
	n := len(e.Statements)
	possible := make([]bool, 1<<n)
	h := map[string]float64{}
	var walk func(k int, left float64)
	walk = func(k int, left float64) {
		if k == len(e.Features) {
			held := 0
			for i, s := range e.Statements {
				if statementHolds(s, h) {
					held |= 1 << i
				}
			}
			possible[held] = true
			return
		}
		for x := -1.0; x <= 1; x += grid {
			if score == dag.AbsoluteScore && x < 0 || score != dag.RangeScore && math.Abs(x) > left {
				continue
			}
			h[e.Features[k]] = x
			walk(k+1, left-math.Abs(x))
		}
	}
	walk(0, 1)
	for i := range n {
		for m := range possible {
			if m>>i&1 == 0 && possible[m|1<<i] {
				possible[m] = true
			}
		}
	}
	return possible
}

func statementHolds(s Statement, h map[string]float64) bool {
	switch s.Kind {
	case KindBound:
		x := h[s.Groups[0][0]]
		return x >= *s.Min && x <= *s.Max
	case KindTie:
		for i := 1; i < len(s.Groups[0]); i++ {
			if math.Abs(h[s.Groups[0][i-1]]-h[s.Groups[0][i]]) > *s.Within {
				return false
			}
		}
		return true
	}
	for i := 1; i < len(s.Groups); i++ {
		for _, u := range s.Groups[i-1] {
			for _, v := range s.Groups[i] {
				if d := h[u] - h[v]; d < *s.Epsilon || s.Delta != nil && d > *s.Delta {
					return false
				}
			}
		}
	}
	return true
}
