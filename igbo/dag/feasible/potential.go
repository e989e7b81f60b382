package feasible

import (
	"math"
	"slices"
)

// link is a constraint between nodes. Nodes are the features, and N for the ground.
type link struct {
	p, q  int32
	least float64
}

// program is a System prepared for solving: its links, including those of the range, and the
// tolerance of sums.
type program struct {
	System
	all       []Constraint
	links     []link
	tolerance float64
	work      *int    // number of links that may still be visited
	cycle     []int32 // found by solve
}

func newProgram(s System, work *int) *program {
	p := &program{System: s, all: s.constraints(), work: work}
	p.links = make([]link, len(p.all))
	largest := 0.0
	for i, c := range p.all {
		p.links[i] = link{p.node(c.P), p.node(c.Q), s.clamp(c.Least)}
		largest = math.Max(largest, math.Abs(p.links[i].least))
	}
	p.tolerance = 1e-12 * math.Max(1e-150, largest)
	return p
}

func (p *program) node(k int) int32 {
	if k == Ground {
		return int32(p.N)
	}
	return int32(k)
}

// raise increases h to the smallest scores above it that satisfy all links, by Bellman–Ford rounds
// in alternating directions (Yen). by[k] is the link that raised k last, or −1. If a cycle of links
// raises itself without end, raise returns its links in order.
func (p *program) raise(h []float64) (by, cycle []int32) {
	by = make([]int32, len(h))
	for i := range by {
		by[i] = -1
	}
	lift := func(i int) bool {
		l := p.links[i]
		if v := h[l.q] + l.least; v > h[l.p]+p.tolerance {
			h[l.p], by[l.p] = v, int32(i)
			return true
		}
		return false
	}
	for round := 0; round < len(h)+8 && *p.work > 0; round++ {
		lifted := false
		for i := range p.links {
			if round%2 == 1 {
				i = len(p.links) - 1 - i
			}
			lifted = lift(i) || lifted
		}
		*p.work -= len(p.links)
		if !lifted {
			return by, nil
		}
		if round%8 == 7 || round > len(h) {
			if cycle := p.liftingCycle(by); cycle != nil {
				return by, cycle
			}
		}
	}
	return by, p.liftingCycle(by)
}

// liftingCycle returns a cycle of links that raise each other, or nil. The p of each link is the q
// of the previous one.
func (p *program) liftingCycle(by []int32) []int32 {
	seen := make([]int32, len(by)) // number of the walk that visited the node, from 1
	for start := range by {
		v := int32(start)
		for seen[v] == 0 && by[v] >= 0 {
			seen[v] = int32(start) + 1
			v = p.links[by[v]].q
		}
		if by[v] < 0 || seen[v] != int32(start)+1 {
			continue
		}
		var cycle []int32
		for u := v; len(cycle) == 0 || u != v; u = p.links[by[u]].q {
			cycle = append(cycle, by[u])
		}
		return cycle
	}
	return nil
}

// shortest returns a cycle that adds up to more than 0 with as few links as possible, given one
// such cycle. It searches from every node if nodes·links·length ≤ 5e7, and otherwise from the nodes
// of the cycle.
func (p *program) shortest(cycle []int32) []int32 {
	n := p.N + 1
	var from []int32
	if n*len(p.links)*len(cycle) > 5e7 {
		for _, i := range cycle {
			from = append(from, p.links[i].p)
		}
	} else {
		for v := range n {
			from = append(from, int32(v))
		}
	}
	for _, v := range from {
		if shorter := p.cycleFrom(v, len(cycle)); shorter != nil {
			cycle = shorter
		}
	}
	return cycle
}

// cycleFrom returns a cycle through v that adds up to more than 0, with as few links as possible
// and fewer than limit, or nil. Round k computes the largest sum over walks of k links from v.
func (p *program) cycleFrom(v int32, limit int) []int32 {
	n := p.N + 1
	sum := make([]float64, n)
	for i := range sum {
		sum[i] = math.Inf(-1)
	}
	sum[v] = 0
	var by [][]int32
	for k := 1; k < limit; k++ {
		next, last := make([]float64, n), make([]int32, n)
		for i := range next {
			next[i] = math.Inf(-1)
		}
		for i, l := range p.links {
			if s := sum[l.p] + l.least; s > next[l.q] {
				next[l.q], last[l.q] = s, int32(i)
			}
		}
		sum, by = next, append(by, last)
		if sum[v] > p.tolerance {
			return p.walkBack(by, v)
		}
	}
	return nil
}

func (p *program) walkBack(by [][]int32, v int32) []int32 {
	cycle := make([]int32, len(by))
	for k := len(by) - 1; k >= 0; k-- {
		cycle[k] = by[k][v]
		v = p.links[cycle[k]].p
	}
	return cycle
}

// cycleProof returns the proof for a cycle. It starts with the smallest link, so that equal cycles
// have equal proofs.
func (p *program) cycleProof(cycle []int32) *Proof {
	first := slices.Index(cycle, slices.Min(cycle))
	proof := &Proof{Cycle: true}
	for i := range cycle {
		proof.add(p.all[cycle[(first+i)%len(cycle)]], 1)
	}
	return proof
}
