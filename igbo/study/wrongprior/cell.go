package wrongprior

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// settings are those of a cell.
type settings struct {
	Config  Config // without draws, sizes and degrees
	Samples int
	Swaps   int
	Seed    int64
}

// draw is what one draw finds.
type draw struct {
	// Errors are those of the methods without diagnostics, ridge's first.
	Errors []float64
	// Measured are the students with diagnostics.
	Measured []measured
}

// measured is a student with what tells whether its order is wrong.
type measured struct {
	Error float64
	// Training, Validation, Start and Final are the diagnostics.
	Training, Validation, Start, Final float64
}

// diagnostics names them, in their order.
var diagnostics = []string{"training loss ÷ ridge's", "cross-validated loss ÷ ridge's", "H at the warm start", "final H"}

func (m measured) values() []float64 {
	return []float64{m.Training, m.Validation, m.Start, m.Final}
}

// measure does a draw.
func measure(ctx context.Context, w *study.Work, s settings) (found draw, err error) {
	p, err := s.Config.problems().Draw(s.Config.drawn(s.Samples), s.Seed)
	if err != nil {
		return found, err
	}
	if p.Order, err = damaged(p, s.Swaps, rand.New(rand.NewPCG(uint64(s.Seed), 99))); err != nil {
		return found, err
	}
	o := contest.DefaultTuneOptions(s.Seed)
	var fit contest.Fitted
	for i, m := range s.Config.plain() {
		f, _, e, err := contest.Try(ctx, w.Backend, m, p, o)
		if err != nil {
			return found, err
		}
		if found.Errors = append(found.Errors, e); i == 0 {
			fit = f
		}
	}
	for i, student := range s.Config.students() {
		m, err := diagnose(ctx, w, student, p, fit, o)
		if err != nil {
			return found, err
		}
		found.Measured = append(found.Measured, m)
		w.Step(i + 1)
	}
	return found, nil
}

// diagnose fits a student and measures what tells whether its order is wrong.
func diagnose(ctx context.Context, w *study.Work, s contest.Student, p *contest.Problem, ridge contest.Fitted, o contest.TuneOptions) (m measured, err error) {
	var f contest.Fitted
	if f, _, m.Error, err = contest.Try(ctx, w.Backend, s, p, o); err != nil {
		return m, err
	}
	losses, err := contest.CrossValidate(ctx, w.Backend, s.Gated(o, 1), p, o)
	if err != nil {
		return m, err
	}
	m.Validation = losses[1] / losses[0]
	told, err := s.Told(p)
	if err != nil {
		return m, err
	}
	without := 0.0
	for _, of := range []struct {
		fit     contest.Fitted
		loss, h *float64
	}{{ridge, &without, &m.Start}, {f, &m.Training, &m.Final}} {
		if *of.loss, err = contest.TrainingLoss(p, of.fit); err != nil {
			return m, err
		}
		h, err := contest.Interpretability(p, of.fit, attribution.Absolute, told)
		if err != nil {
			return m, err
		}
		*of.h = h.Loss
	}
	m.Training /= without
	return m, nil
}

// Cells implements study.Study: one for each size, degree and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	plain := c
	plain.Seeds, plain.Seed0, plain.Samples, plain.Swaps, plain.Handicap = 1, 0, []int{16}, []int{0}, 1
	cases := c.cases()
	found := study.Grid(p, measure, len(cases), func(int) int { return c.Seeds }, func(i, j int) (study.Cell, settings) {
		n, swaps, seed := cases[i].Samples, cases[i].Swaps, c.Seed0+int64(j)
		cell := study.Cell{Name: fmt.Sprintf("%s, seed %d", caseName(n, swaps), seed), Steps: len(c.students()), Weight: float64(n) + 50}
		return cell, settings{plain, n, swaps, seed}
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range cases {
			r.Cases = append(r.Cases, c.fold(f, study.All(parts, found[i])))
		}
		return r, r.conclude()
	}, nil
}

// cases are all sizes with all degrees, of which nothing is found yet.
func (c Config) cases() (all []Found) {
	for _, n := range c.Samples {
		for _, swaps := range c.Swaps {
			all = append(all, Found{Samples: n, Swaps: swaps})
		}
	}
	return all
}

// damaged is the order with names exchanged.
func damaged(p *contest.Problem, swaps int, rng *rand.Rand) (*dag.DAG, error) {
	n := len(p.Order.Features)
	to := make([]int, n)
	for k := range to {
		to[k] = k
	}
	switch {
	case swaps == Reversed:
		ranks := contest.Ranks(p)
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
	d, err := contest.Relabelled(p.Order, to)
	if err != nil {
		return nil, fmt.Errorf("wrongprior: %w", err)
	}
	return d, nil
}
