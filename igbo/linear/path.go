package linear

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// MaxWeights is the maximum number of weights that [Path] can be expected to fit in reasonable time and memory.
const MaxWeights = 4000

// Path fits a linear model for each of several penalties to the rows of a view with one target each. It
// minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + p/2·Σ θ²,   Σ w_i = 1
//
// for each penalty p > 0, over linear functions f with the given number of outputs. Biases are not penalised.
// Path returns one model per penalty.
//
// The squared error has a closed form, so one pass over the rows serves all penalties. Other losses use Newton
// steps that start at the solution for the previous penalty. For the absolute and quantile losses (see
// [Robust]), the Hessian is that of a parabola above the loss. Path reads and standardises the rows in blocks,
// so memory does not grow with the number of rows. Use [Fit] for signs and a strength for each column.
//
// If ctx ends, Path returns the context's error within one block of rows.
func Path(ctx context.Context, v samples.View, loss task.Loss, outputs int, penalties []float64) ([]*Model, error) {
	if ctx == nil {
		return nil, errContext
	}
	if err := limit.Check([]limit.Int{
		{Name: "the number of rows", Value: v.Rows(), Min: 1, Max: math.MaxInt}, {Name: "the number of columns", Value: v.Width(), Min: 1, Max: math.MaxInt},
		{Name: "the number of targets", Value: v.Outputs(), Min: 1, Max: 1}, {Name: "the number of outputs", Value: outputs, Min: 1, Max: math.MaxInt},
	}); err != nil {
		return nil, fmt.Errorf("linear: fitting: %w", err)
	}
	for _, p := range penalties {
		if !(p > 0) || math.IsInf(p, 1) {
			return nil, fmt.Errorf("linear: fitting: the penalty is %g, must be a positive finite number", p)
		}
	}
	z := newDesign(ctx, v, samples.Standardization(v, loss.ScalesTarget()))
	if loss.Is(task.KindSquared) {
		return z.squared(penalties)
	}
	theta := mat.NewDense(v.Width()+1, outputs, nil)
	if m := z.mean(); loss.Is(task.KindPoisson) && m > 0 {
		theta.Set(v.Width(), 0, math.Log(m))
	}
	var fits []*Model
	for _, p := range penalties {
		var err error
		if theta, err = z.newton(loss, theta, p); err != nil {
			return nil, err
		}
		fits = append(fits, z.model(theta))
	}
	return fits, nil
}

// mean returns the weighted mean of the targets.
func (z design) mean() (mean float64) {
	total := 0.0
	for i := range z.rows.Rows() {
		if w := z.rows.Weight(i); w > 0 {
			total += w
			mean += (z.rows.Target(i, 0) - mean) * w / total
		}
	}
	return mean
}

// model returns the model with weights [D+1, K].
func (z design) model(theta *mat.Dense) *Model {
	_, k := theta.Dims()
	m := &Model{Units: z.units}
	for o := range k {
		m.Theta = append(m.Theta, mat.Col(nil, o, theta)...)
	}
	return m
}

// squared solves (XᵀWX + p/2·I)·θ = XᵀWy for each penalty.
func (z design) squared(penalties []float64) (fits []*Model, err error) {
	k := z.rows.Width() + 1
	moments, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	z.blocks(func(part block) {
		var products mat.VecDense
		for i, w := range part.w {
			row := part.x.RawRowView(i)
			for j := range row {
				row[j] *= math.Sqrt(w)
			}
			part.y[i] *= math.Sqrt(w)
		}
		moments.SymRankK(moments, 1, part.x.T())
		products.MulVec(part.x.T(), mat.NewVecDense(len(part.y), part.y))
		b.AddVec(b, &products)
	})
	for _, p := range penalties {
		if err := z.err(); err != nil {
			return nil, err
		}
		a := mat.NewSymDense(k, nil)
		a.CopySym(moments)
		for j := range k - 1 {
			a.SetSym(j, j, a.At(j, j)+p/2)
		}
		var c mat.Cholesky
		theta := mat.NewDense(k, 1, nil)
		if !c.Factorize(a) || c.SolveTo(theta, b) != nil {
			return nil, errSingular
		}
		fits = append(fits, z.model(theta))
	}
	return fits, nil
}

// free is the penalty on biases. It is needed for softmax, where shifting all biases changes nothing.
const free = 1e-9

