package posterior

import (
	"fmt"
	"math"
	"slices"
)

// maxStates is the maximum number of states for summing over the rankings of a part.
const maxStates = 1 << 16

// rankings sums over all rankings of features, which are equally likely.
type rankings struct {
	*relation
	over func() bool // reports whether to stop
}

// logZ returns log E[exp(−θ·V)] over the rankings of some features for each θ, where V is the number of pairs
// in the order that a ranking violates. It returns nil if this is too much work or if it is stopped.
//
// Unrelated parts of an order are independent, so their Z are multiplied. If every feature of one part is above
// every feature of another, violations between the parts are inversions of a merge. They are independent of the
// rankings within the parts, and their factor is a Gaussian binomial coefficient divided by the ordinary one.
// The remaining parts are summed by dynamic programming.
func (r rankings) logZ(list []int, grid []float64) []float64 {
	sum := make([]float64, len(grid))
	if len(list) < 2 {
		return sum
	}
	apart := r.parts(list, true)
	stacked := len(apart) == 1
	if stacked {
		apart = r.parts(list, false)
	}
	if len(apart) == 1 {
		return r.classes(list).logZ(grid, r.over)
	}
	placed := 0
	for _, part := range apart {
		inner := r.logZ(part, grid)
		if inner == nil {
			return nil
		}
		for k, theta := range grid {
			sum[k] += inner[k]
			if stacked {
				sum[k] += merged(placed, len(part), theta)
			}
		}
		placed += len(part)
	}
	return sum
}

// parts returns the connected components of a graph. Its edges are the pairs of related features or, if related
// is false, the pairs of unrelated features.
func (r rankings) parts(list []int, related bool) (parts [][]int) {
	left := slices.Clone(list)
	for len(left) > 0 && !r.over() {
		part := []int{left[0]}
		left = left[1:]
		for i := 0; i < len(part) && !r.over(); i++ {
			left = slices.DeleteFunc(left, func(k int) bool {
				joined := (slices.Contains(r.above[part[i]], k) || slices.Contains(r.below[part[i]], k)) == related
				if joined {
					part = append(part, k)
				}
				return joined
			})
		}
		parts = append(parts, part)
	}
	return parts
}

// merged returns the logarithm of the mean of q^inversions over all merges of m and n features, where q =
// exp(−θ):
//
//	Π_{i=1}^{n} (1 − q^{m+i})·i / ((1 − qⁱ)·(m+i))
func merged(m, n int, theta float64) (log float64) {
	if theta == 0 {
		return 0
	}
	for i := 1; i <= n; i++ {
		log += math.Log(math.Expm1(-theta*float64(m+i)) / math.Expm1(-theta*float64(i)) * float64(i) / float64(m+i))
	}
	return log
}

// classes groups features that have the same position in the order.
type classes struct {
	size  []int
	above [][]int // classes above each
}

func (r rankings) classes(list []int) (c classes) {
	at, of := map[string]int{}, map[int]int{}
	var first []int
	outside := func(k int) bool { return !slices.Contains(list, k) }
	for _, g := range list {
		if r.over() {
			return c
		}
		key := fmt.Sprint(slices.DeleteFunc(slices.Clone(r.above[g]), outside), slices.DeleteFunc(slices.Clone(r.below[g]), outside))
		k, known := at[key]
		if !known {
			k = len(c.size)
			at[key], c.size, first = k, append(c.size, 0), append(first, g)
		}
		of[g] = k
		c.size[k]++
	}
	for _, g := range first {
		var above []int
		for _, u := range r.above[g] {
			if k, inside := of[u]; inside && !slices.Contains(above, k) {
				above = append(above, k)
			}
		}
		c.above = append(c.above, above)
	}
	return c
}

// logZ sums over rankings from the most important feature down. A feature that is placed violates its pairs
// with all features above it that have not been placed yet.
func (c classes) logZ(grid []float64, over func() bool) (logs []float64) {
	stride, states, total := make([]int, len(c.size)), 1, 0
	for k, n := range c.size {
		stride[k] = states
		if states *= n + 1; states > maxStates {
			return nil
		}
		total += n
	}
	for _, theta := range grid {
		sum := make([]float64, states) // over the ways to place these features, divided by their number
		sum[0] = 1
		for state := range sum {
			if state%256 == 0 && over() {
				return nil
			}
			way := sum[state]
			left := total
			for k, n := range c.size {
				left -= state / stride[k] % (n + 1)
			}
			for k, n := range c.size {
				rest := n - state/stride[k]%(n+1)
				if rest == 0 {
					continue
				}
				v := 0
				for _, u := range c.above[k] {
					v += c.size[u] - state/stride[u]%(c.size[u]+1)
				}
				sum[state+stride[k]] += way * float64(rest) / float64(left) * math.Exp(-theta*float64(v))
			}
		}
		logs = append(logs, math.Log(sum[states-1]))
	}
	return logs
}
