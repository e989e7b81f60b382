package feasible

import (
	"cmp"
	"math"
	"slices"
)

// normTolerance is the fraction by which Σ|H| may exceed the norm.
const normTolerance = 1e-9

// MaxWork is the largest number of links that Solve visits, which takes about five seconds. For
// random orders with 10 000 features and 50 000 constraints, only systems within about a third of
// the norm reach it.
const MaxWork = 150_000_000

// Solve solves a system. It takes O(rounds·C) time for C constraints. With a norm and a signed
// score, it takes O(paths·C·log N) additional time if neither simple candidates nor the first paths
// decide. See [MaxWork] for the limit.
func Solve(s System) Verdict {
	work := MaxWork
	return SolveWithin(s, &work)
}

// SolveWithin is like [Solve] with a different work limit, which it decreases by the work done.
func SolveWithin(s System, work *int) Verdict {
	return newProgram(s, work).solve(false)
}

// solve solves the program. If full is set, a proof that uses the norm is the strongest one,
// instead of the first sufficient one.
func (p *program) solve(full bool) Verdict {
	h := make([]float64, p.N+1)
	_, cycle := p.raise(h)
	switch {
	case cycle != nil:
		p.cycle = cycle
		return Verdict{Decided: true, Proof: p.cycleProof(cycle)}
	case *p.work <= 0:
		return Verdict{}
	}
	p.level(h)
	if math.IsInf(p.Norm, 1) {
		return Verdict{Decided: true, Feasible: true, H: h[:p.N]}
	}
	if p.Lo >= 0 {
		return p.leastScores(full)
	}
	if found := p.guess(h); found != nil {
		return Verdict{Decided: true, Feasible: true, H: found}
	}
	return newNetwork(p, h).solve(full)
}

// level shifts all scores so that the ground has score 0.
func (p *program) level(h []float64) {
	ground := h[p.N]
	for k := range h {
		h[k] -= ground
	}
}

// guess tries two simple candidates: the current scores, and the same scores shifted by their
// median.
func (p *program) guess(h []float64) []float64 {
	if p.N == 0 {
		return h[:0]
	}
	middle := slices.Clone(h[:p.N])
	slices.Sort(middle)
	shifted := slices.Clone(h[:p.N])
	for k := range shifted {
		shifted[k] -= middle[len(middle)/2]
	}
	for _, candidate := range [][]float64{h[:p.N], shifted} {
		if p.meets(candidate) {
			return candidate
		}
	}
	return nil
}

// meets reports whether scores satisfy all constraints.
func (p *program) meets(h []float64) bool {
	if total(h) > p.Norm*(1+normTolerance) {
		return false
	}
	for _, c := range p.all {
		if !c.Meets(h, p.tolerance) {
			return false
		}
	}
	return true
}

func total(h []float64) float64 {
	sum := 0.0
	for _, x := range h {
		sum += math.Abs(x)
	}
	return sum
}

// leastScores solves a program with scores of at least lo ≥ 0. The smallest scores that satisfy the
// links have the smallest sum, and the links that raised them prove it.
func (p *program) leastScores(full bool) Verdict {
	h := make([]float64, p.N+1)
	for k := range p.N {
		h[k] = math.Inf(-1)
	}
	by, _ := p.raise(h)
	if *p.work <= 0 {
		return Verdict{}
	}
	if total(h[:p.N]) <= p.Norm*(1+normTolerance) {
		return Verdict{Decided: true, Feasible: true, H: h[:p.N]}
	}
	order := make([]int, p.N)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h[b], h[a]) })
	times, sum := make([]int, len(p.all)), 0.0
	for _, k := range order {
		if sum > p.Norm*(1+normTolerance) && !full || h[k] <= 0 {
			break
		}
		sum += h[k]
		for v, steps := int32(k), 0; by[v] >= 0 && steps <= p.N; v, steps = p.links[by[v]].q, steps+1 {
			times[by[v]]++
		}
	}
	return Verdict{Decided: true, Proof: p.proof(times)}
}

// proof returns the proof for a flow; the proof uses the norm.
func (p *program) proof(times []int) *Proof {
	proof := &Proof{}
	for i, n := range times {
		if n > 0 {
			proof.add(p.all[i], n)
		}
	}
	return proof
}
