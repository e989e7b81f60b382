package benchmark

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"
)

// Names of the methods of [ExplanationConstraints].
const (
	Explained      = "explanation constraints, order"
	ExplainedSigns = "explanation constraints, order and signs"
)

// ExplanationConstraints returns a linear model that learns with explanation constraints (Pukdee, Sam, Kolter, Balcan and
// Ravikumar, NeurIPS 2023, arXiv 2303.14496). The constrained class contains models that meet constraints on their gradients in
// expectation over new inputs. The gradient of a linear model is the same everywhere, so the class contains the models whose
// weights satisfy the order and the signs. Two steps alternate:
//
//  1. f is the model of the constrained class whose outputs on inputs without targets are nearest to those of h;
//  2. h minimises the error on the rows with targets plus ridge's penalty plus λ·the mean of (h(x) − f(x))² over inputs without
//     targets.
//
// The method is reconstructed from the abstract and the first page of the introduction. These define the class and mention a
// variational approximation, which is compared with augmented Lagrangian methods; the authors' equations were not available. h
// starts at ridge with the strength of the least leave-one-out error, and is the estimate after ten rounds. λ has eight values.
// The inputs without targets are [Problem.Unlabelled], which no other method sees, or the training inputs if there are none.
func ExplanationConstraints() []Method {
	return []Method{explained(Explained, false), explained(ExplainedSigns, true)}
}

func explained(name string, signs bool) Recipe {
	return Recipe{
		Label: name, Needs: plainTable(name, true, signs), Grid: Grid(100, 0.03),
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
			m, known, lambda := p.moments(), p.knowledge(true, signs), s.Strength
			spread := p.covariance(m)
			a := shifted(m.g, m.d, m.looRidge()/2+tiny)
			h := multiplied(inverse(a, m.d), m.b)
			floats.AddScaled(a, lambda, spread)
			a = inverse(a, m.d)
			for range rounds {
				right := append([]float64(nil), m.b...)
				floats.AddScaled(right, lambda, multiplied(spread, known.nearest(spread, h)))
				next := multiplied(a, right)
				moved := floats.Distance(next, h, 2)
				if h = next; moved < 1e-6 {
					break
				}
			}
			return m.line(h), nil
		},
	}
}

// rounds is the number of repetitions of both steps.
const rounds = 10

// covariance returns the covariance of inputs without targets, in the units of the training rows.
func (p *Problem) covariance(m moments) []float64 {
	z := m.z
	if len(p.Unlabelled) > 0 {
		z = append([]float64(nil), p.Unlabelled...)
		for i := range z {
			z[i] = m.units.Input(z[i], i%m.d)
		}
	}
	mean, n := make([]float64, m.d), float64(len(z)/m.d)
	for i, v := range z {
		mean[i%m.d] += v / n
	}
	s := second(z, m.d)
	for i, v := range mean {
		floats.AddScaled(s[i*m.d:(i+1)*m.d], -v, mean)
	}
	return shifted(s, m.d, 1e-6)
}

// Complexity returns the factor by which the order, the signs, or both reduce the empirical Rademacher complexity of linear
// models with bounded weights, on the training inputs in standardised units. For the class of weights w in a cone with ‖w‖ ≤ B,
// the complexity is B·E‖Π(g)‖. Here g = mean σ_i·z_i for random signs σ, and Π is the projection onto the cone. B cancels, and
// the expectation is a mean over draws. Pukdee et al. (arXiv 2303.14496) explain the benefit of explanations by this reduction.
// The value follows from the definition of the complexity, not from a formula of theirs.
func (p *Problem) Complexity(order, signs bool, draws int, seed int64) (float64, error) {
	if err := plainTable("the complexity", order, signs)(p); err != nil {
		return 0, err
	}
	if draws < 1 {
		return 0, errors.New("benchmark: computing the complexity: the number of draws must be at least 1")
	}
	m, known := p.moments(), p.knowledge(order, signs)
	unit := shifted(make([]float64, m.d*m.d), m.d, 1)
	rng := rand.New(rand.NewPCG(uint64(seed), 29))
	within, all := 0.0, 0.0
	for range draws {
		g := make([]float64, m.d)
		for i := range m.n {
			floats.AddScaled(g, float64(1-2*rng.IntN(2))/float64(m.n), m.z[i*m.d:(i+1)*m.d])
		}
		all += floats.Norm(g, 2)
		within += floats.Norm(known.nearest(unit, g), 2)
	}
	return within / all, nil
}
