package pairwise

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// fit runs MM rounds until no log-strength changes by more than the tolerance.
func (g *contest) fit(s *Strengths, opts Options) error {
	n := len(g.features)
	pi, denominator := slices.Repeat([]float64{1}, n), make([]float64, n)
	for s.Iterations = 1; s.Iterations <= opts.MaxIterations; s.Iterations++ {
		for k := range denominator {
			denominator[k] = 2 * opts.Prior / (pi[k] + 1)
		}
		for _, p := range g.pairs {
			q := p.n / (pi[p.u] + pi[p.v])
			denominator[p.u] += q
			denominator[p.v] += q
		}
		if g.round(pi, denominator, opts.Prior) <= opts.Tolerance {
			s.strengths(pi)
			return nil
		}
	}
	return fmt.Errorf("pairwise: the strengths did not converge to %g in %d rounds (set a prior > 0; the comparisons hardly determine them)",
		opts.Tolerance, opts.MaxIterations)
}

// round updates the strengths and returns the largest change of a log-strength. Without a prior, it
// keeps the geometric mean at 1.
func (g *contest) round(pi, denominator []float64, prior float64) float64 {
	next, shift := make([]float64, len(pi)), 0.0
	for k := range pi {
		next[k] = math.Log((g.wins[k] + prior) / denominator[k])
		shift += next[k] / float64(len(pi))
	}
	if prior > 0 {
		shift = 0
	}
	change := 0.0
	for k := range pi {
		x := next[k] - shift
		change = math.Max(change, math.Abs(x-math.Log(pi[k])))
		pi[k] = math.Exp(x)
	}
	return change
}

func (s *Strengths) strengths(pi []float64) {
	total, meanLog := 0.0, 0.0
	for _, p := range pi {
		total += p
		meanLog += math.Log(p) / float64(len(pi))
	}
	s.offset = meanLog
	for _, p := range pi {
		s.Share = append(s.Share, p/total)
		s.Beta = append(s.Beta, math.Log(p)-meanLog)
	}
}

// errors computes the centred covariance of β. The information is the Laplacian of the weights
// n_uv·p·(1−p), plus 2·prior·p₀(1−p₀) on the diagonal. Adding 1/D to every element makes a
// Laplacian invertible and does not change contrasts.
func (g *contest) errors(s *Strengths, opts Options) error {
	n := len(g.features)
	info := mat.NewSymDense(n, nil)
	add := func(u, v int, x float64) { info.SetSym(u, v, info.At(u, v)+x) }
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for _, m := range g.pairs {
		p := logistic(s.Beta[m.u] - s.Beta[m.v])
		w := m.n * p * (1 - p)
		add(m.u, m.u, w)
		add(m.v, m.v, w)
		add(m.u, m.v, -w)
	}
	for k := range n {
		if opts.Prior > 0 {
			p := logistic(s.Beta[k] + s.offset)
			add(k, k, 2*opts.Prior*p*(1-p))
			continue
		}
		for j := k; j < n; j++ {
			add(k, j, 1/float64(n))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		return fmt.Errorf("%w: the information matrix is singular; set a prior > 0", ErrSeparable)
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return fmt.Errorf("pairwise: computing standard errors: %w", err)
	}
	s.center(&inverse)
	return nil
}

// center projects the covariance onto Σβ = 0 and extracts the standard errors.
func (s *Strengths) center(c *mat.SymDense) {
	n, _ := c.Dims()
	rows, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			rows[i] += c.At(i, j) / float64(n)
		}
		all += rows[i] / float64(n)
	}
	s.Covariance = mat.NewDense(n, n, nil)
	s.StdErr = make([]float64, n)
	for i := range n {
		for j := range n {
			s.Covariance.Set(i, j, c.At(i, j)-rows[i]-rows[j]+all)
		}
		s.StdErr[i] = math.Sqrt(math.Max(0, s.Covariance.At(i, i)))
	}
}
