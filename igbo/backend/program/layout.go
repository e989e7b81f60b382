package program

// layout is how operands lie along the axes of a result: axes along which all of them
// go on alike are merged.
type layout struct {
	dims    []int    // the result's
	strides [2][]int // each operand's, in elements; 0 where it is repeated
}

// merged lays two operands out along a result, of its rank or with one element each;
// false where ranks differ. A result of one axis at least.
func merged(dims []int, operands ...[]int) (layout, bool) {
	var l layout
	if len(dims) > maxRank {
		return l, false
	}
	all := [2][]int{}
	for k, operand := range operands {
		s, ok := stridesOf(dims, operand)
		if !ok {
			return l, false
		}
		all[k] = s
	}
	for axis, d := range dims {
		if d == 1 {
			continue
		}
		last := len(l.dims) - 1
		joins := last >= 0
		for k := range operands {
			joins = joins && l.strides[k][last] == all[k][axis]*d
		}
		if joins {
			l.dims[last] *= d
			for k := range operands {
				l.strides[k][last] = all[k][axis]
			}
			continue
		}
		l.dims = append(l.dims, d)
		for k := range operands {
			l.strides[k] = append(l.strides[k], all[k][axis])
		}
	}
	if len(l.dims) == 0 {
		l.dims = []int{1}
		for k := range operands {
			l.strides[k] = []int{1}
		}
	}
	return l, true
}

// stridesOf is the strides of an operand along a result that it is broadcast to.
func stridesOf(dims, operand []int) ([]int, bool) {
	strides := make([]int, len(dims))
	if len(operand) != len(dims) {
		return strides, size(operand) == 1
	}
	stride := 1
	for axis := len(dims) - 1; axis >= 0; axis-- {
		if operand[axis] != 1 {
			strides[axis] = stride
		}
		stride *= operand[axis]
	}
	return strides, true
}

// size is the number of elements of these dimensions.
func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// maxRank is the largest number of axes of a layout that a cursor can follow.
const maxRank = 12

// cursor is a place in a layout: an index on each axis but the last.
type cursor struct {
	index  [maxRank]int
	offset [2]int // of each operand, in elements
}

// start is the cursor of a row.
func (l *layout) start(row int) (c cursor) {
	for axis := len(l.dims) - 2; axis >= 0; axis-- {
		c.index[axis] = row % l.dims[axis]
		row /= l.dims[axis]
		for k, s := range l.strides {
			if s != nil {
				c.offset[k] += c.index[axis] * s[axis]
			}
		}
	}
	return c
}

// next moves the cursor to the next row.
func (c *cursor) next(l layout) {
	for axis := len(l.dims) - 2; axis >= 0; axis-- {
		c.index[axis]++
		for k, s := range l.strides {
			if s != nil {
				c.offset[k] += s[axis]
			}
		}
		if c.index[axis] < l.dims[axis] {
			return
		}
		for k, s := range l.strides {
			if s != nil {
				c.offset[k] -= s[axis] * l.dims[axis]
			}
		}
		c.index[axis] = 0
	}
}
