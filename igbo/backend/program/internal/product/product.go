package product

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// A Form is a batch of matrix products Y [M,N] = A [M,K]·B [K,N]. If Turned is set, A is stored as [K,M]. If Transposed
// is set, B is stored as [N,K].
type Form struct {
	Batch, M, N, K     int
	Transposed, Turned bool
}

// multiplications returns the number of multiplications.
func (f Form) multiplications() int { return f.Batch * f.M * f.N * f.K }

// formOf returns the form of a DotGeneral. In both operands, the batch axes must come first, and the contracted axes must
// be first or last among the others. Otherwise formOf returns false.
func formOf(n *record.Node) (Form, bool) {
	c, ok := n.Attr.(record.Contraction)
	if !ok {
		return Form{}, false
	}
	a, b := n.Inputs[0].Shape.Dimensions, n.Inputs[1].Shape.Dimensions
	batch, summed := len(c.LhsBatch), len(c.LhsAxes)
	f := Form{Batch: task.Size(a[:min(batch, len(a))])}
	if summed == 0 || !record.Run(c.LhsBatch, 0) || !record.Run(c.RhsBatch, 0) {
		return f, false
	}
	switch {
	case record.Run(c.LhsAxes, len(a)-summed):
		f.K, f.M = task.Size(a[len(a)-summed:]), task.Size(a[batch:len(a)-summed])
	case record.Run(c.LhsAxes, batch):
		f.K, f.M, f.Turned = task.Size(a[batch:batch+summed]), task.Size(a[batch+summed:]), true
	default:
		return f, false
	}
	switch {
	case record.Run(c.RhsAxes, batch):
		f.N = task.Size(b[batch+summed:])
	case record.Run(c.RhsAxes, len(b)-summed):
		f.N, f.Transposed = task.Size(b[batch:len(b)-summed]), true
	default:
		return f, false
	}
	return f, true
}

// Lower returns the task of a matrix product, or false if this package does not support it.
func Lower(n *record.Node, s *vector.Set) (task.Task, bool) {
	f, ok := formOf(n)
	if !ok || n.Size() == 0 || f.K == 0 || n.Inputs[0].DType() != n.DType() || n.Inputs[1].DType() != n.DType() {
		return task.Task{}, false
	}
	switch n.DType() {
	case dtypes.Float32:
		return productOf[float32](n, f, s), true
	case dtypes.Float64:
		return productOf[float64](n, f, s), true
	}
	return task.Task{}, false
}

func productOf[T task.Floating](n *record.Node, f Form, s *vector.Set) task.Task {
	if f.N == 1 && !f.Transposed && !f.Turned {
		return vectorProduct[T](n, f)
	}
	return tiledProduct[T](n, f, s)
}

const (
	// smallProduct is the number of multiplications below which the wrapped backend sums a row in one pass.
	smallProduct = 4 << 20
	// panel is the number of terms that the wrapped backend sums at a time in larger products.
	panel = 512
	// rowGroup is the number of rows that the wrapped backend computes together in small products. It sums the remaining
	// rows four terms at a time.
	rowGroup = 3
	// Estimated time of a multiply-add in nanoseconds: in a SIMD tile, in a tile in plain Go, and in a matrix-vector
	// product.
	multiplicationCost      = 0.015
	plainMultiplicationCost = 1.5
	columnCost              = 0.35
)

// vectorProduct returns the task of a matrix-vector product. It sums in the same order as the wrapped backend. A large
// product is summed in panels. A small one is summed term by term, except that the rows after the last group of rowGroup
// rows are summed four terms at a time.
func vectorProduct[T task.Floating](n *record.Node, f Form) task.Task {
	a, b, y, size := n.Inputs[0].ID, n.Inputs[1].ID, n.ID, n.DType().Size()
	full, depth := f.M, panel // number of rows that are summed term by term, and number of terms per panel
	if f.multiplications() < smallProduct {
		full, depth = f.M/rowGroup*rowGroup, f.K
	}
	return task.Task{
		Units: f.Batch * f.M, Pure: true, Cost: task.CallCost + columnCost*float64(f.multiplications()),
		Step: size, Steps: []int{f.K * size, 0},
		Run: func(p []unsafe.Pointer, lo, hi int) {
			parts(lo, hi, f.M, func(batch, first, last int) {
				from, until := batch*f.M+first, batch*f.M+last
				to, rows, x := task.Window[T](p[y], from, until), task.Window[T](p[a], from*f.K, until*f.K), task.Window[T](p[b], batch*f.K, (batch+1)*f.K)
				whole := max(0, min(full, last)-first)
				column(to[:whole], rows, x, depth)
				fours(to[whole:], rows[whole*f.K:], x)
			})
		},
	}
}
