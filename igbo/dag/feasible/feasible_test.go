package feasible

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// step is the grid of the random systems. With all numbers on it, least Σ|H| is taken on
// it too, since the dual flow is integral: so trying all scores of the grid is exact.
const step = 0.125

// randomSystem has n features and a few groups, each of one to three constraints.
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

// grid decides every subset of the groups by trying all scores of the grid: least[m] is
// the least Σ|H| where the groups of the bits of m hold, +Inf where they cannot.
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
	for g := range groups { // what holds more holds less
		for m := range least {
			if m>>g&1 == 0 {
				least[m] = math.Min(least[m], least[m|1<<g])
			}
		}
	}
	return least
}

// Verdicts, the least Σ|H|, proofs and smallest cores, against trying everything, for the
// signed and the absolute score and for a range alone.
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

// checkProof adds a proof up.
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

// checkCore checks that a core contradicts itself, that each proper part does not, and
// that no smaller set of groups does.
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
	want := least[mask] // beyond the grid: +Inf
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

// simplex solves the elastic form with gonum's simplex: H = a − b, and a slack e on every
// constraint, which makes it feasible at e = max least:
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

// Larger systems with arbitrary numbers, against gonum's simplex.
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

// Chains of k features ε apart need Σ|H| = ε·k(k−1)/2 (absolute) and ε·⌊k²/4⌋ (signed).
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

// Random sparse orders of 10 000 features and 50 000 constraints, with the time they take.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name         string
		lo, epsilon  float64
		spread       float64
		wantFeasible bool
	}{
		{"signed/ε=1e-9", -1, 1e-9, 0, true}, {"absolute/ε=1e-9", 0, 1e-9, 0, true},
		{"signed/ε=0.005", -1, 0.005, 0, false}, {"absolute/ε=0.005", 0, 0.005, 0, false},
		{"signed/ε≈1e-4", -1, 5e-5, 5e-5, false}, {"absolute/ε≈2e-5", 0, 1e-5, 1e-5, false},
		{"signed/ε≈6e-6", -1, 3e-6, 3e-6, true},
	} {
		s := sparse(10000, 50000, c.lo, c.epsilon, c.spread)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				work := MaxWork
				v := newProgram(s, &work).solve(false)
				if !v.Decided || v.Feasible != c.wantFeasible {
					b.Fatalf("decided %t, feasible %t", v.Decided, v.Feasible)
				}
				b.ReportMetric(float64(MaxWork-work), "links")
				if !v.Feasible {
					b.ReportMetric(float64(len(v.Proof.Groups())), "groups")
				}
			}
		})
	}
}

func sparse(n, m int, lo, epsilon, spread float64) System {
	rng := rand.New(rand.NewPCG(5, 6))
	s := System{N: n, Lo: lo, Hi: 1, Norm: 1}
	for len(s.Constraints) < m {
		p, q := rng.IntN(n), rng.IntN(n)
		if p < q {
			s.Constraints = append(s.Constraints, Constraint{p, q, epsilon + 2*spread*rng.Float64(), len(s.Constraints), 0})
		}
	}
	return s
}