// newton takes Newton steps from theta. Each step is halved while the objective would increase.
func (z design) newton(loss task.Loss, theta *mat.Dense, p float64) (*mat.Dense, error) {
	k, outputs := theta.Dims()
	value := z.objective(loss, theta, p)
	_, isRobust := robustOf(loss)
	for range 100 {
		gradient, hessian := z.curvature(loss, theta, p)
		if err := z.err(); err != nil {
			return nil, err
		}
		if floats.Norm(gradient, math.Inf(1)) < 1e-11 {
			break
		}
		var c mat.Cholesky
		step := mat.NewVecDense(k*outputs, nil)
		if !c.Factorize(hessian) || c.SolveVecTo(step, mat.NewVecDense(k*outputs, gradient)) != nil {
			return nil, errSingular
		}
		next, at, length := mat.NewDense(k, outputs, nil), 0.0, 1.0
		for ; length > 1e-6; length /= 2 {
			next.Apply(func(j, o int, v float64) float64 { return v - length*step.AtVec(o*k+j) }, theta)
			if at = z.objective(loss, next, p); at <= value {
				break
			}
		}
		if !(at < value) {
			break // rounding errors prevent progress
		}
		settled := isRobust && value-at < leastProgress*value
		if theta, value = next, at; settled {
			break
		}
	}
	return theta, nil
}

// objective returns the penalised loss.
func (z design) objective(loss task.Loss, theta *mat.Dense, p float64) float64 {
	k, outputs := theta.Dims()
	l := 0.0
	z.blocks(func(b block) {
		var f mat.Dense
		f.Mul(b.x, theta)
		if rob, is := robustOf(loss); is {
			for i, y := range b.y {
				l += b.w[i] * rob.value(f.At(i, 0)-y)
			}
			return
		}
		mean, err := loss.Value(task.Predictions{Outputs: outputs, Values: f.RawMatrix().Data, Targets: b.y, Weights: b.w})
		if err != nil {
			mean = math.Inf(1)
		}
		if share := floats.Sum(b.w); share > 0 {
			l += share * mean
		}
	})
	for j := range k {
		for o := range outputs {
			l += z.penalty(j, k, p) / 2 * theta.At(j, o) * theta.At(j, o)
		}
	}
	return l
}

// penalty returns the penalty on row j of k. The last row holds the biases.
func (design) penalty(j, k int, p float64) float64 {
	if j == k-1 {
		return free
	}
	return p
}

// curvature returns the gradient and Hessian of the objective, output by output.
func (z design) curvature(loss task.Loss, theta *mat.Dense, p float64) ([]float64, *mat.SymDense) {
	k, outputs := theta.Dims()
	gradient, hessian := make([]float64, k*outputs), mat.NewSymDense(k*outputs, nil)
	z.blocks(func(b block) { b.curve(z, loss, theta, gradient, hessian) })
	for a := range outputs {
		for j := range k {
			gradient[a*k+j] += z.penalty(j, k, p) * theta.At(j, a)
			hessian.SetSym(a*k+j, a*k+j, hessian.At(a*k+j, a*k+j)+z.penalty(j, k, p))
		}
	}
	return gradient, hessian
}

// curve adds the contribution of a block to both. It stops between two outputs if the context ends.
func (b block) curve(z design, loss task.Loss, theta *mat.Dense, gradient []float64, hessian *mat.SymDense) {
	n, k := b.x.Dims()
	_, outputs := theta.Dims()
	var f mat.Dense
	f.Mul(b.x, theta)
	q := f.RawMatrix().Data
	rob, isRobust := robustOf(loss)
	loss.Response(q, outputs)
	weighed, product := mat.NewDense(n, k, nil), mat.NewDense(k, k, nil)
	for a := range outputs {
		for i := range n {
			slope := q[i*outputs+a] - b.target(loss, i, a)
			if isRobust {
				slope = rob.slope(slope)
			}
			floats.AddScaled(gradient[a*k:(a+1)*k], b.w[i]*slope, b.x.RawRowView(i))
		}
		for c := a; c < outputs; c++ {
			if z.err() != nil {
				return
			}
			for i := range n {
				h := -q[i*outputs+a] * q[i*outputs+c]
				switch {
				case isRobust:
					h = rob.curvature(q[i] - b.y[i])
				case loss.Is(task.KindPoisson):
					h = q[i]
				case a == c:
					h += q[i*outputs+a]
				}
				floats.ScaleTo(weighed.RawRowView(i), b.w[i]*h, b.x.RawRowView(i))
			}
			product.Mul(b.x.T(), weighed)
			for r := range k {
				for s := range k {
					if a*k+r <= c*k+s {
						hessian.SetSym(a*k+r, c*k+s, hessian.At(a*k+r, c*k+s)+product.At(r, s))
					}
				}
			}
		}
	}
}
