package verdict

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// ridge is a linear model in the units of its training data: weights and, in the last
// row, biases, one column an output.
type ridge struct {
	units units
	theta *mat.Dense // [D+1, K]
}

// maxWeights bounds the weights that Newton's steps solve for.
const maxWeights = 4000

// fitRidge minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + p/2·Σ θ²
//
// over the weights and biases of a linear f, the biases free of the penalty p > 0, for one
// penalty after the other: squared error in closed form, logistic and softmax by Newton's steps, each
// begun at the last penalty's solution.
func fitRidge(d igbo.Data, loss task.Loss, outputs int, penalties []float64) ([]*ridge, error) {
	u := measure(d, loss)
	z := u.design(d)
	_, columns := z.x.Dims()
	if outputs*columns > maxWeights {
		return nil, fmt.Errorf("verdict: ridge with %d weights, expected at most %d", outputs*columns, maxWeights)
	}
	theta := mat.NewDense(columns, outputs, nil)
	var fits []*ridge
	for _, p := range penalties {
		var err error
		if loss.Is(task.KindSquared) {
			theta, err = z.squared(p)
		} else {
			theta, err = z.newton(loss, theta, p)
		}
		if err != nil {
			return nil, err
		}
		fits = append(fits, &ridge{u, theta})
	}
	return fits, nil
}

var errSingular = errors.New("verdict: ridge: the equations have no solution, expected a larger penalty")

// squared solves (XᵀWX + p/2·I)·θ = XᵀWy.
func (z design) squared(p float64) (*mat.Dense, error) {
	n, k := z.x.Dims()
	a, b := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	for i := range n {
		row := mat.NewVecDense(k, z.x.RawRowView(i))
		a.SymRankOne(a, z.w[i], row)
		b.AddScaledVec(b, z.w[i]*z.y[i], row)
	}
	for j := range k - 1 {
		a.SetSym(j, j, a.At(j, j)+p/2)
	}
	var c mat.Cholesky
	theta := mat.NewDense(k, 1, nil)
	if !c.Factorize(a) || c.SolveTo(theta, b) != nil {
		return nil, errSingular
	}
	return theta, nil
}

// free is a penalty on the biases, which under softmax have a direction that changes nothing.
const free = 1e-9

// newton takes Newton's steps from theta, halved where the objective would rise.
func (z design) newton(loss task.Loss, theta *mat.Dense, p float64) (*mat.Dense, error) {
	k, outputs := theta.Dims()
	value := z.objective(loss, theta, p)
	for range 100 {
		gradient, hessian := z.curvature(loss, theta, p)
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
		theta, value = next, at
	}
	return theta, nil
}

// objective is the penalised loss.
func (z design) objective(loss task.Loss, theta *mat.Dense, p float64) float64 {
	var f mat.Dense
	f.Mul(z.x, theta)
	k, outputs := theta.Dims()
	l, err := loss.Value(task.Sample{Outputs: outputs, Predictions: f.RawMatrix().Data, Targets: z.y, Weights: z.w})
	if err != nil {
		return math.Inf(1)
	}
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
	n, k := z.x.Dims()
	_, outputs := theta.Dims()
	var f mat.Dense
	f.Mul(z.x, theta)
	q := f.RawMatrix().Data
	loss.Response(q, outputs)
	gradient, hessian := make([]float64, k*outputs), mat.NewSymDense(k*outputs, nil)
	weighed, block := mat.NewDense(n, k, nil), mat.NewDense(k, k, nil)
	for a := range outputs {
		for i := range n {
			floats.AddScaled(gradient[a*k:(a+1)*k], z.w[i]*(q[i*outputs+a]-z.hit(loss, i, a)), z.x.RawRowView(i))
		}
		for b := a; b < outputs; b++ {
			for i := range n {
				h := -q[i*outputs+a] * q[i*outputs+b]
				if a == b {
					h += q[i*outputs+a]
				}
				floats.ScaleTo(weighed.RawRowView(i), z.w[i]*h, z.x.RawRowView(i))
			}
			block.Mul(z.x.T(), weighed)
			for r := range k {
				for c := range k {
					if a*k+r <= b*k+c {
						hessian.SetSym(a*k+r, b*k+c, block.At(r, c))
					}
				}
			}
		}
		for j := range k {
			gradient[a*k+j] += z.penalty(j, k, p) * theta.At(j, a)
			hessian.SetSym(a*k+j, a*k+j, hessian.At(a*k+j, a*k+j)+z.penalty(j, k, p))
		}
	}
	return gradient, hessian
}

// hit is the target of output a: the probability under logistic, 1 for the class under softmax.
func (z design) hit(loss task.Loss, i, a int) float64 {
	switch {
	case !loss.Is(task.KindSoftmax):
		return z.y[i]
	case int(z.y[i]) == a:
		return 1
	}
	return 0
}

// predict is f in the data's units: logits for classes.
func (r *ridge) predict(d igbo.Data) []float64 {
	var f mat.Dense
	f.Mul(r.units.design(d).x, r.theta)
	y := f.RawMatrix().Data
	for i := range y {
		y[i] = y[i]*r.units.targetScale + r.units.targetShift
	}
	return y
}
