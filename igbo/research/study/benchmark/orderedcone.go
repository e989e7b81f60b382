package benchmark

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// knowledge is the knowledge that a convex method of this package satisfies: pairs of features, the more important one first,
// and signs of columns, nil if none are known.
type knowledge struct {
	groups [][]int
	cover  [][2]int
	signs  []int
}

// knowledge returns the order and signs of the problem, as [Problem.has] does, without pairs that other pairs imply.
func (p *Problem) knowledge(order, signs bool) knowledge {
	k := knowledge{groups: p.groups()}
	if order {
		k.cover = p.constraints().Order.Cover(len(k.groups))
	}
	if signs {
		k.signs = p.Signs
	}
	return k
}

// directions returns a unit vector for each feature. For one column, it has the known sign, or else the sign of w. For several
// columns, it is the part of w that agrees with the signs, or the signs if that part is 0.
func (k knowledge) directions(w []float64) [][]float64 {
	all := make([][]float64, len(k.groups))
	for f, group := range k.groups {
		u := make([]float64, len(group))
		for i, j := range group {
			u[i] = w[j]
			switch {
			case k.signs == nil || k.signs[j] == 0:
			case len(group) == 1:
				u[i] = float64(k.signs[j])
			case float64(k.signs[j])*w[j] < 0:
				u[i] = 0
			}
		}
		size := floats.Norm(u, 2)
		if size == 0 {
			for i, j := range group {
				if u[i] = 1; k.signs != nil && k.signs[j] != 0 {
					u[i] = float64(k.signs[j])
				}
			}
			size = floats.Norm(u, 2)
		}
		floats.Scale(1/size, u)
		all[f] = u
	}
	return all
}

// nearest returns the weights v that satisfy the knowledge and minimise (v − w)ᵀs(v − w), by coordinate descent in the dual
// (Hildreth). The importance of a feature is the norm of its weights, whose direction is fixed by [knowledge.directions]. The
// result is the exact minimum for features of one column each, if all signs are known or s is the unit matrix.
func (k knowledge) nearest(s, w []float64) []float64 {
	directions, n, d := k.directions(w), len(k.groups), len(w)
	if !k.constrains() {
		return append([]float64(nil), w...)
	}
	sw := multiplied(s, w)
	h, right := make([]float64, n*n), make([]float64, n)
	for f, group := range k.groups {
		for i, j := range group {
			right[f] += directions[f][i] * sw[j]
			for e, other := range k.groups {
				for r, q := range other {
					h[f*n+e] += directions[f][i] * s[j*d+q] * directions[e][r]
				}
			}
		}
	}
	inv := inverse(shifted(h, n, tiny), n)
	sizes := multiplied(inv, right)
	// the rows are size_u − size_v ≥ 0, and size ≥ 0 for a feature that is above no other
	rows, above := append([][2]int(nil), k.cover...), make([]bool, n)
	for _, e := range k.cover {
		above[e[0]] = true
	}
	for f := range n {
		if !above[f] && k.bounded(f) {
			rows = append(rows, [2]int{f, -1})
		}
	}
	at := func(i, j int) float64 {
		if i < 0 || j < 0 {
			return 0
		}
		return inv[i*n+j]
	}
	gram := make([]float64, len(rows)*len(rows))
	for a, x := range rows {
		for b, y := range rows {
			gram[a*len(rows)+b] = at(x[0], y[0]) - at(x[0], y[1]) - at(x[1], y[0]) + at(x[1], y[1])
		}
	}
	slack, multipliers := make([]float64, len(rows)), make([]float64, len(rows))
	for a, x := range rows {
		if slack[a] = sizes[x[0]]; x[1] >= 0 {
			slack[a] -= sizes[x[1]]
		}
	}
	for range 5_000 {
		moved := 0.0
		for a := range rows {
			own := gram[a*len(rows)+a]
			step := max(-slack[a]/own, -multipliers[a])
			if step == 0 {
				continue
			}
			multipliers[a] += step
			moved = max(moved, math.Abs(step)*math.Sqrt(own))
			floats.AddScaled(slack, step, gram[a*len(rows):(a+1)*len(rows)])
		}
		if moved < 1e-8 {
			break
		}
	}
	for a, x := range rows {
		for f := range n {
			sizes[f] += multipliers[a] * (at(f, x[0]) - at(f, x[1]))
		}
	}
	v := make([]float64, d)
	for f, group := range k.groups {
		for i, j := range group {
			v[j] = directions[f][i] * sizes[f]
		}
	}
	return v
}

// bounded reports whether the size of a feature must not be negative: its direction is known, the order contains it, or it has
// several columns.
func (k knowledge) bounded(f int) bool {
	if k.signs != nil && k.signs[k.groups[f][0]] != 0 {
		return true
	}
	for _, e := range k.cover {
		if e[0] == f || e[1] == f {
			return true
		}
	}
	return len(k.groups[f]) > 1
}

// constrains reports whether anything is known.
func (k knowledge) constrains() bool {
	if len(k.cover) > 0 {
		return true
	}
	for _, s := range k.signs {
		if s != 0 {
			return true
		}
	}
	return false
}
