package layered

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// effort limits the cost of ordering.
type effort struct {
	rounds   int // largest number of sweeps per start
	patience int // consecutive sweeps without fewer crossings
	starts   int
	orders   int // largest number of equally good orders to keep
}

// effort returns lower limits for large graphs, which are unreadable anyway.
func (d *diagram) effort() effort {
	if len(d.vertices) > 3000 {
		return effort{rounds: 8, patience: 2, starts: 1, orders: 1}
	}
	return effort{rounds: 24, patience: 6, starts: 2, orders: 12}
}

// candidates returns orders of the layers with few crossings, the same number in each. From two
// starts, sweeps down and up move each vertex to the median of its neighbours in the previous
// layer, and swap adjacent vertices if that reduces crossings (Gansner et al. 1993, section 3).
func (d *diagram) candidates(ctx context.Context) ([][][]int, error) {
	var best [][][]int
	least, effort := math.MaxInt, d.effort()
	keep := func() (better bool) {
		n := d.crossings()
		if better = n < least; better {
			best, least = nil, n
		}
		if n == least && len(best) < effort.orders {
			best = append(best, d.copyLayers())
		}
		return better
	}
	for start := range effort.starts {
		d.explore(start == 0)
		keep()
		for round, idle := 0, 0; round < effort.rounds && idle < effort.patience; round++ {
			if err := d.sweep(ctx, round%2 == start, round%4 < 2); err != nil {
				return nil, err
			}
			idle++
			if keep() {
				idle = 0
			}
		}
	}
	return best, nil
}

// copyLayers returns a copy of the current order.
func (d *diagram) copyLayers() [][]int {
	layers := make([][]int, len(d.layers))
	for l, order := range d.layers {
		layers[l] = slices.Clone(order)
	}
	return layers
}

// explore orders every layer as a depth-first search visits its vertices, along the edges from the
// top, or against them from the bottom.
func (d *diagram) explore(fromTop bool) {
	seen, orders := make([]bool, len(d.vertices)), make([][]int, len(d.layers))
	starts := slices.Clone(d.layers)
	if !fromTop {
		slices.Reverse(starts)
	}
	var stack []int
	for _, layer := range starts {
		for _, start := range layer {
			for stack = append(stack, start); len(stack) > 0; {
				v := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if seen[v] {
					continue
				}
				seen[v] = true
				orders[d.vertices[v].layer] = append(orders[d.vertices[v].layer], v)
				next := slices.Clone(d.neighbours(v, !fromTop))
				slices.Reverse(next)
				stack = append(stack, next...)
			}
		}
	}
	for l, order := range orders {
		d.put(l, order)
	}
}

// neighbours returns the neighbours in the layer above or below.
func (d *diagram) neighbours(v int, above bool) []int {
	if above {
		return d.vertices[v].above
	}
	return d.vertices[v].low
}

// sweep sorts each layer by its previous one, downwards or upwards, and then swaps adjacent
// vertices. Vertices with equal medians keep their order, or reverse it if keep is false.
func (d *diagram) sweep(ctx context.Context, down, keep bool) error {
	for k := range d.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		if down {
			d.sortLayer(k, true, keep)
		} else {
			d.sortLayer(len(d.layers)-1-k, false, keep)
		}
	}
	for range d.effort().patience {
		saved := false
		for l := range d.layers {
			if err := ctx.Err(); err != nil {
				return err
			}
			saved = d.exchange(l) || saved
		}
		if !saved {
			break
		}
	}
	return nil
}

// sortLayer sorts a layer by the median places of the neighbours above or below. Vertices without
// such neighbours keep their places.
func (d *diagram) sortLayer(l int, above, keep bool) {
	type ranked struct {
		v      int
		median float64
	}
	order := slices.Clone(d.layers[l])
	var free []int
	var movable []ranked
	for k, v := range order {
		if places := d.places(v, above); len(places) > 0 {
			free, movable = append(free, k), append(movable, ranked{v, median(places)})
		}
	}
	if !keep {
		slices.Reverse(movable)
	}
	slices.SortStableFunc(movable, func(a, b ranked) int { return cmp.Compare(a.median, b.median) })
	for i, k := range free {
		order[k] = movable[i].v
	}
	d.put(l, order)
}

// places returns the sorted places of a vertex's neighbours.
func (d *diagram) places(v int, above bool) []int {
	neighbours := d.neighbours(v, above)
	places := make([]int, len(neighbours))
	for i, w := range neighbours {
		places[i] = d.vertices[w].place
	}
	slices.Sort(places)
	return places
}

// median returns the median of sorted places. Between two middle places, it is nearer to the side
// on which the places are closer together.
func median(places []int) float64 {
	n := len(places)
	mid := n / 2
	if n%2 == 1 {
		return float64(places[mid])
	}
	a, b := float64(places[mid-1]), float64(places[mid])
	left, right := a-float64(places[0]), float64(places[n-1])-b
	if left+right == 0 {
		return (a + b) / 2
	}
	return (a*right + b*left) / (left + right)
}
