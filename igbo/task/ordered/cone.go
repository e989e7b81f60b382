package ordered

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

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
// Squared loss, or logistic or Poisson by Newton's steps, each a quadratic programme; those of counts are halved, up to 100 times, if the loss would rise.
func overCone(ctx context.Context, data linear.Data, loss task.Loss, k Knowledge) (*linear.Model, error) {
	u := linear.Measure(data, loss, 1)
	c := conic{loss: loss, d: data.D, z: u.Inputs(data.X), y: u.Targets(data.Y), w: data.Weights}
	theta, rows, steps := make([]float64, data.D+1), k.cone(data.D), 50
	switch mean := stat.Mean(c.y, c.w); {
	case loss.Is(task.KindSquared):
		steps = 1
	case loss.Is(task.KindPoisson) && mean > 0:
		theta[data.D] = math.Log(mean)
	}
	for range steps {
		if err := ended(ctx); err != nil {
			return nil, err
		}
		h, g := c.equations(theta)
		next, err := quadratic(ctx, h, g, rows, k.Order.Directions)
		if err != nil {
			return nil, err
		}
		from := c.objective(theta)
		for n := 0; n < 100 && loss.Is(task.KindPoisson) && !(c.objective(next) <= from) && distance(next, theta) > 1e-12; n++ {
			for j, v := range theta {
				next[j] = (next[j] + v) / 2
			}
		}
		change := distance(next, theta)
		if theta = next; change < 1e-9 {
			break
		}
	}
	return &linear.Model{Units: u, Theta: theta}, nil
}

// distance is the largest difference.
func distance(a, b []float64) float64 { return floats.Distance(a, b, math.Inf(1)) }

// conic is a table in standardised units; w is nil for equal weights.
type conic struct {
	loss    task.Loss
	d       int
	z, y, w []float64
}

// row is that of sample i with 1 for the bias, its output and its weight.
func (c conic) row(i int, theta []float64) (x []float64, f, w float64) {
	x, w = append(append(make([]float64, 0, c.d+1), c.z[i*c.d:(i+1)*c.d]...), 1), 1
	if c.w != nil {
		w = c.w[i]
	}
	for j, v := range x {
		f += v * theta[j]
	}
	return x, f, w
}

// objective is the penalised loss of counts.
func (c conic) objective(theta []float64) (sum float64) {
	total := 0.0
	for i, y := range c.y {
		_, f, w := c.row(i, theta)
		sum, total = sum+w*(math.Exp(f)-y*f), total+w
	}
	for j, v := range theta {
		sum += c.held(j) / 2 * total * v * v
	}
	return sum
}

// held is the penalty of weight j, of a loss of weight 1.
func (c conic) held(j int) float64 {
	if j == c.d {
		return 1e-9
	}
	return small
}

// equations are h and g of ½θᵀhθ − gᵀθ, the loss near θ.
func (c conic) equations(theta []float64) (*mat.SymDense, []float64) {
	h, g, total := mat.NewSymDense(c.d+1, nil), make([]float64, c.d+1), 0.0
	for i, y := range c.y {
		x, f, w := c.row(i, theta)
		target := y
		total += w
		if !c.loss.Is(task.KindSquared) {
			p := 1 / (1 + math.Exp(-f))
			curve := max(p*(1-p), 1e-4)
			if c.loss.Is(task.KindPoisson) {
				p = math.Exp(f)
				curve = max(p, 1e-9)
			}
			target = f + (y-p)/curve
			w *= curve
		}
		h.SymRankOne(h, w, mat.NewVecDense(c.d+1, x))
		for j, v := range x {
			g[j] += w * v * target
		}
	}
	for j := range theta {
		h.SetSym(j, j, h.At(j, j)+c.held(j)*total)
	}
	return h, g
}

var errSingular = errors.New("ordered: the equations have no solution, expected columns that are finite")

// quadratic minimises ½θᵀhθ − gᵀθ over the cone by coordinate descent in its dual (Hildreth, 1957), whose multipliers are at least 0.
func quadratic(ctx context.Context, h *mat.SymDense, g []float64, rows [][2]int, signs []int) ([]float64, error) {
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
		if err := ended(ctx); err != nil {
			return nil, err
		}
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
