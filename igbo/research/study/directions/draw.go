package directions

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/correlated"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// problem is a draw with the statements of the expert.
type problem struct {
	*benchmark.Problem
	truth correlated.Truth
	above [][2]int
}

// drawProblem returns the problem of a run.
func drawProblem(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (p problem, err error) {
	k := r.Case.Case
	rng := benchmark.Generator("directions", k.Rows, r.Seed)
	decay := k.Steepest + (k.Flattest-k.Steepest)*rng.Float64()
	correlation := k.Correlation * rng.Float64()
	p.truth = correlated.New(k.Features, decay, correlation, k.Explained, rng)
	at := rng.Perm(k.Features) // pairs from the start are exchanged, directions from the end are flipped
	p.Problem = &benchmark.Problem{Train: p.truth.Rows(k.Rows, rng), Signs: p.truth.Directions()}
	named := make([]int, k.Features) // the feature at each rank
	for j := range named {
		named[j] = j
	}
	for s := range k.Swaps {
		a, b := at[2*s], at[2*s+1]
		named[a], named[b] = named[b], named[a]
	}
	for f := range k.Flips {
		p.Signs[at[k.Features-1-f]] *= -1
	}
	for u := range k.Features {
		for v := u + 1; v < k.Features; v++ {
			if k.Top == 0 || u < k.Top && v >= k.Top {
				p.above = append(p.above, [2]int{named[u], named[v]})
			}
		}
	}
	edges := study.Each(p.above, func(e [2]int) dag.Edge { return dag.Edge{U: e[0], V: e[1]} })
	if p.Order, err = benchmark.Bare(p.Train.Features, edges); err != nil {
		return p, err
	}
	return p, nil
}

// Names of the methods.
const (
	ridge     = "ridge"
	directed  = "posterior, directions"
	scaled    = "posterior, directions and ranks as scales"
	soft      = "posterior, soft order and directions"
	both      = "posterior, order and directions"
	penalised = "sign-rank-ridge"
)

// methods returns all methods of every case.
func methods(r trial.Run[distribution], p problem) (all []trial.Method) {
	for _, m := range []benchmark.Method{benchmark.Ridge(), benchmark.SignedRidge(), benchmark.SignRankRidge(), benchmark.Named(benchmark.Believed(), benchmark.OrderedCone)} {
		all = append(all, p.enter(m.Name(), r.Seed, m))
	}
	for _, s := range []sampling{
		{name: directed, trust: posterior.Hard}, {name: scaled, trust: posterior.Hard, ranks: true}, {name: soft, trust: posterior.Soft, order: true}, {name: both, trust: posterior.Hard, order: true},
	} {
		all = append(all, p.enter(s.name, r.Seed, s.method(r.Case, p)))
	}
	return all
}

// enter measures a method's excess error.
func (p problem) enter(name string, seed int64, m benchmark.Method) trial.Method {
	return trial.Method{Name: name, Try: func(ctx context.Context, _ *workflow.Work) (found trial.Measured, err error) {
		f, _, err := benchmark.Tune(ctx, nil, m, p.Problem, benchmark.DefaultTuneOptions(seed))
		if err != nil {
			return found, err
		}
		at, err := f.Predict(make([]float64, len(p.truth.Weights)))
		if err == nil {
			found.Error = p.truth.Excess(f.Weights(), at[0])
		}
		return found, err
	}}
}

// sampling describes a posterior under the directions.
type sampling struct {
	name         string
	trust        posterior.Trust
	order, ranks bool
}

// method returns the mean of the draws of both bases.
func (s sampling) method(of distribution, p problem) benchmark.Method {
	return benchmark.Recipe{Label: s.name, Learn: func(ctx context.Context, _ compute.Backend, _ *benchmark.Problem, _ benchmark.Setting, seed int64) (benchmark.Fitted, error) {
		c, o := posterior.DefaultConfig(), posterior.Order{Directions: p.Signs}
		c.Trust, c.Chains, c.Burn, c.Draws, c.Seed = s.trust, 1, of.Burn, of.Sweeps, uint64(seed)
		if s.order {
			o.Above = p.above
		}
		if s.ranks {
			c.Scales = benchmark.Ranks(p.Problem) // all inputs have variance 1
		}
		mean := make(benchmark.Line, len(p.Signs)+1)
		for _, c.Base = range []posterior.Base{posterior.Laplace, posterior.Gauss} {
			found, err := posterior.Sample(ctx, p.Train, o, c)
			if err != nil {
				return nil, fmt.Errorf("directions: %w", err)
			}
			w, b := found.Mean()
			for j, v := range append(w, b) {
				mean[j] += v / 2
			}
		}
		return mean, nil
	}}
}
