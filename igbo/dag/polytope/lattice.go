package polytope

import "math/bits"

// maxExact is the size of the largest component with exact moments.
const maxExact = 256

// set is a set of features of a component.
type set [maxExact / 64]uint64

func (s set) has(k int) bool { return s[k/64]>>(k%64)&1 == 1 }

func (s set) with(k int) set {
	s[k/64] |= 1 << (k % 64)
	return s
}

func (s set) holds(other set) bool {
	for i, w := range other {
		if w&^s[i] != 0 {
			return false
		}
	}
	return true
}

// members appends the members of s.
func (s set) members(to []int) []int {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			to = append(to, 64*i+bits.TrailingZeros64(w))
		}
	}
	return to
}

// lattice holds the ideals of a component by size, and the features that lead from one ideal to the
// next.
type lattice struct {
	m      int
	sets   []set
	levels []int // sets[levels[j]:levels[j+1]] have j members
	steps  []step
	starts []int // steps[starts[i]:starts[i+1]] start at set i
}

type step struct{ feature, to int32 }

// newLattice lists the ideals. It reports false if there are too many.
func newLattice(c component, maxCells int) (*lattice, bool) {
	m := len(c.features)
	if m > maxExact {
		return nil, false
	}
	above := make([]set, m)
	for k, parents := range c.parents {
		for _, u := range parents {
			above[k] = above[k].with(u)
		}
	}
	l := &lattice{m: m, sets: []set{{}}, levels: []int{0, 1}}
	for j := range m {
		next := map[set]int32{}
		for i := l.levels[j]; i < l.levels[j+1]; i++ {
			l.starts = append(l.starts, len(l.steps))
			ideal := l.sets[i]
			for k := range m {
				if ideal.has(k) || !ideal.holds(above[k]) {
					continue
				}
				grown := ideal.with(k)
				to, ok := next[grown]
				if !ok {
					to = int32(len(l.sets))
					next[grown] = to
					l.sets = append(l.sets, grown)
				}
				l.steps = append(l.steps, step{int32(k), to})
			}
			if len(l.sets)*m > maxCells {
				return nil, false
			}
		}
		l.levels = append(l.levels, len(l.sets))
	}
	l.starts = append(l.starts, len(l.steps), len(l.steps)) // the last set contains all features and has no successor
	return l, true
}

// completions returns, for every ideal, the number of linear extensions that continue from it,
// relative to the largest number at its level.
func (l *lattice) completions() []float64 {
	down := make([]float64, len(l.sets))
	down[len(down)-1] = 1
	for j := l.m - 1; j >= 0; j-- {
		most := 0.0
		for i := l.levels[j]; i < l.levels[j+1]; i++ {
			for _, s := range l.steps[l.starts[i]:l.starts[i+1]] {
				down[i] += down[s.to]
			}
			most = max(most, down[i])
		}
		for i := l.levels[j]; i < l.levels[j+1]; i++ {
			down[i] /= most
		}
	}
	return down
}

// moments traverses the ideals once. reach is the probability that a uniform linear extension
// passes through an ideal. heights[u] is the mean of h(r_u) over those that do, times reach.
func (l *lattice) moments() block {
	b := block{mean: make([]float64, l.m), second: make([]float64, l.m*l.m)}
	h, q := harmonic(l.m)
	down, reach := l.completions(), make([]float64, len(l.sets))
	reach[0] = 1
	heights := make([]float64, l.m)
	var members []int
	for j := range l.m {
		first, last := l.levels[j], l.levels[j+1]
		next := make([]float64, (l.levels[j+2]-last)*l.m)
		for i := first; i < last; i++ {
			here := heights[(i-first)*l.m : (i-first+1)*l.m]
			members = l.sets[i].members(members[:0])
			steps, sum := l.steps[l.starts[i]:l.starts[i+1]], 0.0
			for _, s := range steps {
				sum += down[s.to]
			}
			for _, s := range steps {
				share, v := down[s.to]/sum, int(s.feature)
				prob := reach[i] * share
				there := next[(int(s.to)-last)*l.m:]
				reach[s.to] += prob
				there[v] += prob * h[j]
				b.mean[v] += prob * h[j]
				row := b.second[v*l.m : (v+1)*l.m]
				row[v] += prob * (q[j] + h[j]*h[j])
				for _, u := range members {
					there[u] += here[u] * share
					row[u] += here[u]*share*h[j] + prob*q[j]
				}
			}
		}
		heights = next
	}
	b.symmetrise()
	return b
}

// symmetrise adds the values found with u before v to those found with v before u.
func (b block) symmetrise() {
	m := len(b.mean)
	for u := range m {
		for v := range u {
			sum := b.second[u*m+v] + b.second[v*m+u]
			b.second[u*m+v], b.second[v*m+u] = sum, sum
		}
	}
}

// harmonic returns h(j+1) = Σ_{i>j} 1/i and q(j+1) = Σ_{i>j} 1/i², for i up to m.
func harmonic(m int) (h, q []float64) {
	h, q = make([]float64, m), make([]float64, m)
	first, second := 0.0, 0.0
	for i := m; i > 0; i-- {
		x := 1 / float64(i)
		first, second = first+x, second+x*x
		h[i-1], q[i-1] = first, second
	}
	return h, q
}
