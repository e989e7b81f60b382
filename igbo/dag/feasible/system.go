package feasible

import "math"

// Ground stands for the score 0 in a Constraint.
const Ground = -1

// Implied is the group of what every score obeys: the range lo, hi.
const Implied = -1

// Constraint is H_P − H_Q ≥ Least. P and Q are features or the Ground; P ≠ Q. Group ≥ 0
// says who states it; ID is the caller's own, and kept.
type Constraint struct {
	P, Q      int
	Least     float64
	Group, ID int
}

// System is constraints on N scores. Constraints must be finite and join features in
// [0, N); Lo and Hi may be infinite, Lo ≤ 0 ≤ Hi with a norm; Norm > 0, +Inf for none.
type System struct {
	N           int
	Lo, Hi      float64
	Norm        float64
	Constraints []Constraint
}

// Verdict is the answer to a System. Where Decided is false the limit of work was reached.
type Verdict struct {
	Decided, Feasible bool
	H                 []float64 // scores that meet all constraints, where feasible
	Proof             *Proof    // that there are none, where infeasible
}

// Term is a constraint taken several times.
type Term struct {
	Constraint
	Times int
}

// Proof shows that no scores meet the terms:
//
//	Σ times·(H_p − H_q) ≥ Σ times·least = Sum,
//
// whose left side is 0 where the terms are a Cycle (in its order), and at most Σ|H| where
// they are not; but Sum > 0, or Sum > norm.
type Proof struct {
	Terms []Term
	Sum   float64
	Cycle bool
}

// Groups lists the groups of the proof's terms, each once, in order of appearance.
func (p *Proof) Groups() []int {
	seen := map[int]bool{}
	var groups []int
	for _, t := range p.Terms {
		if t.Group != Implied && !seen[t.Group] {
			seen[t.Group] = true
			groups = append(groups, t.Group)
		}
	}
	return groups
}

func (p *Proof) add(c Constraint, times int) {
	p.Terms = append(p.Terms, Term{c, times})
	p.Sum += float64(times) * c.Least
}

// Meets says whether scores meet a constraint, up to a tolerance.
func (c Constraint) Meets(h []float64, tolerance float64) bool {
	at := func(k int) float64 {
		if k == Ground {
			return 0
		}
		return h[k]
	}
	return at(c.P)-at(c.Q) >= c.Least-tolerance
}

// constraints returns the stated constraints and those of the range, where the norm does
// not imply them.
func (s System) constraints() []Constraint {
	all := make([]Constraint, 0, len(s.Constraints)+2*s.N)
	all = append(all, s.Constraints...)
	for k := range s.N {
		if !math.IsInf(s.Lo, 0) && -s.Lo < s.Norm {
			all = append(all, Constraint{k, Ground, s.Lo, Implied, Implied})
		}
		if !math.IsInf(s.Hi, 0) && s.Hi < s.Norm {
			all = append(all, Constraint{Ground, k, -s.Hi, Implied, Implied})
		}
	}
	return all
}

// clamp brings a number into what can matter: with scores of size w at most every least
// above 2w is equally impossible and every one below −2w equally empty. It keeps small
// numbers from drowning beside huge ones.
func (s System) clamp(least float64) float64 {
	width := 4 * math.Max(math.Abs(s.Lo), math.Abs(s.Hi))
	if math.IsInf(width, 0) {
		return least
	}
	return math.Max(-width, math.Min(width, least))
}
