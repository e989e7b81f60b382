package shift

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// blocks is the number of parts into which the draws of a shift fall, atOnce the number of draws of a cell.
const (
	blocks = 4
	atOnce = 16
)

// settings are those of a cell: some draws of one shift.
type settings struct {
	Config Config // without the number of draws
	Shift  Shift
	File   study.File
	Seed0  int64
	Draws  int
}

// part is what a cell finds: errors of each method by draw, abroad (and of the same models at home), and taught.
type part struct {
	Names, Taught             []string
	Abroad, Home, TaughtError [][]float64
}

// Cells implements study.Study: one for each shift and block.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	shifts := c.chosen()
	var files []study.File
	for _, s := range shifts {
		var f study.File
		var err error
		if !c.Twins {
			if f, err = s.file(c.Packages); err != nil {
				return nil, err
			}
		}
		files = append(files, f)
	}
	found := study.Grid(p, look, len(shifts), func(int) int { return (c.Draws + atOnce - 1) / atOnce }, func(i, j int) (study.Cell, settings) {
		only := c
		only.Shifts, only.Packages, only.Draws, only.Seed0 = nil, "", 0, 0
		s := settings{only, shifts[i], files[i], c.Seed0 + int64(j*atOnce), min(atOnce, c.Draws-j*atOnce)}
		return study.Cell{Name: fmt.Sprintf("%s, draws %d to %d", s.Shift.Name, s.Seed0, s.Seed0+int64(s.Draws)-1), Steps: s.Draws}, s
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		var tables []part
		for i, s := range shifts {
			all := together(study.All(parts, found[i]))
			tables, r.Found = append(tables, all), append(r.Found, newFound(s, all, c.Draws))
		}
		r.nest(tables)
		return r, nil
	}, nil
}

// look tries every method on each draw.
func look(ctx context.Context, w *study.Work, s settings) (part, error) {
	found := part{}
	t, err := s.table()
	if err != nil {
		return found, err
	}
	for i := range s.Draws {
		seed := s.Seed0 + int64(i)
		d, err := s.Shift.draw(t, contest.Generator(s.Shift.Name, 0, seed))
		if err != nil {
			return found, err
		}
		abroad, home, last, err := d.try(ctx, w, s.Config.abroad(d), seed, d.abroad, d.beside)
		if err != nil {
			return found, err
		}
		teacher, err := lineOf(last, len(d.features))
		if err != nil {
			return found, err
		}
		arms := s.Config.taught(d, teacher)
		taught, _, _, err := d.try(ctx, w, arms, seed, d.abroad)
		if err != nil {
			return found, err
		}
		found.Abroad, found.Home, found.TaughtError = append(found.Abroad, abroad), append(found.Home, home), append(found.TaughtError, taught)
		if i == 0 {
			found.Names, found.Taught = called(s.Config.abroad(d)), called(arms)
		}
		w.Step(i + 1)
	}
	return found, nil
}

func (s settings) table() (*table, error) {
	if s.Config.Twins {
		return s.Shift.twin()
	}
	return s.Shift.read(s.File)
}

func called(arms []arm) []string { return study.Each(arms, func(a arm) string { return a.name }) }

// try fits every method and finds its errors on the tests, of which there may be one or two; the last method's model is returned, too.
func (d *draw) try(ctx context.Context, w *study.Work, arms []arm, seed int64, tests ...igbo.Data) (first, second []float64, last contest.Fitted, err error) {
	for _, a := range arms {
		p, err := d.problem(a, tests[0])
		if err != nil {
			return nil, nil, nil, err
		}
		f, _, e, err := contest.Try(ctx, w.Backend, a.method, p, contest.DefaultTuneOptions(seed))
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", a.name, err)
		}
		first, last = append(first, logged(e)), f
		for _, test := range tests[1:] {
			p.Test = test
			if e, err = contest.Error(p, f); err != nil {
				return nil, nil, nil, err
			}
			second = append(second, logged(e))
		}
	}
	return first, second, last, nil
}

// logged is an error's logarithm, of one that is nothing that of very little.
func logged(e float64) float64 { return math.Log(max(e, 1e-12)) }
