package layered

import (
	"math"
	"slices"
)

// neighbourBlock is an adjacent block and its minimum distance.
type neighbourBlock struct {
	root     int
	distance float64
}

// compact places the blocks as far left as their distances allow. It then moves each block to the
// right, as far as its right neighbours allow.
func (d *diagram) compact(layers [][]int, root []int) []float64 {
	right, waiting := make([][]neighbourBlock, len(root)), make([]int, len(root))
	for _, layer := range layers {
		for k := 1; k < len(layer); k++ {
			u, v := layer[k-1], layer[k]
			right[root[u]] = append(right[root[u]], neighbourBlock{root[v], d.distance(u, v)})
			waiting[root[v]]++
		}
	}
	var order []int // blocks, each before its right neighbours
	for _, layer := range layers {
		for _, v := range layer {
			if root[v] == v && waiting[v] == 0 {
				order = append(order, v)
			}
		}
	}
	x := make([]float64, len(root))
	for k := 0; k < len(order); k++ {
		v := order[k]
		for _, n := range right[v] {
			x[n.root] = max(x[n.root], x[v]+n.distance)
			if waiting[n.root]--; waiting[n.root] == 0 {
				order = append(order, n.root)
			}
		}
	}
	for _, v := range slices.Backward(order) {
		limit := math.Inf(1)
		for _, n := range right[v] {
			limit = min(limit, x[n.root]-n.distance)
		}
		if len(right[v]) > 0 {
			x[v] = limit
		}
	}
	for v, r := range root {
		x[v] = x[r]
	}
	return x
}

// balance aligns the four layouts with the narrowest one: left-leaning layouts at its left side,
// and right-leaning ones at its right side. It then takes the mean of the two middle values of each
// vertex.
func (d *diagram) balance(layouts *[4][]float64) {
	narrow, width := 0, math.Inf(1)
	var low, high [4]float64
	for k, x := range layouts {
		low[k], high[k] = d.sides(x)
		if w := high[k] - low[k]; w < width-1e-9 {
			narrow, width = k, w
		}
	}
	for k, x := range layouts {
		shift := low[narrow] - low[k]
		if k&2 != 0 {
			shift = high[narrow] - high[k]
		}
		for v := range x {
			x[v] += shift
		}
	}
	for v := range d.vertices {
		places := []float64{layouts[0][v], layouts[1][v], layouts[2][v], layouts[3][v]}
		slices.Sort(places)
		d.vertices[v].x = (places[1] + places[2]) / 2
	}
}

// sides returns the left and the right end of a layout.
func (d *diagram) sides(x []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for v, vertex := range d.vertices {
		low, high = min(low, x[v]-vertex.half), max(high, x[v]+vertex.half)
	}
	return low, high
}
