package feasible

import "math"

// Ground represents the constant score 0 in a Constraint.
const Ground = -1

// Implied is the group of the constraints that every score satisfies: the range lo, hi.
const Implied = -1

// Constraint requires H_P − H_Q ≥ Least. P and Q are different features, or one of them is the
// Ground. Group ≥ 0 identifies the statement. ID is for the caller's use.
type Constraint struct {
	P, Q      int
	Least     float64
	Group, ID int
}

// System is a set of constraints on N scores. The constraints must be finite and refer to features
// in [0, N). Lo and Hi may be infinite; with a norm, Lo ≤ 0 ≤ Hi. Norm must be positive; +Inf means
// no norm.
type System struct {
	N           int
	Lo, Hi      float64
	Norm        float64
	Constraints []Constraint
}

// Verdict is the solution of a System. If Decided is false, the work limit was reached.
type Verdict struct {
	Decided, Feasible bool
	H                 []float64 // scores that satisfy all constraints, if feasible
	Proof             *Proof    // that there are none, if infeasible
}

// Term is a constraint with a multiplicity.
type Term struct {
	Constraint
	Times int
}

// Proof shows that no scores satisfy its terms:
//
//	Σ times·(H_p − H_q) ≥ Σ times·least = Sum.
//
// If the terms form a Cycle (in order), the left side is 0, but Sum > 0. Otherwise, the left side
// is at most Σ|H|, but Sum > norm.
type Proof struct {
	Terms []Term
	Sum   float64
	Cycle bool
}

// Groups returns the distinct groups of the proof's terms, in order of appearance.
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

// Meets reports whether scores satisfy the constraint, up to a tolerance.
func (c Constraint) Meets(h []float64, tolerance float64) bool {
	at := func(k int) float64 {
		if k == Ground {
			return 0
		}
		return h[k]
	}
	return at(c.P)-at(c.Q) >= c.Least-tolerance
}

// constraints returns the stated constraints, and those of the range unless the norm implies them.
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

// clamp limits a number to the range that matters. For scores of absolute value at most w, all
// lower bounds above 2w are equally impossible, and all below −2w equally trivial. Clamping
// prevents huge numbers from cancelling small ones.
func (s System) clamp(least float64) float64 {
	width := 4 * math.Max(math.Abs(s.Lo), math.Abs(s.Hi))
	if math.IsInf(width, 0) {
		return least
	}
	return math.Max(-width, math.Min(width, least))
}
