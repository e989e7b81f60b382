package feasible

import (
	"cmp"
	"math"
	"slices"
)

// normTolerance is by which share Σ|H| may exceed the norm.
const normTolerance = 1e-9

// MaxWork is how many links Solve looks at before it gives up: some five seconds. Of random
// orders of 10 000 features by 50 000 constraints only those within about a third of the
// norm take so much.
const MaxWork = 150_000_000

// Solve decides a system. It takes O(rounds·C) time for C constraints, and with a norm, on
// a signed score, O(paths·C·log N) more where neither the scores at hand nor the first paths
// decide; see MaxWork.
func Solve(s System) Verdict {
	work := MaxWork
	return SolveWithin(s, &work)
}

// SolveWithin is Solve with another limit of work, which it counts down.
func SolveWithin(s System, work *int) Verdict {
	return newProgram(s, work).solve(false)
}

// solve decides. With full set a proof by the norm is the strongest there is, not the
// first that suffices.
func (p *program) solve(full bool) Verdict {
	h := make([]float64, p.N+1)
	_, cycle := p.raise(h)
	switch {
	case cycle != nil:
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

// level takes the ground's score off all, so that it is 0.
func (p *program) level(h []float64) {
	ground := h[p.N]
	for k := range h {
		h[k] -= ground
	}
}

// guess tries scores that are quickly found: those at hand, and the same about their
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

// meets says whether scores meet everything.
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

// leastScores decides where scores are at least lo ≥ 0: the least scores that meet the
// links have the least sum, and the links that lifted them prove it.
func (p *program) leastScores(full bool) Verdict {
	h := make([]float64, p.N+1)
	for k := range p.N {
		h[k] = math.Inf(-1)
	}
	by, _ := p.raise(h)
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

// proof writes a flow as a proof by the norm.
func (p *program) proof(times []int) *Proof {
	proof := &Proof{}
	for i, n := range times {
		if n > 0 {
			proof.add(p.all[i], n)
		}
	}
	return proof
}
