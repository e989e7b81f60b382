package linear

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// cone returns the inequalities of an order with directions, in standardised units: s_u·θ_u ≥ s_v·θ_v for each
// pair, and s_j·θ_j ≥ 0.
func (k Constraints) cone(d int) (rows [][2]int) {
	for _, pair := range k.Order.Cover(len(k.Groups)) {
		rows = append(rows, [2]int{k.Groups[pair[0]][0], k.Groups[pair[1]][0]})
	}
	for j := range d {
		if k.Order.Directions[j] != 0 {
			rows = append(rows, [2]int{j, -1})
		}
	}
	return rows
}

// convex reports whether an order with its directions is a convex cone: every feature in the order must be one
// column with a known direction.
func (k Constraints) convex() bool {
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

// small is the penalty on weights that the rows do not determine, in standardised units.
const small = 1e-3

// overCone returns the model with the smallest loss whose weights satisfy the order and its directions. If the
// order is a chain, this is non-negative least squares on cumulative sums of columns. The logistic and Poisson
// losses use Newton steps, each of which is a quadratic programme. For counts, a step is halved up to 100 times
// if the loss would increase.
func overCone(ctx context.Context, data samples.Data, loss task.Loss, k Constraints) (*Model, error) {
	u, d := samples.Standardization(data.View(nil), loss.ScalesTarget()), len(data.Features)
	z := u.Apply(data)
	c := conic{loss: loss, d: d, z: z.X, y: z.Y, w: data.Weights}
	theta, rows, steps := make([]float64, d+1), k.cone(d), 50
	switch mean := stat.Mean(c.y, c.w); {
	case loss.Is(task.KindSquared):
		steps = 1
	case loss.Is(task.KindPoisson) && mean > 0:
		theta[d] = math.Log(mean)
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
	return &Model{Units: u, Theta: theta}, nil
}

// distance returns the largest absolute difference.
func distance(a, b []float64) float64 { return floats.Distance(a, b, math.Inf(1)) }

// conic holds a table in standardised units. A nil w means equal weights.
type conic struct {
	loss    task.Loss
	d       int
	z, y, w []float64
}

// row returns the inputs of row i followed by 1 for the bias, its output, and its weight.
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

// objective returns the penalised loss for counts.
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

// held returns the penalty on weight j. The weights of the rows sum to 1.
func (c conic) held(j int) float64 {
	if j == c.d {
		return 1e-9
	}
	return small
}

// equations returns h and g of ½θᵀhθ − gᵀθ, the quadratic model of the loss at θ.
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

// quadratic minimises ½θᵀhθ − gᵀθ over the cone by coordinate descent on the non-negative dual variables
// (Hildreth, 1957).
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
	for j, s := range signs { // correct rounding errors
		if s != 0 && float64(s)*theta[j] < 0 {
			theta[j] = 0
		}
	}
	return theta, nil
}
