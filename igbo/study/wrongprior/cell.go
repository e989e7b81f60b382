package wrongprior

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/attribution"
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
	Ridge, RankRidge float64
	// Others are the errors of the students without a gate.
	Others []float64
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
	fit, err := tuned(ctx, w, contest.Ridge(), p, o, &found.Ridge)
	if err != nil {
		return found, err
	}
	if _, err = tuned(ctx, w, contest.RankRidge(), p, o, &found.RankRidge); err != nil {
		return found, err
	}
	for _, student := range s.Config.others() {
		var e float64
		if _, err := tuned(ctx, w, student, p, o, &e); err != nil {
			return found, err
		}
		found.Others = append(found.Others, e)
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

// tuned fits a method and finds its error.
func tuned(ctx context.Context, w *study.Work, m contest.Method, p *contest.Problem, o contest.TuneOptions, e *float64) (contest.Fitted, error) {
	f, _, err := contest.Tune(ctx, w.Backend, m, p, o)
	if err == nil {
		*e, err = contest.Error(p, f)
	}
	if err != nil {
		return nil, fmt.Errorf("wrongprior: %s: %w", m.Name(), err)
	}
	return f, nil
}

// diagnose fits a student and measures what tells whether its order is wrong.
func diagnose(ctx context.Context, w *study.Work, s contest.Student, p *contest.Problem, ridge contest.Fitted, o contest.TuneOptions) (m measured, err error) {
	f, err := tuned(ctx, w, s, p, o, &m.Error)
	if err != nil {
		return m, err
	}
	with, err := contest.TrainingLoss(p, f)
	if err != nil {
		return m, err
	}
	without, err := contest.TrainingLoss(p, ridge)
	if err != nil {
		return m, err
	}
	m.Training = with / without
	losses, err := contest.CrossValidate(ctx, w.Backend, s.Gated(o, 1), p, o)
	if err != nil {
		return m, err
	}
	m.Validation = losses[1] / losses[0]
	told, err := s.Told(p)
	if err != nil {
		return m, err
	}
	for _, of := range []struct {
		fit contest.Fitted
		to  *float64
	}{{ridge, &m.Start}, {f, &m.Final}} {
		h, err := contest.Interpretability(p, of.fit, attribution.Absolute, told)
		if err != nil {
			return m, err
		}
		*of.to = h.Loss
	}
	return m, nil
}

// Cells implements study.Study: one for each size, degree and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	plain := c
	plain.Seeds, plain.Seed0, plain.Samples, plain.Swaps, plain.Handicap = 1, 0, []int{16}, []int{0}, 1
	found := map[string][]study.Part[draw]{}
	for _, n := range c.Samples {
		for _, swaps := range c.Swaps {
			name := caseName(n, swaps)
			for i := range c.Seeds {
				seed := c.Seed0 + int64(i)
				cell := study.Cell{Name: fmt.Sprintf("%s, seed %d", name, seed), Steps: len(c.students()), Weight: float64(n) + 50}
				found[name] = append(found[name], study.Add(p, cell, measure, settings{plain, n, swaps, seed}))
			}
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for _, n := range c.Samples {
			for _, swaps := range c.Swaps {
				var draws []draw
				for _, f := range found[caseName(n, swaps)] {
					draws = append(draws, f.Of(parts))
				}
				r.Cases = append(r.Cases, c.fold(n, swaps, draws))
			}
		}
		return r, r.conclude()
	}, nil
}
