package task

// A Layout describes how the operands of a result are laid out along its axes. Adjacent axes are merged if the strides of
// all operands allow it.
type Layout struct {
	Dims    []int    // of the result
	Strides [2][]int // of each operand, in elements; 0 along axes where the operand is repeated
}

// Merged returns the layout of up to two operands broadcast to a result of the dimensions dims. Each operand must have
// the rank of the result or a single element; otherwise Merged returns false. The layout has at least one axis.
func Merged(dims []int, operands ...[]int) (Layout, bool) {
	var l Layout
	if len(dims) > MaxRank {
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
		last := len(l.Dims) - 1
		joins := last >= 0
		for k := range operands {
			joins = joins && l.Strides[k][last] == all[k][axis]*d
		}
		if joins {
			l.Dims[last] *= d
			for k := range operands {
				l.Strides[k][last] = all[k][axis]
			}
			continue
		}
		l.Dims = append(l.Dims, d)
		for k := range operands {
			l.Strides[k] = append(l.Strides[k], all[k][axis])
		}
	}
	if len(l.Dims) == 0 {
		l.Dims = []int{1}
		for k := range operands {
			l.Strides[k] = []int{1}
		}
	}
	return l, true
}

// stridesOf returns the strides of an operand that is broadcast to dims.
func stridesOf(dims, operand []int) ([]int, bool) {
	strides := make([]int, len(dims))
	if len(operand) != len(dims) {
		return strides, Size(operand) == 1
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

// Size returns the number of elements of a value with these dimensions.
func Size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// MaxRank is the maximum number of axes that a cursor supports.
const MaxRank = 12

// cursor is a position in a layout: an index for each axis except the last.
type cursor struct {
	index  [MaxRank]int
	Offset [2]int // of each operand's element, in elements
}

// Start returns the cursor at the start of a row, that is, of a run along the last axis.
func (l *Layout) Start(row int) (c cursor) {
	for axis := len(l.Dims) - 2; axis >= 0; axis-- {
		c.index[axis] = row % l.Dims[axis]
		row /= l.Dims[axis]
		for k, s := range l.Strides {
			if s != nil {
				c.Offset[k] += c.index[axis] * s[axis]
			}
		}
	}
	return c
}

// Next moves the cursor to the next row.
func (c *cursor) Next(l Layout) {
	for axis := len(l.Dims) - 2; axis >= 0; axis-- {
		c.index[axis]++
		for k, s := range l.Strides {
			if s != nil {
				c.Offset[k] += s[axis]
			}
		}
		if c.index[axis] < l.Dims[axis] {
			return
		}
		for k, s := range l.Strides {
			if s != nil {
				c.Offset[k] -= s[axis] * l.Dims[axis]
			}
		}
		c.index[axis] = 0
	}
}
