package feasible

import (
	"math"
	"slices"
)

// link is a constraint between nodes: the features, and N for the ground.
type link struct {
	p, q  int32
	least float64
}

// program is a System made ready: its links, those of the range included, and the
// tolerance of sums.
type program struct {
	System
	all       []Constraint
	links     []link
	tolerance float64
	work      *int // what is left of the links that may be looked at
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

// raise lifts h, from what it is, to the least scores above it that meet all links, by
// rounds of Bellman and Ford that run forwards and backwards in turn (Yen). by[k] is
// the link that lifted k last, −1 where none did. A cycle of links that lifts itself
// without end is returned, in order.
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

// liftingCycle returns links that lift each other in a ring, p of each the q of the one
// before, or nil.
func (p *program) liftingCycle(by []int32) []int32 {
	seen := make([]int32, len(by)) // the walk that came by, from 1
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

// shortest returns a cycle that adds up to more than 0 with as few links as possible,
// given one. It searches from every node while nodes·links·length ≤ 5e7, else from those
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

// cycleFrom returns a cycle through v that adds up to more than 0, with fewer than limit
// links and as few as possible, or nil. Round k knows the largest sum over walks of k
// links from v.
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

// cycleProof writes a cycle as a proof, from its least link on so that equal cycles look
// alike.
func (p *program) cycleProof(cycle []int32) *Proof {
	first := slices.Index(cycle, slices.Min(cycle))
	proof := &Proof{Cycle: true}
	for i := range cycle {
		proof.add(p.all[cycle[(first+i)%len(cycle)]], 1)
	}
	return proof
}
