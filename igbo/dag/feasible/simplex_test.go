package feasible

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// simplex solves the elastic form with gonum's simplex: H = a − b, with a slack e on every
// constraint that makes the problem feasible at e = max least:
//
//	minimise Σ(a + b) + 100·e,  a_p − b_p − a_q + b_q + e − surplus = least
func simplex(s System) (least float64, err error) {
	all := s.constraints()
	n, m := s.N, len(all)
	a := mat.NewDense(m, 2*n+m+1, nil)
	b, c := make([]float64, m), make([]float64, 2*n+m+1)
	for k := range 2 * n {
		c[k] = 1
	}
	c[2*n] = 100
	for i, con := range all {
		sign := 1.0
		if con.Least < 0 {
			sign = -1
		}
		b[i] = sign * con.Least
		for _, end := range []struct {
			k    int
			sign float64
		}{{con.P, sign}, {con.Q, -sign}} {
			if end.k != Ground {
				a.Set(i, end.k, end.sign)
				a.Set(i, n+end.k, -end.sign)
			}
		}
		a.Set(i, 2*n, sign)
		a.Set(i, 2*n+1+i, -sign)
	}
	_, x, err := lp.Simplex(c, a, b, 1e-10, nil)
	if err != nil {
		return 0, err
	}
	if x[2*n] > 1e-7 {
		return math.Inf(1), nil
	}
	for _, v := range x[:2*n] {
		least += v
	}
	return least, nil
}

// TestAgainstSimplex compares larger systems with arbitrary numbers to gonum's simplex.
func TestAgainstSimplex(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	failed, feasible, infeasible := 0, 0, 0
	for trial := range 300 {
		s := System{N: 3 + rng.IntN(8), Lo: -1, Hi: 1, Norm: 1}
		if trial%3 == 0 {
			s.Lo = 0
		}
		place := rng.Perm(s.N)
		for i := range 2 * s.N {
			p, q := rng.IntN(s.N), rng.IntN(s.N)
			switch {
			case p == q:
			case place[p] < place[q]:
				s.Constraints = append(s.Constraints, Constraint{p, q, 0.12 * rng.Float64(), i, i})
			default:
				s.Constraints = append(s.Constraints, Constraint{p, q, -0.5 * rng.Float64(), i, i})
			}
		}
		s.Constraints = append(s.Constraints, Constraint{0, Ground, -0.1 + 0.2*rng.Float64(), 2 * s.N, 2 * s.N})
		want, err := simplex(s)
		if err != nil {
			failed++
			continue
		}
		if math.Abs(want-1) < 1e-6 {
			continue
		}
		v := Solve(s)
		if v.Feasible != (want <= 1) {
			t.Fatalf("got %+v, simplex finds least Σ|H| = %g of %+v", v, want, s)
		}
		if v.Feasible {
			feasible++
			checkScores(t, s, v.H)
			continue
		}
		infeasible++
		checkProof(t, s, v.Proof)
		work := MaxWork
		if best := newProgram(s, &work).solve(true).Proof; !best.Cycle && math.Abs(best.Sum-want) > 1e-6 {
			t.Fatalf("got least Σ|H| ≥ %g, simplex finds %g", best.Sum, want)
		}
	}
	t.Logf("%d feasible, %d not; gonum's simplex failed on %d", feasible, infeasible, failed)
	if feasible < 50 || infeasible < 50 {
		t.Errorf("%d feasible and %d infeasible systems: one side was hardly tried", feasible, infeasible)
	}
}

// TestChains checks that chains of k features with differences of ε need Σ|H| = ε·k(k−1)/2
// (absolute) and ε·⌊k²/4⌋ (signed).
func TestChains(t *testing.T) {
	for _, k := range []int{2, 3, 10, 21, 100} {
		for _, lo := range []float64{0, -1} {
			least := float64(k * (k - 1) / 2)
			if lo < 0 {
				least = float64(k * k / 4)
			}
			for _, scale := range []float64{0.999, 1, 1.001} {
				s := System{N: k, Lo: lo, Hi: 1, Norm: 1}
				for i := range k - 1 {
					s.Constraints = append(s.Constraints, Constraint{i, i + 1, scale / least, i, i})
				}
				v := Solve(s)
				if !v.Decided || v.Feasible != (scale <= 1) {
					t.Errorf("k = %d, lo = %g, scale %g: got %+v", k, lo, scale, v)
				}
				if v.Feasible {
					checkScores(t, s, v.H)
					continue
				}
				core := Contradiction(s, v.Proof)
				if len(core.Groups) != k-1 || !core.Smallest || math.Abs(core.Least-scale) > 1e-9 {
					t.Errorf("k = %d, lo = %g: got %d groups, smallest %t, Σ|H| ≥ %g, want all %d, %g", k, lo, len(core.Groups), core.Smallest, core.Least, k-1, scale)
				}
			}
		}
	}
}

// TestLimitedWork checks that, for every work limit, a verdict is correct if there is one, and that
// a core is contradictory.
func TestLimitedWork(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const groups = 8
	undecided, short := 0, 0
	for range 200 {
		s := randomSystem(rng, 3, groups, -float64(rng.IntN(2)), 1, 1)
		least := grid(s, groups)
		for _, limit := range []int{0, 1, 10, 30, 100, 300, 1000, 10_000} {
			work := limit
			v := SolveWithin(s, &work)
			if !v.Decided {
				undecided++
				continue
			}
			if v.Feasible != within(least[len(least)-1], s) {
				t.Fatalf("limit %d: got %+v of %+v", limit, v, s)
			}
			if v.Feasible {
				continue
			}
			core := contradiction(s, v.Proof, limit)
			mask := 0
			for _, g := range core.Groups {
				mask |= 1 << g
			}
			if within(least[mask], s) || core.Proof == nil {
				t.Fatalf("limit %d: %v can hold", limit, core.Groups)
			}
			checkProof(t, s, core.Proof)
			if !core.Smallest {
				short++
				continue
			}
			for m, x := range least {
				if !within(x, s) && onesCount(m) < len(core.Groups) {
					t.Fatalf("limit %d: %v is said to be smallest, %b is smaller", limit, core.Groups, m)
				}
			}
		}
	}
	if undecided < 50 || short < 50 {
		t.Errorf("%d undecided and %d cut short: the limit was hardly tried", undecided, short)
	}
}
