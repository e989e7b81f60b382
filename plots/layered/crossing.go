package layered

// crossings returns the number of pairs of edges that cross.
func (d *diagram) crossings() int {
	total := 0
	for l := 1; l < len(d.layers); l++ {
		total += d.crossingsAbove(l)
	}
	return total
}

// crossingsAbove returns the number of crossings between layer l and the layer above. With the
// edges sorted by their upper places, it is the number of inversions of the lower places. A Fenwick
// tree counts them.
func (d *diagram) crossingsAbove(l int) int {
	tree := make([]int, len(d.layers[l])+1)
	met, crossings := 0, 0
	for _, u := range d.layers[l-1] {
		places := d.places(u, false)
		for _, p := range places {
			notRight := 0
			for i := p + 1; i > 0; i -= i & -i {
				notRight += tree[i]
			}
			crossings += met - notRight
		}
		for _, p := range places {
			for i := p + 1; i < len(tree); i += i & -i {
				tree[i]++
			}
			met++
		}
	}
	return crossings
}

// exchange swaps adjacent vertices of a layer as long as that reduces crossings, and reports
// whether it swapped any.
func (d *diagram) exchange(l int) bool {
	order := d.layers[l]
	above, below := make([][]int, len(order)), make([][]int, len(order))
	for k, v := range order {
		above[k], below[k] = d.places(v, true), d.places(v, false)
	}
	saved := false
	for again := true; again; {
		again = false
		for k := 1; k < len(order); k++ {
			now := inversions(above[k-1], above[k]) + inversions(below[k-1], below[k])
			then := inversions(above[k], above[k-1]) + inversions(below[k], below[k-1])
			if then < now {
				order[k-1], order[k] = order[k], order[k-1]
				above[k-1], above[k] = above[k], above[k-1]
				below[k-1], below[k] = below[k], below[k-1]
				saved, again = true, true
			}
		}
	}
	d.put(l, order)
	return saved
}

// inversions counts the pairs in which a place of the left vertex is greater than a place of the
// right vertex. Both slices are sorted.
func inversions(left, right []int) int {
	n, smaller := 0, 0
	for _, p := range left {
		for smaller < len(right) && right[smaller] < p {
			smaller++
		}
		n += smaller
	}
	return n
}
