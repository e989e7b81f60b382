package layered

import (
	"context"
	"math"
	"slices"
)

// settle sets the place and the x of every vertex. Of the candidate orders, it chooses the one with
// the least sideways distance of edges.
func (d *diagram) settle(ctx context.Context) error {
	orders, err := d.candidates(ctx)
	if err != nil {
		return err
	}
	best, least := -1, math.Inf(1)
	for k := range orders {
		if err := d.align(ctx, orders[k]); err != nil {
			return err
		}
		if far := d.sideways(); far < least-1e-6 {
			best, least = k, far
		}
	}
	return d.align(ctx, orders[best])
}

// sideways returns the total horizontal distance of all edges.
func (d *diagram) sideways() float64 {
	sum := 0.0
	for v := range d.vertices {
		for _, w := range d.vertices[v].low {
			sum += math.Abs(d.vertices[v].x - d.vertices[w].x)
		}
	}
	return sum
}

// align puts the layers in order and sets the x of every vertex. It computes four layouts, which
// align chains of vertices upwards or downwards, and to the left or right, and takes the mean of
// the two middle values (Brandes and Köpf 2001).
func (d *diagram) align(ctx context.Context, layers [][]int) error {
	for l, order := range layers {
		d.put(l, order)
	}
	avoided := d.conflicts()
	var layouts [4][]float64
	for k := range layouts {
		if err := ctx.Err(); err != nil {
			return err
		}
		layouts[k] = d.lean(k&1 == 0, k&2 != 0, avoided)
	}
	d.balance(&layouts)
	return nil
}

// segment is an edge between two vertices, the upper one first.
type segment [2]int

// conflicts returns the segments that cross the inner segment of a long edge. The long edge has
// priority.
func (d *diagram) conflicts() map[segment]bool {
	avoided := make(map[segment]bool)
	for l := 1; l < len(d.layers); l++ {
		left, start := -1, 0
		layer := d.layers[l]
		for k, v := range layer {
			right, inner := len(d.layers[l-1]), false
			if d.passes(v) && d.passes(d.vertices[v].above[0]) {
				right, inner = d.vertices[d.vertices[v].above[0]].place, true
			}
			if !inner && k < len(layer)-1 {
				continue
			}
			for _, w := range layer[start : k+1] {
				for _, u := range d.vertices[w].above {
					p := d.vertices[u].place
					if (p < left || p > right) && !(d.passes(u) && d.passes(w)) {
						avoided[segment{u, w}] = true
					}
				}
			}
			if inner {
				left = right
			}
			start = k + 1
		}
	}
	return avoided
}

// lean computes one of the four layouts. It aligns each vertex with the median of its upper
// neighbours, or of its lower neighbours if up is false. Between two medians, it chooses the left
// one, or the right one if mirrored is set.
func (d *diagram) lean(up, mirrored bool, avoided map[segment]bool) []float64 {
	layers := make([][]int, len(d.layers))
	place := make([]int, len(d.vertices))
	for l, order := range d.layers {
		layers[l] = slices.Clone(order)
		if mirrored {
			slices.Reverse(layers[l])
		}
		for k, v := range layers[l] {
			place[v] = k
		}
	}
	if !up {
		slices.Reverse(layers)
	}
	root := d.blocks(layers, place, up, avoided)
	x := d.compact(layers, root)
	if mirrored {
		for v := range x {
			x[v] = -x[v]
		}
	}
	return x
}

// blocks groups vertices that are aligned vertically, and returns the first vertex of each vertex's
// block.
func (d *diagram) blocks(layers [][]int, place []int, up bool, avoided map[segment]bool) []int {
	root := make([]int, len(d.vertices))
	for v := range root {
		root[v] = v
	}
	for _, layer := range layers {
		taken := -1 // neighbours up to this place are already aligned
		for _, v := range layer {
			neighbours := slices.Clone(d.neighbours(v, up))
			slices.SortFunc(neighbours, func(a, b int) int { return place[a] - place[b] })
			n := len(neighbours)
			for _, m := range []int{(n - 1) / 2, n / 2} {
				if n == 0 || root[v] != v {
					break
				}
				u := neighbours[m]
				s := segment{u, v}
				if !up {
					s = segment{v, u}
				}
				if place[u] > taken && !avoided[s] {
					root[v], taken = root[u], place[u]
				}
			}
		}
	}
	return root
}
