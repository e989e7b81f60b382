package program

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// form is a batch of matrix products Y [M,N] = A [M,K]·B [K,N], or with A [K,M] turned, or with B [N,K] transposed.
type form struct {
	batch, m, n, k     int
	transposed, turned bool
}

// multiplications is the number of a form's multiplications.
func (f form) multiplications() int { return f.batch * f.m * f.n * f.k }

// formOf reads a product's axes: batch axes first, the contracted axes first or last in both factors. False for
// products that need an axis moved.
func formOf(n *node) (form, bool) {
	c, ok := n.attr.(contraction)
	if !ok {
		return form{}, false
	}
	a, b := n.inputs[0].shape.Dimensions, n.inputs[1].shape.Dimensions
	batch, summed := len(c.lhsBatch), len(c.lhsAxes)
	f := form{batch: size(a[:min(batch, len(a))])}
	if summed == 0 || !run(c.lhsBatch, 0) || !run(c.rhsBatch, 0) {
		return f, false
	}
	switch {
	case run(c.lhsAxes, len(a)-summed):
		f.k, f.m = size(a[len(a)-summed:]), size(a[batch:len(a)-summed])
	case run(c.lhsAxes, batch):
		f.k, f.m, f.turned = size(a[batch:batch+summed]), size(a[batch+summed:]), true
	default:
		return f, false
	}
	switch {
	case run(c.rhsAxes, batch):
		f.n = size(b[batch+summed:])
	case run(c.rhsAxes, len(b)-summed):
		f.n, f.transposed = size(b[batch:len(b)-summed]), true
	default:
		return f, false
	}
	return f, true
}

// run reports whether axes are first, first+1, …
func run(axes []int, first int) bool {
	for i, axis := range axes {
		if axis != first+i {
			return false
		}
	}
	return true
}

// lowerProduct makes the task of a matrix product.
func lowerProduct(n *node, s *vector.Set) (task, bool) {
	f, ok := formOf(n)
	if !ok || n.size() == 0 || f.k == 0 || n.inputs[0].dtype() != n.dtype() || n.inputs[1].dtype() != n.dtype() {
		return task{}, false
	}
	switch n.dtype() {
	case dtypes.Float32:
		return productOf[float32](n, f, s), true
	case dtypes.Float64:
		return productOf[float64](n, f, s), true
	}
	return task{}, false
}

func productOf[T floating](n *node, f form, s *vector.Set) task {
	if f.n == 1 && !f.transposed && !f.turned {
		return scalarProduct[T](n, f)
	}
	return tiledProduct[T](n, f, s)
}

const (
	// smallProduct is the number of multiplications below which the wrapped backend sums
	// without panels.
	smallProduct = 4 << 20
	// panel is the number of terms that are summed before they are added to the rest, in larger ones.
	panel = 512
	// rowGroup is how many rows the wrapped backend computes at once in small products;
	// rows left over are summed four terms at a time.
	rowGroup = 3
	// Times of a multiplication and an addition in nanoseconds: in a tile of vectors, in one of plain Go, and of a vector.
	multiplicationCost      = 0.015
	plainMultiplicationCost = 1.5
	columnCost              = 0.35
)

// scalarProduct is a product in the wrapped backend's order of summation.
func scalarProduct[T floating](n *node, f form) task {
	a, b, y := n.inputs[0].id, n.inputs[1].id, n.id
	groups := (f.m + rowGroup - 1) / rowGroup
	large := f.multiplications() >= smallProduct
	if f.n == 1 && f.batch == 1 && !f.transposed && !large {
		return task{
			units: groups, pure: true, cost: callCost + columnCost*float64(f.multiplications()),
			run: func(p []unsafe.Pointer, lo, hi int) {
				from, full := lo*rowGroup, min(hi*rowGroup, f.m/rowGroup*rowGroup)
				x, to := view[T](p[b], f.k), view[T](p[y], f.m)
				column(to[from:full], window[T](p[a], from*f.k, full*f.k), x)
				if rest := min(hi*rowGroup, f.m); rest > full {
					fours(to[full:rest], window[T](p[a], full*f.k, rest*f.k), x, 1, f.k)
				}
			},
		}
	}
	return task{
		units: f.batch * groups, pure: true, cost: callCost + columnCost*float64(f.multiplications()),
		run: func(p []unsafe.Pointer, lo, hi int) {
			for unit := lo; unit < hi; unit++ {
				at, row := unit/groups, unit%groups*rowGroup
				rows := min(rowGroup, f.m-row)
				ya, ba := at*f.m*f.n+row*f.n, at*f.n*f.k
				aa := at*f.m*f.k + row*f.k
				group(window[T](p[y], ya, ya+rows*f.n), window[T](p[a], aa, aa+rows*f.k), window[T](p[b], ba, ba+f.n*f.k), f, large)
			}
		},
	}
}

// group computes up to three rows.
func group[T floating](y, a, b []T, f form, large bool) {
	full := len(y) == rowGroup*f.n
	switch {
	case large && f.transposed:
		panels(y, f, func(row, col, from, to int) T {
			var c T
			bs := b[col*f.k+from : col*f.k+to]
			for i, v := range a[row*f.k+from : row*f.k+to] {
				c += T(v * bs[i])
			}
			return c
		})
	case large:
		panelRows(y, a, b, f)
	case f.transposed:
		dots(y, a, b, f)
	case full:
		threeRows(y, a, b, f.n, f.k)
	default:
		fours(y, a, b, f.n, f.k)
	}
}
