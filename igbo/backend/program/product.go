package program

import (
	"slices"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
)

// form is a batch of matrix products Y [M,N] = A [M,K]·B [K,N], or A·Bᵀ of B [N,K].
type form struct {
	batch, m, n, k int
	transposed     bool
}

// multiplications is the number of a form's multiplications.
func (f form) multiplications() int { return f.batch * f.m * f.n * f.k }

// formOf reads a product's axes: batch axes first, the contracted axes last in A and
// first or last in B. False for products that need their factors transposed.
func formOf(n *node) (form, bool) {
	c, ok := n.attr.(contraction)
	if !ok {
		return form{}, false
	}
	a, b := n.inputs[0].shape.Dimensions, n.inputs[1].shape.Dimensions
	batch, summed := len(c.lhsBatch), len(c.lhsAxes)
	f := form{batch: size(a[:min(batch, len(a))])}
	if summed == 0 || !run(c.lhsBatch, 0) || !run(c.rhsBatch, 0) || !run(c.lhsAxes, len(a)-summed) {
		return f, false
	}
	f.k, f.m = size(a[len(a)-summed:]), size(a[batch:len(a)-summed])
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
func lowerProduct(n *node) (task, bool) {
	f, ok := formOf(n)
	if !ok || n.size() == 0 || f.k == 0 || !slices.Equal([]dtypes.DType{n.dtype(), n.dtype()}, []dtypes.DType{n.inputs[0].dtype(), n.inputs[1].dtype()}) {
		return task{}, false
	}
	switch n.dtype() {
	case dtypes.Float32:
		if t, ok := vectorProduct[float32](n, f); ok {
			return t, true
		}
		return scalarProduct[float32](n, f), true
	case dtypes.Float64:
		if t, ok := vectorProduct[float64](n, f); ok {
			return t, true
		}
		return scalarProduct[float64](n, f), true
	}
	return task{}, false
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
	// multiplicationCost is the time of a multiplication and an addition, in nanoseconds.
	multiplicationCost = 0.35
)

// scalarProduct is a product in the wrapped backend's order of summation.
func scalarProduct[T floating](n *node, f form) task {
	a, b, y := n.inputs[0].id, n.inputs[1].id, n.id
	groups := (f.m + rowGroup - 1) / rowGroup
	large := f.multiplications() >= smallProduct
	return task{
		units: f.batch * groups, pure: true, cost: callCost + multiplicationCost*float64(f.multiplications()),
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
		panels(y, a, f, func(row, col, from, to int) T {
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

// panels sums by panels, each element by itself.
func panels[T floating](y, _ []T, f form, sum func(row, col, from, to int) T) {
	for i := range y {
		row, col := i/f.n, i%f.n
		for from := 0; from < f.k; from += panel {
			s := sum(row, col, from, min(from+panel, f.k))
			if from > 0 {
				s = y[i] + s
			}
			y[i] = s
		}
	}
}

// panelRows is y = a·b, summed by panels.
func panelRows[T floating](y, a, b []T, f form) {
	c := make([]T, f.n)
	for row := range len(y) / f.n {
		to := y[row*f.n : (row+1)*f.n]
		for from := 0; from < f.k; from += panel {
			clear(c)
			for k := from; k < min(from+panel, f.k); k++ {
				v := a[row*f.k+k]
				for j, w := range b[k*f.n : (k+1)*f.n] {
					c[j] += T(v * w)
				}
			}
			if from == 0 {
				copy(to, c)
				continue
			}
			for j, v := range c {
				to[j] += v
			}
		}
	}
}

// dots is y = a·bᵀ, four terms at a time.
func dots[T floating](y, a, b []T, f form) {
	for i := range y {
		row, col := i/f.n, i%f.n
		u, v := a[row*f.k:(row+1)*f.k], b[col*f.k:(col+1)*f.k]
		v = v[:len(u)]
		var c T
		k := 0
		for ; k+3 < len(u); k += 4 {
			c += T(u[k]*v[k]) + T(u[k+1]*v[k+1]) + T(u[k+2]*v[k+2]) + T(u[k+3]*v[k+3])
		}
		for ; k < len(u); k++ {
			c += T(u[k] * v[k])
		}
		y[i] = c
	}
}

// fours is y = a·b of one or two rows, four terms at a time.
func fours[T floating](y, a, b []T, n, k int) {
	for row := range len(y) / n {
		to, u := y[row*n:(row+1)*n], a[row*k:(row+1)*k]
		clear(to)
		i := 0
		for ; i+3 < k; i += 4 {
			u0, u1, u2, u3 := u[i], u[i+1], u[i+2], u[i+3]
			r0, r1, r2, r3 := b[i*n:][:len(to)], b[(i+1)*n:][:len(to)], b[(i+2)*n:][:len(to)], b[(i+3)*n:][:len(to)]
			for j := range to {
				to[j] += T(u0*r0[j]) + T(u1*r1[j]) + T(u2*r2[j]) + T(u3*r3[j])
			}
		}
		for ; i < k; i++ {
			v, r := u[i], b[i*n:][:len(to)]
			for j := range to {
				to[j] += T(v * r[j])
			}
		}
	}
}

// threeRows is y = a·b of three rows, term by term.
func threeRows[T floating](y, a, b []T, n, k int) {
	a0, a1, a2 := a[:k], a[k:][:k], a[2*k:][:k]
	y0, y1, y2 := y[:n], y[n:][:n], y[2*n:][:n]
	col := 0
	for ; col+3 < n; col += 4 {
		var c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23 T
		at := col
		for i, l0 := range a0 {
			l1, l2 := a1[i], a2[i]
			r := b[at : at+4 : at+4]
			r0, r1, r2, r3 := r[0], r[1], r[2], r[3]
			c00 += T(l0 * r0)
			c01 += T(l0 * r1)
			c02 += T(l0 * r2)
			c03 += T(l0 * r3)
			c10 += T(l1 * r0)
			c11 += T(l1 * r1)
			c12 += T(l1 * r2)
			c13 += T(l1 * r3)
			c20 += T(l2 * r0)
			c21 += T(l2 * r1)
			c22 += T(l2 * r2)
			c23 += T(l2 * r3)
			at += n
		}
		y0[col], y0[col+1], y0[col+2], y0[col+3] = c00, c01, c02, c03
		y1[col], y1[col+1], y1[col+2], y1[col+3] = c10, c11, c12, c13
		y2[col], y2[col+1], y2[col+2], y2[col+3] = c20, c21, c22, c23
	}
	for ; col < n; col++ {
		var c0, c1, c2 T
		at := col
		for i, l0 := range a0 {
			r := b[at]
			c0 += T(l0 * r)
			c1 += T(a1[i] * r)
			c2 += T(a2[i] * r)
			at += n
		}
		y0[col], y1[col], y2[col] = c0, c1, c2
	}
}
