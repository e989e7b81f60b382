package product

import "github.com/igbolab/igbolab/igbo/backend/program/internal/task"

// Sums of products in the wrapped backend's orders.

// panels sums by panels, each element by itself.
func panels[T task.Floating](y []T, f Form, sum func(row, col, from, to int) T) {
	for i := range y {
		row, col := i/f.N, i%f.N
		for from := 0; from < f.K; from += panel {
			s := sum(row, col, from, min(from+panel, f.K))
			if from > 0 {
				s = y[i] + s
			}
			y[i] = s
		}
	}
}

// panelRows is y = a·b, summed by panels.
func panelRows[T task.Floating](y, a, b []T, f Form) {
	c := make([]T, f.N)
	for row := range len(y) / f.N {
		to := y[row*f.N : (row+1)*f.N]
		for from := 0; from < f.K; from += panel {
			clear(c)
			for k := from; k < min(from+panel, f.K); k++ {
				v := a[row*f.K+k]
				for j, w := range b[k*f.N : (k+1)*f.N] {
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
func dots[T task.Floating](y, a, b []T, f Form) {
	for i := range y {
		row, col := i/f.N, i%f.N
		u, v := a[row*f.K:(row+1)*f.K], b[col*f.K:(col+1)*f.K]
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
func fours[T task.Floating](y, a, b []T, n, k int) {
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
func threeRows[T task.Floating](y, a, b []T, n, k int) {
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

// column is y = a·x of a vector x, term by term, four rows at once.
func column[T task.Floating](y, a, x []T) {
	k, i := len(x), 0
	for ; i+4 <= len(y); i += 4 {
		a0, a1, a2, a3 := a[i*k:][:k], a[(i+1)*k:][:k], a[(i+2)*k:][:k], a[(i+3)*k:][:k]
		var c0, c1, c2, c3 T
		for j, v := range x {
			c0 += T(a0[j] * v)
			c1 += T(a1[j] * v)
			c2 += T(a2[j] * v)
			c3 += T(a3[j] * v)
		}
		y[i], y[i+1], y[i+2], y[i+3] = c0, c1, c2, c3
	}
	for ; i < len(y); i++ {
		var c T
		for j, v := range a[i*k:][:k] {
			c += T(v * x[j])
		}
		y[i] = c
	}
}
