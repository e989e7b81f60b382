package wrongprior

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// distribution has the settings of a run.
type distribution struct {
	Config  Config // without draws, sizes and degrees
	Samples int
	Swaps   int
}

// diagnostics are the measures of each student, in this order.
var diagnostics = []string{"training loss ÷ ridge's", "cross-validated loss ÷ ridge's", "H at the warm start", "final H"}

// validation is the index of the diagnostic by which a gate chooses.
const validation = 1

// draw returns the problem of a run with a damaged order.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (*benchmark.Problem, error) {
	return r.Case.Config.Draw(r.Case.Samples, r.Case.Swaps, r.Seed)
}

// Draw returns the problem that the study draws for a number of samples, a degree of damage and a seed.
func (c Config) Draw(samples, swaps int, seed int64) (*benchmark.Problem, error) {
	p, err := c.problems().Draw(c.drawn(samples), seed)
	if err == nil {
		p.Order, err = damaged(p, swaps, rand.New(rand.NewPCG(uint64(seed), 99)))
	}
	return p, err
}

// Degree returns the name of a degree of damage.
func Degree(swaps int) string { return degree(swaps) }

// methods returns ridge, the other methods without diagnostics, and the students.
func methods(r trial.Run[distribution], p *benchmark.Problem) (all []trial.Method) {
	var ridge benchmark.Fitted
	for i, m := range r.Case.Config.plain() {
		all = append(all, benchmark.Enter("", m, p, r.Seed, func(_ context.Context, _ *workflow.Work, f benchmark.Fitted) ([]float64, error) {
			if i == 0 {
				ridge = f
			}
			return nil, nil
		}))
	}
	for _, s := range r.Case.Config.students() {
		all = append(all, benchmark.Enter("", s, p, r.Seed, func(ctx context.Context, w *workflow.Work, f benchmark.Fitted) ([]float64, error) {
			return diagnose(ctx, w, s, p, ridge, f, benchmark.DefaultTuneOptions(r.Seed))
		}))
	}
	return all
}

// diagnose computes the diagnostics of a fitted student.
func diagnose(ctx context.Context, w *workflow.Work, s benchmark.Student, p *benchmark.Problem, ridge, fit benchmark.Fitted, o benchmark.TuneOptions) ([]float64, error) {
	losses, err := benchmark.CrossValidate(ctx, w.Backend, s.Gated(o, 1), p, o)
	if err != nil {
		return nil, err
	}
	informed, err := s.Informed(p)
	if err != nil {
		return nil, err
	}
	var loss, h [2]float64
	for i, f := range []benchmark.Fitted{ridge, fit} {
		if loss[i], err = benchmark.TrainingLoss(p, f); err != nil {
			return nil, err
		}
		v, err := benchmark.Interpretability(p, f, attribution.Absolute, informed)
		if err != nil {
			return nil, err
		}
		h[i] = v.Loss
	}
	return []float64{loss[1] / loss[0], losses[1] / losses[0], h[0], h[1]}, nil
}

// Cells implements workflow.Study: a trial of each size and degree.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	plain := c
	plain.Seeds, plain.Seed0, plain.Samples, plain.Swaps, plain.Handicap = 1, 0, []int{16}, []int{0}, 1
	t, cases := trial.Trial[distribution, *benchmark.Problem]{Seed0: c.Seed0, Draw: draw, Methods: methods}, c.cases()
	for _, f := range cases {
		t.Cases = append(t.Cases, trial.Case[distribution]{
			Name: caseName(f.Samples, f.Swaps), Draws: c.Seeds, Steps: len(c.plain()) + len(c.students()), Weight: float64(f.Samples) + 50, Settings: distribution{plain, f.Samples, f.Swaps},
		})
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			r.Cases = append(r.Cases, c.fold(cases[i], f))
		}
		return r, r.conclude()
	})
}

// cases returns all sizes with all degrees, without results.
func (c Config) cases() (all []Found) {
	for _, n := range c.Samples {
		for _, swaps := range c.Swaps {
			all = append(all, Found{Samples: n, Swaps: swaps})
		}
	}
	return all
}

// damaged returns the order with exchanged names.
func damaged(p *benchmark.Problem, swaps int, rng *rand.Rand) (*dag.DAG, error) {
	n := len(p.Order.Features)
	to := make([]int, n)
	for k := range to {
		to[k] = k
	}
	switch {
	case swaps == Reversed:
		ranks := benchmark.Ranks(p)
		byRank := slices.Clone(to)
		slices.SortStableFunc(byRank, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
		for i, k := range byRank {
			to[k] = byRank[n-1-i]
		}
	case swaps == Placebo:
		rng.Shuffle(n, func(i, j int) { to[i], to[j] = to[j], to[i] })
	default:
		for range swaps {
			i := rng.IntN(n)
			j := (i + 1 + rng.IntN(n-1)) % n
			to[i], to[j] = to[j], to[i]
		}
	}
	d, err := benchmark.Relabelled(p.Order, to)
	if err != nil {
		return nil, fmt.Errorf("wrongprior: %w", err)
	}
	return d, nil
}
