package verdict

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

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
	k, outputs := theta.Dims()
	l := 0.0
	z.blocks(func(b block) {
		var f mat.Dense
		f.Mul(b.x, theta)
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
	z.blocks(func(b block) { b.curve(loss, theta, gradient, hessian) })
	for a := range outputs {
		for j := range k {
			gradient[a*k+j] += z.penalty(j, k, p) * theta.At(j, a)
			hessian.SetSym(a*k+j, a*k+j, hessian.At(a*k+j, a*k+j)+z.penalty(j, k, p))
		}
	}
	return gradient, hessian
}

// curve adds a block's part of both.
func (b block) curve(loss task.Loss, theta *mat.Dense, gradient []float64, hessian *mat.SymDense) {
	n, k := b.x.Dims()
	_, outputs := theta.Dims()
	var f mat.Dense
	f.Mul(b.x, theta)
	q := f.RawMatrix().Data
	loss.Response(q, outputs)
	weighed, product := mat.NewDense(n, k, nil), mat.NewDense(k, k, nil)
	for a := range outputs {
		for i := range n {
			floats.AddScaled(gradient[a*k:(a+1)*k], b.w[i]*(q[i*outputs+a]-b.hit(loss, i, a)), b.x.RawRowView(i))
		}
		for c := a; c < outputs; c++ {
			for i := range n {
				h := -q[i*outputs+a] * q[i*outputs+c]
				if a == c {
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
