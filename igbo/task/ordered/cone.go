package ordered

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// cone is the inequalities a·θ ≥ 0 of an order with directions: s_u·θ_u ≥ s_v·θ_v along each edge, s_j·θ_j ≥ 0. In standardised units.
func (k Knowledge) cone(d int) (rows [][2]int) {
	closure := k.closure()
	for u := range closure {
		for v := range closure {
			if closure[u][v] && !k.between(closure, u, v) {
				rows = append(rows, [2]int{k.Groups[u][0], k.Groups[v][0]})
			}
		}
	}
	for j := range d {
		if k.Order.Directions[j] != 0 {
			rows = append(rows, [2]int{j, -1})
		}
	}
	return rows
}

func (k Knowledge) between(closure [][]bool, u, v int) bool {
	for m := range closure {
		if closure[u][m] && closure[m][v] {
			return true
		}
	}
	return false
}

// convex tells whether the order with its directions is a convex cone: every feature of the order is one column of known direction.
func (k Knowledge) convex() bool {
	if !k.ranked() || k.Order.Directions == nil {
		return false
	}
	for _, e := range k.Order.Above {
		for _, f := range e {
			if len(k.Groups[f]) != 1 || k.Order.Directions[k.Groups[f][0]] == 0 {
				return false
			}
		}
	}
	return true
}

// small holds weights that nothing else does, in standardised units.
const small = 1e-3

// overCone is the model of least loss whose weights obey the order and its directions: a non-negative least squares on cumulated columns where the order is a chain.
// Squared loss, or logistic by Newton's steps, each a quadratic programme.
func overCone(data linear.Data, loss task.Loss, k Knowledge) (*linear.Model, error) {
	u := linear.Measure(data, loss, 1)
	d := data.D
	n := len(data.X) / d
	z, y := u.Inputs(data.X), u.Targets(data.Y)
	row := func(i int) []float64 { return z[i*d : (i+1)*d] }
	theta, rows := make([]float64, d+1), k.cone(d)
	steps := 1
	if loss.Is(task.KindLogistic) {
		steps = 50
	}
	for range steps {
		h, g := mat.NewSymDense(d+1, nil), make([]float64, d+1) // of ½θᵀhθ − gᵀθ
		total := 0.0
		x := make([]float64, d+1)
		for i := range n {
			w, target := 1.0, y[i]
			if data.Weights != nil {
				w = data.Weights[i]
			}
			total += w
			copy(x, row(i))
			x[d] = 1
			if loss.Is(task.KindLogistic) {
				f := 0.0
				for j, v := range x {
					f += v * theta[j]
				}
				p := 1 / (1 + math.Exp(-f))
				curve := max(p*(1-p), 1e-4)
				target = f + (data.Y[i]-p)/curve
				w *= curve
			}
			h.SymRankOne(h, w, mat.NewVecDense(d+1, x))
			for j, v := range x {
				g[j] += w * v * target
			}
		}
		for j := range d {
			h.SetSym(j, j, h.At(j, j)+small*total)
		}
		h.SetSym(d, d, h.At(d, d)+1e-9*total)
		next, err := quadratic(h, g, rows, k.Order.Directions)
		if err != nil {
			return nil, err
		}
		change := 0.0
		for j := range next {
			change = max(change, math.Abs(next[j]-theta[j]))
		}
		if theta = next; change < 1e-9 {
			break
		}
	}
	return &linear.Model{Units: u, Theta: theta}, nil
}

var errSingular = errors.New("ordered: the equations have no solution, expected columns that are finite")

// quadratic minimises ½θᵀhθ − gᵀθ over the cone by coordinate descent in its dual (Hildreth, 1957), whose multipliers are at least 0.
func quadratic(h *mat.SymDense, g []float64, rows [][2]int, signs []int) ([]float64, error) {
	var chol mat.Cholesky
	if !chol.Factorize(h) {
		return nil, errSingular
	}
	size := len(g)
	a := mat.NewDense(max(len(rows), 1), size, nil)
	for r, pair := range rows {
		a.Set(r, pair[0], float64(signs[pair[0]]))
		if pair[1] >= 0 {
			a.Set(r, pair[1], -float64(signs[pair[1]]))
		}
	}
	var free mat.VecDense
	var back mat.Dense // h⁻¹aᵀ
	if chol.SolveVecTo(&free, mat.NewVecDense(size, g)) != nil || chol.SolveTo(&back, a.T()) != nil {
		return nil, errSingular
	}
	var gram mat.Dense
	gram.Mul(a, &back)
	theta := append([]float64(nil), free.RawVector().Data...)
	multipliers, slack := make([]float64, len(rows)), make([]float64, len(rows))
	for r := range rows {
		slack[r] = mat.Dot(a.RowView(r), &free)
	}
	for range 100_000 {
		moved := 0.0
		for r := range rows {
			step := max(-slack[r]/gram.At(r, r), -multipliers[r])
			if step == 0 {
				continue
			}
			multipliers[r] += step
			moved = max(moved, math.Abs(step)*math.Sqrt(gram.At(r, r)))
			for q := range rows {
				slack[q] += gram.At(q, r) * step
			}
		}
		if moved < 1e-12 {
			break
		}
	}
	for r, m := range multipliers {
		for j := range theta {
			theta[j] += m * back.At(j, r)
		}
	}
	for j, s := range signs { // off by rounding
		if s != 0 && float64(s)*theta[j] < 0 {
			theta[j] = 0
		}
	}
	return theta, nil
}
