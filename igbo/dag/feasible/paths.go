package feasible

import (
	"container/heap"
	"math"
)

// search is the state of a search for the shortest path to the sink.
type search struct {
	dist    []float64
	via     []int32 // the arc that reached a node
	touched []int32 // nodes with a finite distance
}

func newSearch(n int) search {
	s := search{dist: make([]float64, n), via: make([]int32, n)}
	for v := range s.dist {
		s.dist[v] = math.Inf(1)
	}
	return s
}

func (s *search) reach(v int32, dist float64, via int32) {
	if math.IsInf(s.dist[v], 1) {
		s.touched = append(s.touched, v)
	}
	s.dist[v], s.via[v] = dist, via
}

// nearest runs Dijkstra's algorithm from the source to the sink, up to the given radius. It updates
// the potentials so that the arcs of the path have reduced cost 0. It returns the length of the
// path, and whether it reached the sink.
func (g *network) nearest(radius float64) (far float64, reached bool) {
	s := &g.search
	for _, v := range s.touched {
		s.dist[v] = math.Inf(1)
	}
	s.touched = s.touched[:0]
	s.reach(g.source, 0, -1)
	queue := nodeHeap{{g.source, 0}}
	for len(queue) > 0 {
		top := heap.Pop(&queue).(nodeAt)
		u := top.node
		if u == g.sink {
			break
		}
		if top.dist > s.dist[u] {
			continue
		}
		*g.p.work -= int(g.start[u+1] - g.start[u])
		for a := g.start[u]; a < g.start[u+1]; a++ {
			if g.left[a] == 0 {
				continue
			}
			v := g.to[a]
			d := top.dist + math.Max(0, g.h[u]-g.h[v]-g.gain[a])
			if d <= radius && d < s.dist[v] && d < s.dist[g.sink] {
				s.reach(v, d, a)
				heap.Push(&queue, nodeAt{v, d})
			}
		}
	}
	far = math.Min(s.dist[g.sink], radius)
	for _, v := range s.touched { // equivalent to raising all other nodes by far
		g.h[v] -= far - math.Min(far, s.dist[v])
	}
	return far, s.dist[g.sink] <= radius
}

// found returns the path that the search found.
func (g *network) found() []int32 {
	var path []int32
	for v := g.sink; v != g.source; v = g.to[g.back[g.search.via[v]]] {
		path = append(path, g.search.via[v])
	}
	return path
}

// levels is the state of a round of walks along arcs of reduced cost 0: for each node, the next arc
// to try, and whether the node is on the walk or a dead end.
type levels struct {
	round     int32
	seen      []int32 // the round for which the other fields are valid
	next      []int32
	closed    []bool
	idle, gap int // rounds to skip after unsuccessful rounds
}

func newLevels(n int) levels {
	return levels{seen: make([]int32, n), next: make([]int32, n), closed: make([]bool, n)}
}

func (l *levels) begin() { l.round++ }

// at initialises a node for the current round.
func (g *network) at(v int32) {
	if l := &g.levels; l.seen[v] != l.round {
		l.seen[v], l.next[v], l.closed[v] = l.round, g.start[v], false
	}
}

// level returns another path from source to sink of reduced cost 0, or nil. After unsuccessful
// walks, it tries less and less often.
func (g *network) level() []int32 {
	l := &g.levels
	if l.idle > 0 {
		l.idle--
		return nil
	}
	path := g.walk()
	if path == nil {
		l.gap = min(2*l.gap+1, 64)
		l.idle = l.gap
	} else {
		l.gap = 0
	}
	return path
}

func (g *network) walk() []int32 {
	l := &g.levels
	path, u := []int32{}, g.source
	g.at(u)
	l.closed[u] = true
	for u != g.sink {
		a := g.free(u)
		if l.next[u] = a; a < g.start[u+1] {
			path, u = append(path, a), g.to[a]
			l.closed[u] = true
			continue
		}
		if len(path) == 0 {
			return nil
		}
		u = g.to[g.back[path[len(path)-1]]]
		path = path[:len(path)-1]
	}
	for _, a := range path {
		l.closed[g.to[a]] = false
	}
	return path
}

// free returns the next arc of u that has reduced cost 0 and free capacity, and leads to an
// unvisited node.
func (g *network) free(u int32) int32 {
	a := g.levels.next[u]
	for ; a < g.start[u+1]; a++ {
		v := g.to[a]
		if g.left[a] == 0 || g.h[u]-g.h[v]-g.gain[a] > g.slack {
			continue
		}
		if g.at(v); !g.levels.closed[v] {
			break
		}
	}
	*g.p.work -= int(a-g.levels.next[u]) + 1
	return a
}

type nodeAt struct {
	node int32
	dist float64
}

type nodeHeap []nodeAt

func (q nodeHeap) Len() int           { return len(q) }
func (q nodeHeap) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q nodeHeap) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *nodeHeap) Push(x any)        { *q = append(*q, x.(nodeAt)) }
func (q *nodeHeap) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
