package payoff

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/correlated"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// problem is a draw: rows, their truth, and the random numbers of the expert.
type problem struct {
	train igbo.Data
	truth correlated.Truth
	// chains has the features of a chain by its number of links. links and signs are uniform numbers; a statement is wrong if
	// its number is above the trust.
	chains       map[int][]int
	links, signs []float64
}

// drawProblem returns the problem of a run.
func drawProblem(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (problem, error) {
	c := r.Case.Config
	rng := benchmark.Generator("payoff", r.Case.Rows, r.Seed)
	decay := c.Steepest + (c.Flattest-c.Steepest)*rng.Float64()
	correlation := c.Correlation * rng.Float64()
	p := problem{truth: correlated.New(c.Features, decay, correlation, r.Case.Explained, rng), chains: map[int][]int{}}
	for _, m := range c.Statements {
		p.chains[m] = chosen(c.Features, m+1, rng)
	}
	for range c.Features {
		p.links, p.signs = append(p.links, rng.Float64()), append(p.signs, rng.Float64())
	}
	p.train = p.truth.Rows(r.Case.Rows, rng)
	return p, p.train.Validate()
}

// chosen draws k of n features and returns them in the order of the truth.
func chosen(n, k int, rng *rand.Rand) (some []int) {
	taken := map[int]bool{}
	for _, j := range rng.Perm(n)[:k] {
		taken[j] = true
	}
	for j := range n {
		if taken[j] {
			some = append(some, j)
		}
	}
	return some
}

// order returns an expert's order for the problem.
func (p problem) order(e expert) (o posterior.Order) {
	chain := p.chains[e.statements]
	for i := range e.statements {
		above, below := chain[i], chain[i+1]
		if p.links[i] > e.trust {
			above, below = below, above
		}
		o.Above = append(o.Above, [2]int{above, below})
	}
	if e.directions {
		o.Directions = p.truth.Directions()
		for j := range o.Directions {
			if p.signs[j] > e.trust {
				o.Directions[j] *= -1
			}
		}
	}
	return o
}

// The methods without an order.
const (
	ridge = "ridge"
	bare  = "posterior, nothing known"
)

// methods returns ridge regression, the posterior without knowledge, and the posterior with each expert.
func methods(r trial.Run[distribution], p problem) []trial.Method {
	c, found := r.Case.Config, map[string]float64{} // experts with different trust can make the same statements
	sampled := func(name string, o posterior.Order) trial.Method {
		return trial.Method{Name: name, Try: func(ctx context.Context, _ *workflow.Work) (m trial.Measured, err error) {
			key, known := fmt.Sprint(o), false
			if m.Error, known = found[key]; !known {
				m.Error, err = c.sample(ctx, p, o, uint64(r.Seed))
				found[key] = m.Error
			}
			return m, err
		}}
	}
	all := []trial.Method{
		{Name: ridge, Try: func(ctx context.Context, _ *workflow.Work) (m trial.Measured, err error) {
			f, _, err := benchmark.Tune(ctx, nil, benchmark.Ridge(), &benchmark.Problem{Train: p.train}, benchmark.DefaultTuneOptions(r.Seed))
			if err != nil {
				return m, err
			}
			at, err := f.Predict(make([]float64, c.Features))
			if err == nil {
				m.Error = p.truth.Excess(f.Weights(), at[0])
			}
			return m, err
		}},
		sampled(bare, posterior.Order{}),
	}
	for _, e := range c.experts() {
		all = append(all, sampled(e.name(), p.order(e)))
	}
	return all
}

// sample returns the excess error of the average of both posteriors under an order.
func (c Config) sample(ctx context.Context, p problem, o posterior.Order, seed uint64) (float64, error) {
	s := posterior.DefaultConfig()
	s.Chains, s.Burn, s.Draws, s.Seed = 1, c.Burn, c.Sweeps, seed
	mean, bias := make([]float64, c.Features), 0.0
	for _, s.Base = range []posterior.Base{posterior.Laplace, posterior.Gauss} {
		found, err := posterior.Sample(ctx, p.train, o, s)
		if err != nil {
			return 0, fmt.Errorf("payoff: %w", err)
		}
		w, b := found.Mean()
		for j, v := range w {
			mean[j] += v / 2
		}
		bias += b / 2
	}
	return p.truth.Excess(mean, bias), nil
}
