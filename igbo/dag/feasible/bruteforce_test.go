package feasible

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// step is the grid of the random systems. If all numbers are on the grid, the smallest Σ|H| is
// attained on the grid, because the dual flow is integral. So a search over the grid is exact.
const step = 0.125

// randomSystem returns a system with n features and a few groups of one to three constraints.
func randomSystem(rng *rand.Rand, n, groups int, lo, hi, norm float64) System {
	s := System{N: n, Lo: lo, Hi: hi, Norm: norm}
	for g := range groups {
		for range 1 + rng.IntN(3)*rng.IntN(2) {
			p, q := rng.IntN(n+1)-1, rng.IntN(n+1)-1
			if p != q {
				s.Constraints = append(s.Constraints, Constraint{p, q, step * float64(rng.IntN(9)-4), g, len(s.Constraints)})
			}
		}
	}
	return s
}

// grid solves every subset of the groups by a search over the grid. least[m] is the smallest Σ|H|
// that satisfies the groups in the bit set m, or +Inf.
func grid(s System, groups int) (least []float64) {
	least = make([]float64, 1<<groups)
	for m := range least {
		least[m] = math.Inf(1)
	}
	h := make([]float64, s.N)
	var walk func(k int)
	walk = func(k int) {
		if k == s.N {
			held := 1<<groups - 1
			for _, c := range s.Constraints {
				if !c.Meets(h, 0) {
					held &^= 1 << c.Group
				}
			}
			least[held] = math.Min(least[held], total(h))
			return
		}
		for x := s.Lo; x <= s.Hi; x += step {
			h[k] = x
			walk(k + 1)
		}
	}
	walk(0)
	for g := range groups { // a satisfied set satisfies its subsets
		for m := range least {
			if m>>g&1 == 0 {
				least[m] = math.Min(least[m], least[m|1<<g])
			}
		}
	}
	return least
}

// TestAgainstBruteForce compares verdicts, the smallest Σ|H|, proofs and smallest cores with an
// exhaustive search: for the signed score, the absolute score, and a range.
func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const groups = 7
	for _, score := range []struct {
		name         string
		lo, hi, norm float64
	}{
		{"signed", -1, 1, 1}, {"absolute", 0, 1, 1}, {"range", -1, 1, math.Inf(1)},
		{"half", -0.5, 0.5, 1}, {"signed, tight", -1, 1, 0.5},
	} {
		counts := map[string]int{}
		for range 500 {
			s := randomSystem(rng, 3, groups, score.lo, score.hi, score.norm)
			least := grid(s, groups)
			all := len(least) - 1
			v := Solve(s)
			if !v.Decided || v.Feasible != within(least[all], s) {
				t.Fatalf("%s: got %+v, least Σ|H| = %g of %+v", score.name, v, least[all], s)
			}
			if v.Feasible {
				counts["feasible"]++
				checkScores(t, s, v.H)
				continue
			}
			checkProof(t, s, v.Proof)
			core := Contradiction(s, v.Proof)
			checkCore(t, s, core, least)
			counts[fmt.Sprintf("core of %d, cycle %t", len(core.Groups), core.Proof.Cycle)]++
		}
		t.Log(score.name, counts)
		if counts["feasible"] < 30 || counts["feasible"] > 470 {
			t.Errorf("%s: %v: one side was hardly tried", score.name, counts)
		}
	}
}

func within(least float64, s System) bool { return least <= s.Norm && !math.IsInf(least, 1) }

func checkScores(t *testing.T, s System, h []float64) {
	t.Helper()
	if h == nil || total(h) > s.Norm*(1+1e-8) {
		t.Fatalf("scores %v with Σ|H| = %g", h, total(h))
	}
	for _, c := range s.constraints() {
		if !c.Meets(h, 1e-9) {
			t.Fatalf("scores %v break %+v", h, c)
		}
	}
}

// checkProof checks that the terms of a proof add up.
func checkProof(t *testing.T, s System, proof *Proof) {
	t.Helper()
	net, sum := make([]int, s.N), 0.0
	all := s.constraints()
	for _, term := range proof.Terms {
		if !slices.Contains(all, term.Constraint) || term.Times < 1 {
			t.Fatalf("term %+v is not of the system", term)
		}
		sum += float64(term.Times) * term.Least
		if term.P != Ground {
			net[term.P] += term.Times
		}
		if term.Q != Ground {
			net[term.Q] -= term.Times
		}
	}
	most, limit := 0, 0.0
	if !proof.Cycle {
		most, limit = 1, s.Norm
	}
	for _, n := range net {
		if n > most || n < -most {
			t.Fatalf("proof %+v: a feature is left %d times", proof, n)
		}
	}
	if math.Abs(sum-proof.Sum) > 1e-9 || sum <= limit {
		t.Fatalf("proof %+v adds up to %g, expected more than %g", proof, sum, limit)
	}
}

// checkCore checks that a core is contradictory, that each proper part is not, and that no smaller
// set of groups is contradictory.
func checkCore(t *testing.T, s System, core *Core, least []float64) {
	t.Helper()
	mask := 0
	for _, g := range core.Groups {
		mask |= 1 << g
	}
	if within(least[mask], s) {
		t.Fatalf("core %v of %+v can hold", core.Groups, s)
	}
	for _, g := range core.Groups {
		if !within(least[mask&^(1<<g)], s) {
			t.Fatalf("core %v does not need %d", core.Groups, g)
		}
	}
	fewest := len(core.Groups)
	for m, x := range least {
		if n := onesCount(m); !within(x, s) && n < fewest {
			fewest = n
		}
	}
	if !core.Irreducible || !core.Smallest || len(core.Groups) != fewest {
		t.Fatalf("got %+v, the smallest has %d groups", core, fewest)
	}
	checkProof(t, s, core.Proof)
	if got := core.Proof.Groups(); len(got) != fewest {
		t.Fatalf("the proof uses %v of the core %v", got, core.Groups)
	}
	want := least[mask] // +Inf beyond the grid
	if math.IsInf(want, 1) {
		want = math.Max(core.Least, s.Norm)
	}
	if !core.Proof.Cycle && math.Abs(core.Least-want) > 1e-9 {
		t.Fatalf("core %+v: got least Σ|H| = %g, want %g", core, core.Least, want)
	}
}

func onesCount(m int) int {
	n := 0
	for ; m > 0; m &= m - 1 {
		n++
	}
	return n
}
