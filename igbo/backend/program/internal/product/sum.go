package product

import "github.com/igbolab/igbolab/igbo/backend/program/internal/task"

// Matrix-vector products that sum in the order of the wrapped backend.

// fours computes y = a·x, four terms at a time.
func fours[T task.Floating](y, a, x []T) {
	for row := range y {
		u := a[row*len(x):][:len(x)]
		var c T
		i := 0
		for ; i+3 < len(u); i += 4 {
			c += T(u[i]*x[i]) + T(u[i+1]*x[i+1]) + T(u[i+2]*x[i+2]) + T(u[i+3]*x[i+3])
		}
		for ; i < len(u); i++ {
			c += T(u[i] * x[i])
		}
		y[row] = c
	}
}

// column computes y = a·x, four rows at a time. Each row is summed term by term within panels of the given length.
func column[T task.Floating](y, a, x []T, panel int) {
	k, i := len(x), 0
	for ; i+4 <= len(y); i += 4 {
		var s0, s1, s2, s3 T
		for from := 0; from < k; from += panel {
			part := x[from:min(from+panel, k)]
			a0, a1, a2, a3 := a[i*k+from:][:len(part)], a[(i+1)*k+from:][:len(part)], a[(i+2)*k+from:][:len(part)], a[(i+3)*k+from:][:len(part)]
			var c0, c1, c2, c3 T
			for j, v := range part {
				c0 += T(a0[j] * v)
				c1 += T(a1[j] * v)
				c2 += T(a2[j] * v)
				c3 += T(a3[j] * v)
			}
			if from == 0 {
				s0, s1, s2, s3 = c0, c1, c2, c3
			} else {
				s0, s1, s2, s3 = s0+c0, s1+c1, s2+c2, s3+c3
			}
		}
		y[i], y[i+1], y[i+2], y[i+3] = s0, s1, s2, s3
	}
	for ; i < len(y); i++ {
		for from := 0; from < k; from += panel {
			part := x[from:min(from+panel, k)]
			var c T
			for j, v := range a[i*k+from:][:len(part)] {
				c += T(v * part[j])
			}
			if from > 0 {
				c = y[i] + c
			}
			y[i] = c
		}
	}
}
