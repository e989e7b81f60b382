package peephole

// nonUnit returns the axes whose dimension is not 1.
func nonUnit(dims, axes []int) []int {
	var kept []int
	for _, axis := range axes {
		if dims[axis] != 1 {
			kept = append(kept, axis)
		}
	}
	return kept
}

// valid reports whether axes are distinct axes of a value of the given rank.
func valid(axes []int, rank int) bool {
	seen := make([]bool, rank)
	for _, axis := range axes {
		if axis < 0 || axis >= rank || seen[axis] {
			return false
		}
		seen[axis] = true
	}
	return true
}

// others returns the axes of the given rank that are not in axes, ascending.
func others(axes []int, rank int) []int {
	in := make([]bool, rank)
	for _, axis := range axes {
		in[axis] = true
	}
	var rest []int
	for axis := range rank {
		if !in[axis] {
			rest = append(rest, axis)
		}
	}
	return rest
}

// size returns the product of the dimensions of the given axes.
func size(dims, axes []int) int {
	n := 1
	for _, axis := range axes {
		n *= dims[axis]
	}
	return n
}

// elements returns the number of elements of a value with these dimensions.
func elements(dims []int) int { return size(dims, others(nil, len(dims))) }
