package fewsamples

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// settings are those of a cell.
type settings struct {
	Config Config // without cases
	Case   Case
	Seed   int64
}

// draw is what one draw finds, in the order of the case's methods.
type draw struct {
	Errors []float64
	Fits   []int
	// Strengths are the test errors of ridge by strength, for the best one.
	Strengths []float64
	// Edges is the number of the order's edges.
	Edges int
}

// measure does a draw: every method of the case.
func measure(ctx context.Context, w *study.Work, s settings) (draw, error) {
	p, l, err := s.Config.problem(s.Case, s.Seed)
	if err != nil {
		return draw{}, err
	}
	if err := p.Validate(); err != nil {
		return draw{}, err
	}
	found := draw{Edges: len(p.Order.Edges)}
	options := contest.DefaultTuneOptions(s.Seed)
	for i, name := range s.Case.Methods {
		m, err := s.Config.method(s.Case, name)
		if err != nil {
			return found, err
		}
		if name == bestRidge {
			if found.Strengths, err = everyStrength(ctx, w, m, p); err != nil {
				return found, err
			}
			found.Errors, found.Fits = append(found.Errors, 0), append(found.Fits, contest.GridSize)
			continue
		}
		own := p
		if student, ok := m.(contest.Student); ok && (student.Score == attribution.Signed || student.Offset != 0) {
			if own, err = s.rescored(p, l, student); err != nil {
				return found, err
			}
			if len(own.Order.Edges) == 0 { // the order says nothing: the student without it
				student.Ignores = true
				m = student
			}
		}
		_, chosen, e, err := contest.Try(ctx, w.Backend, m, own, options) // with the same test
		if err != nil {
			return found, err
		}
		found.Errors, found.Fits = append(found.Errors, e), append(found.Fits, chosen.Fits)
		w.Step(i + 1)
	}
	return found, nil
}

// rescored is the problem with the order of the student's own score.
func (s settings) rescored(p *contest.Problem, l law, student contest.Student) (*contest.Problem, error) {
	order, err := l.order(p.Train.X, student.Score, student.Offset, s.Case.R, uint64(s.Seed))
	if err != nil {
		return nil, err
	}
	return &contest.Problem{Train: p.Train, Test: p.Test, Order: order, Signs: p.Signs, Teacher: p.Teacher}, nil
}

// everyStrength are test errors by strength.
func everyStrength(ctx context.Context, w *study.Work, m contest.Method, p *contest.Problem) (errors []float64, err error) {
	for _, setting := range m.Settings() {
		fit, err := m.Fit(ctx, w.Backend, p, setting, 0)
		if err != nil {
			return nil, err
		}
		e, err := contest.Error(p, fit)
		if err != nil {
			return nil, err
		}
		errors = append(errors, e)
	}
	return errors, nil
}

// Cells implements study.Study: one for each case and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	plain := c
	plain.Cases, plain.Seeds, plain.Networks, plain.Seed0 = nil, 0, 0, 0
	found := study.Grid(p, measure, len(c.Cases), func(i int) int { return c.draws(c.Cases[i]) }, func(i, j int) (study.Cell, settings) {
		k, seed := c.Cases[i], c.Seed0+int64(j)
		cell := study.Cell{Name: fmt.Sprintf("%s, seed %d", k.Name, seed), Steps: len(k.Methods), Weight: float64(k.Samples) + 50}
		k.Name = ""
		return cell, settings{plain, k, seed}
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, k := range c.Cases {
			r.Cases = append(r.Cases, c.fold(k, study.All(parts, found[i])))
		}
		return r, r.conclude()
	}, nil
}

// Draw is the problem of a case and a seed, as the study draws it.
func (c Config) Draw(k Case, seed int64) (*contest.Problem, error) {
	p, _, err := c.problem(k, seed)
	return p, err
}
