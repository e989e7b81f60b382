package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

// least is the penalty on weights that neither the rows nor the penalty determine.
const least = 1e-8

// A solver minimises the objective over θ, which holds D weights and a bias for each output.
type solver struct {
	block      // all rows
	loss       task.Loss
	n, k, outs int       // k = D+1
	strength   []float64 // of each element of θ
	centre     []float64
	sign       []int
}

func newSolver(b block, loss task.Loss, outputs int, p Penalty) *solver {
	n, k := b.x.Dims()
	s := &solver{block: b, loss: loss, n: n, k: k, outs: outputs}
	s.strength, s.centre, s.sign = make([]float64, k*outputs), make([]float64, k*outputs), make([]int, k*outputs)
	for o := range outputs {
		for j := range k {
			at := o*k + j
			if j == k-1 {
				s.strength[at] = least / 10 // under softmax, shifting all biases changes nothing
				continue
			}
			s.strength[at] = max(p.Strengths[j], least)
			if p.Centre != nil {
				s.centre[at] = p.Centre[o*(k-1)+j]
			}
			if p.Signs != nil {
				s.sign[at] = p.Signs[j]
			}
		}
	}
	return s
}

// outputsAt returns f [N·K].
func (s *solver) outputsAt(theta []float64) []float64 {
	f := make([]float64, s.n*s.outs)
	for i := range s.n {
		row := s.x.RawRowView(i)
		for o := range s.outs {
			f[i*s.outs+o] = floats.Dot(row, theta[o*s.k:(o+1)*s.k])
		}
	}
	return f
}

// objective returns the penalised loss.
func (s *solver) objective(theta []float64) float64 {
	l, err := s.loss.Value(task.Predictions{Outputs: s.outs, Values: s.outputsAt(theta), Targets: s.y, Weights: s.w})
	if err != nil {
		return math.Inf(1)
	}
	if !s.loss.Is(task.KindSoftmax) {
		l *= float64(s.outs) // the loss averages over outputs
	}
	for j, v := range theta {
		l += s.strength[j] / 2 * (v - s.centre[j]) * (v - s.centre[j])
	}
	return l
}

// residual converts outputs to ∂ℓ/∂f in place.
func (s *solver) residual(f []float64) {
	squared := s.loss.Is(task.KindSquared)
	s.loss.Response(f, s.outs)
	for i := range f {
		if f[i] -= s.target(s.loss, i/s.outs, i%s.outs); squared {
			f[i] *= 2
		}
	}
}

// curvature returns the gradient and Hessian of the objective.
func (s *solver) curvature(theta []float64) ([]float64, *mat.SymDense) {
	f := s.outputsAt(theta)
	q := append([]float64(nil), f...)
	s.loss.Response(q, s.outs)
	s.residual(f)
	size := s.k * s.outs
	gradient, hessian := make([]float64, size), mat.NewSymDense(size, nil)
	for i := range s.n {
		row := s.x.RawRowView(i)
		for a := range s.outs {
			floats.AddScaled(gradient[a*s.k:(a+1)*s.k], s.w[i]*f[i*s.outs+a], row)
			for b := a; b < s.outs; b++ {
				if h := s.w[i] * s.second(q[i*s.outs:(i+1)*s.outs], a, b); h != 0 {
					s.addOuter(hessian, a, b, h, row)
				}
			}
		}
	}
	for j := range size {
		gradient[j] += s.strength[j] * (theta[j] - s.centre[j])
		hessian.SetSym(j, j, hessian.At(j, j)+s.strength[j])
	}
	return gradient, hessian
}

// second returns ∂²ℓ/∂f_a∂f_b at the responses q.
func (s *solver) second(q []float64, a, b int) float64 {
	switch {
	case s.loss.Is(task.KindSquared):
		if a == b {
			return 2
		}
		return 0
	case s.loss.Is(task.KindLogistic):
		if a == b {
			return q[a] * (1 - q[a])
		}
		return 0
	case s.loss.Is(task.KindPoisson):
		if a == b {
			return q[a]
		}
		return 0
	case a == b:
		return q[a] * (1 - q[a])
	}
	return -q[a] * q[b]
}

// addOuter adds the upper triangle of h·row·rowᵀ to block (a, b).
func (s *solver) addOuter(hessian *mat.SymDense, a, b int, h float64, row []float64) {
	raw := hessian.RawSymmetric()
	for r, v := range row {
		from := 0
		if a == b {
			from = r
		}
		at := (a*s.k+r)*raw.Stride + b*s.k
		floats.AddScaled(raw.Data[at+from:at+s.k], h*v, row[from:])
	}
}
