package repair

import (
	"container/heap"
	"slices"
)

// greedyOrder implements the heuristic of Eades, Lin and Smyth with weights. It moves sinks to the
// back and sources to the front. If there are none, it moves the node with the largest difference
// between outgoing and incoming weight to the front. It takes O(E log V) time.
func (a *arcs) greedyOrder() []int {
	g := newGreedy(a)
	var front, back []int
	for g.left > 0 {
		v, toBack := g.next()
		if toBack {
			back = append(back, v)
		} else {
			front = append(front, v)
		}
		g.remove(v)
	}
	slices.Reverse(back)
	return append(front, back...)
}

type greedy struct {
	a              *arcs
	gone           []bool
	left           int
	outDeg, inDeg  []int
	excess         []float64
	sinks, sources []int
	queue          excessHeap
}

func newGreedy(a *arcs) *greedy {
	g := &greedy{
		a: a, left: a.n, gone: make([]bool, a.n),
		outDeg: make([]int, a.n), inDeg: make([]int, a.n), excess: make([]float64, a.n),
	}
	for v := range a.n {
		g.outDeg[v], g.inDeg[v] = len(a.out[v]), len(a.in[v])
		for _, e := range a.out[v] {
			g.excess[v] += e.weight
		}
		for _, e := range a.in[v] {
			g.excess[v] -= e.weight
		}
		g.queue = append(g.queue, excessItem{v, g.excess[v]})
		g.classify(v)
	}
	heap.Init(&g.queue)
	return g
}

func (g *greedy) classify(v int) {
	if g.outDeg[v] == 0 {
		g.sinks = append(g.sinks, v)
	} else if g.inDeg[v] == 0 {
		g.sources = append(g.sources, v)
	}
}

// next returns the next feature to place, and whether it goes to the back. It skips stale entries
// of the heap.
func (g *greedy) next() (v int, toBack bool) {
	if v, ok := g.pop(&g.sinks); ok {
		return v, true
	}
	if v, ok := g.pop(&g.sources); ok {
		return v, false
	}
	for {
		top := heap.Pop(&g.queue).(excessItem)
		if !g.gone[top.v] && top.excess == g.excess[top.v] {
			return top.v, false
		}
	}
}

func (g *greedy) pop(stack *[]int) (int, bool) {
	for len(*stack) > 0 {
		v := (*stack)[len(*stack)-1]
		*stack = (*stack)[:len(*stack)-1]
		if !g.gone[v] {
			return v, true
		}
	}
	return 0, false
}

func (g *greedy) remove(v int) {
	g.gone[v] = true
	g.left--
	for _, e := range g.a.out[v] {
		if !g.gone[e.to] {
			g.inDeg[e.to]--
			g.update(e.to, e.weight)
		}
	}
	for _, e := range g.a.in[v] {
		if !g.gone[e.to] {
			g.outDeg[e.to]--
			g.update(e.to, -e.weight)
		}
	}
}

func (g *greedy) update(v int, change float64) {
	g.excess[v] += change
	heap.Push(&g.queue, excessItem{v, g.excess[v]})
	g.classify(v)
}

type excessItem struct {
	v      int
	excess float64
}

// excessHeap is a heap with the largest excess at the top. Ties are broken by index.
type excessHeap []excessItem

func (h excessHeap) Len() int { return len(h) }
func (h excessHeap) Less(i, j int) bool {
	if h[i].excess != h[j].excess {
		return h[i].excess > h[j].excess
	}
	return h[i].v < h[j].v
}
func (h excessHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *excessHeap) Push(x any)   { *h = append(*h, x.(excessItem)) }
func (h *excessHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// sift moves one feature at a time to its best position in the order, until no move helps or after
// ten passes. A pass takes O(V² + E log E) time.
func (a *arcs) sift(order []int) []int {
	at := positions(order)
	for range 10 {
		moved := false
		for v := range a.n {
			if to := a.bestPlace(v, at); to != at[v] {
				move(order, at, v, to)
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return order
}

// bestPlace returns the position at which v has the smallest backward weight. If v moves forward
// past a neighbour x, v→x becomes backward and x→v forward.
func (a *arcs) bestPlace(v int, at []int) int {
	type step struct {
		at     int
		change float64
	}
	var steps []step
	for _, e := range a.out[v] {
		steps = append(steps, step{at[e.to], e.weight})
	}
	for _, e := range a.in[v] {
		steps = append(steps, step{at[e.to], -e.weight})
	}
	slices.SortFunc(steps, func(x, y step) int { return x.at - y.at })
	best, least := at[v], -1e-12
	after, _ := slices.BinarySearchFunc(steps, at[v], func(s step, p int) int { return s.at - p })
	sum := 0.0
	for i := after; i < len(steps); i++ {
		sum += steps[i].change
		if last := i+1 == len(steps) || steps[i+1].at != steps[i].at; last && sum < least {
			best, least = steps[i].at, sum
		}
	}
	sum = 0
	for i := after - 1; i >= 0; i-- {
		sum -= steps[i].change
		if last := i == 0 || steps[i-1].at != steps[i].at; last && sum < least {
			best, least = steps[i].at, sum
		}
	}
	return best
}

// move moves v to a position and shifts the features in between.
func move(order, at []int, v, to int) {
	from := at[v]
	if from < to {
		copy(order[from:to], order[from+1:to+1])
	} else {
		copy(order[to+1:from+1], order[to:from])
	}
	order[to] = v
	for i := min(from, to); i <= max(from, to); i++ {
		at[order[i]] = i
	}
}
