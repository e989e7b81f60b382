package boost

import (
	"context"
	"math"
)

// node is a split, or a leaf if left is 0.
type node struct {
	column      int32
	left, right int32
	missingLeft bool
	cut, value  float64
}

// tree is a tree whose root is node 0.
type tree []node

// at returns the value for a row.
func (t tree) at(x []float64) float64 {
	n := &t[0]
	for n.left != 0 {
		v := x[n.column]
		if v <= n.cut || v != v && n.missingLeft {
			n = &t[n.left]
		} else {
			n = &t[n.right]
		}
	}
	return n.value
}

// leaf is a leaf of a tree that is growing. Its rows are rows[from:to] of the grower.
type leaf struct {
	node     int
	from, to int
	sums     sums
	bounds   bounds
	split    split
}

// grower grows trees on derivatives g and h.
type grower struct {
	c       Config
	columns []column
	g, h    []float64
	least   float64 // Σh of a leaf
	bound   float64
	rows    []int32
	spare   []int32
	bins    [missing + 1]sums
	filled  [4]uint64 // the bins that have rows
	gains   []float64 // of columns
}

// grow grows a tree and returns it with its leaves. A tree without a split is nil.
func (s *grower) grow(ctx context.Context) (tree, []leaf, error) {
	for i := range s.rows {
		s.rows[i] = int32(i)
	}
	root := leaf{to: len(s.rows), bounds: bounds{-s.bound, s.bound}}
	root.sums = s.sum(root.from, root.to)
	root.split = s.best(&root)
	grown, leaves := tree{{}}, []leaf{root}
	for len(leaves) < s.c.MaxLeaves {
		next := 0
		for i, l := range leaves {
			if l.split.gain > leaves[next].split.gain {
				next = i
			}
		}
		if leaves[next].split.gain == 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		left, right := s.part(&leaves[next])
		at, c := &grown[leaves[next].node], leaves[next].split
		s.gains[c.column] += c.gain
		*at = node{column: int32(c.column), missingLeft: c.missingLeft, cut: s.cut(c), left: int32(len(grown)), right: int32(len(grown) + 1)}
		left.node, right.node = len(grown), len(grown)+1
		grown = append(grown, node{}, node{})
		leaves[next] = left
		if leaves = append(leaves, right); len(leaves) < s.c.MaxLeaves {
			leaves[next].split = s.best(&leaves[next])
			leaves[len(leaves)-1].split = s.best(&leaves[len(leaves)-1])
		}
	}
	if len(leaves) == 1 {
		return nil, nil, nil
	}
	for _, l := range leaves {
		grown[l.node].value = s.c.LearningRate * s.value(l.sums, l.bounds)
	}
	return grown, leaves, nil
}

// sum adds up the derivatives of rows[from:to].
func (s *grower) sum(from, to int) (total sums) {
	for _, r := range s.rows[from:to] {
		total.g += s.g[r]
		total.h += s.h[r]
	}
	total.n = to - from
	return total
}

// part divides the rows of a leaf between its children. If the column has a direction, the mean of
// the children's values becomes a bound for both.
func (s *grower) part(l *leaf) (left, right leaf) {
	bin, rows := s.columns[l.split.column].bin, s.rows[l.from:l.to]
	at, others := 0, s.spare[:0]
	for _, r := range rows {
		if b := bin[r]; b != missing && b <= l.split.bin || b == missing && l.split.missingLeft {
			rows[at] = r
			at++
		} else {
			others = append(others, r)
		}
	}
	copy(rows[at:], others)
	left = leaf{from: l.from, to: l.from + at, bounds: l.bounds}
	right = leaf{from: l.from + at, to: l.to, bounds: l.bounds}
	left.sums, right.sums = s.sum(left.from, left.to), s.sum(right.from, right.to)
	middle := s.value(left.sums, l.bounds)/2 + s.value(right.sums, l.bounds)/2
	switch direction := s.c.direction(l.split.column); {
	case l.split.free || direction == 0 || math.IsNaN(middle):
	case direction > 0:
		left.bounds.upper, right.bounds.lower = middle, middle
	default:
		left.bounds.lower, right.bounds.upper = middle, middle
	}
	return left, right
}

// cut returns the largest value that goes left.
func (s *grower) cut(at split) float64 {
	if cuts := s.columns[at.column].cuts; !at.free && int(at.bin) < len(cuts) {
		return cuts[at.bin]
	}
	return math.Inf(1)
}
