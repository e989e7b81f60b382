package ridge

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

// Model is a linear model in the units of its training data: weights and, in the last
// row, biases, one column an output. Of series it sees one step at a time.
type Model struct {
	Units Units
	Theta *mat.Dense // [D+1, K]
}

// MaxWeights bounds the weights that are solved for at once.
const MaxWeights = 4000

// Fit minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + p/2·Σ θ²
//
// over the weights and biases of a linear f, the biases free of the penalty p > 0, for one
// penalty after the other: squared error in closed form, the others by Newton's steps, each
// begun at the last penalty's solution; absolute and quantile losses by those of parabolas above them (see robust).
// Fit returns the context's error within one block of records after the context ends.
func Fit(ctx context.Context, r Records, loss task.Loss, outputs int, penalties []float64) ([]*Model, error) {
	columns := len(r.data.Features) + 1
	u := Measure(r, loss)
	z := u.design(r)
	z.ctx = ctx
	if loss.Is(task.KindSquared) {
		return z.squared(penalties)
	}
	theta := mat.NewDense(columns, outputs, nil)
	if m := r.mean(); loss.Is(task.KindPoisson) && m > 0 {
		theta.Set(columns-1, 0, math.Log(m))
	}
	var fits []*Model
	for _, p := range penalties {
		var err error
		if theta, err = z.newton(loss, theta, p); err != nil {
			return nil, err
		}
		fits = append(fits, &Model{u, theta})
	}
	return fits, nil
}

var errSingular = errors.New("verdict: ridge: the equations have no solution, expected a larger penalty")

// squared solves (XᵀWX + p/2·I)·θ = XᵀWy for each penalty.
func (z design) squared(penalties []float64) (fits []*Model, err error) {
	k := len(z.units.Shift) + 1
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
		fits = append(fits, &Model{z.units, theta})
	}
	return fits, nil
}

// Predict is f of Records, in the data's units: logits for classes.
func (r *Model) Predict(of Records) []float64 {
	_, outputs := r.Theta.Dims()
	y := make([]float64, 0, of.N()*outputs)
	r.Units.design(of).blocks(func(b block) {
		var f mat.Dense
		f.Mul(b.x, r.Theta)
		y = append(y, f.RawMatrix().Data...)
	})
	for i := range y {
		y[i] = y[i]*r.Units.TargetScale + r.Units.TargetShift
	}
	return y
}

// Metrics measures the model on records.
func (r *Model) Metrics(loss task.Loss, of Records) (task.Metrics, error) {
	_, outputs := r.Theta.Dims()
	return loss.Metrics(task.Sample{Outputs: outputs, Predictions: r.Predict(of), Targets: of.Targets(), Weights: of.Weights()})
}

// free is a penalty on the biases, which under softmax have a direction that changes nothing.
const free = 1e-9

// newton takes Newton's steps from theta, halved where the objective would rise.
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
			break // rounding
		}
		settled := isRobust && value-at < enough*value
		if theta, value = next, at; settled {
			break
		}
	}
	return theta, nil
}

// objective is the penalised loss.
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
		mean, err := loss.Value(task.Sample{Outputs: outputs, Predictions: f.RawMatrix().Data, Targets: b.y, Weights: b.w})
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

// penalty is that of row j of k; the last one holds the biases.
func (design) penalty(j, k int, p float64) float64 {
	if j == k-1 {
		return free
	}
	return p
}

// curvature is the gradient and the Hessian of the objective, outputs one after the other.
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

// curve adds a block's part of both. Of many outputs it stops between two of them when the context ends.
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
			slope := q[i*outputs+a] - b.hit(loss, i, a)
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

// hit is the target of output a: the probability under logistic, 1 for the class under softmax.
func (b block) hit(loss task.Loss, i, a int) float64 {
	switch {
	case !loss.Is(task.KindSoftmax):
		return b.y[i]
	case int(b.y[i]) == a:
		return 1
	}
	return 0
}
