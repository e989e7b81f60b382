package shift

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
)

// Config describes the study.
type Config struct {
	// Shifts are names of orders.yaml's; none are all of them.
	Shifts []string `json:"shifts"`
	// Packages is the folder in which the packages are installed ([Install]); with Twins made-up tables stand for theirs.
	Packages string `json:"packages"`
	Twins    bool   `json:"twins"`
	// Draws are those of each shift, with seeds from Seed0 on, in four blocks.
	Draws int   `json:"draws"`
	Seed0 int64 `json:"seed0"`
	// Burn and Sweeps are those of each posterior's chain, that are thrown away and kept.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
	// Steps and Rate are those of the student by IGBO.
	Steps int     `json:"steps" bounds:"[1, 100000]"`
	Rate  float64 `json:"learning_rate" bounds:"(0, 1]"`
}

// DefaultConfig is all shifts with 256 draws.
func DefaultConfig() Config {
	return Config{Packages: "packages", Draws: 256, Seed0: 1001, Burn: 200, Sweeps: 600, Steps: 50, Rate: 0.02}
}

// Definition is the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "shift",
		Question: "Does an order of importance survive a shift of population where answers do not?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("shift", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	if _, err := Shifts(); err != nil {
		return err
	}
	all := names()
	for i, name := range c.Shifts {
		if !slices.Contains(all, name) || slices.Contains(c.Shifts[:i], name) {
			return fmt.Errorf("shift: %q, expected some of %q, each once", name, all)
		}
	}
	return limits.Count("sweeps", float64(c.Draws)*float64(len(all))*40*float64(c.Burn+c.Sweeps))
}

// chosen are the shifts that are asked for.
func (c Config) chosen() []Shift {
	all, _ := Shifts() // Validate says what is wrong
	if len(c.Shifts) == 0 {
		return all
	}
	var some []Shift
	for _, name := range c.Shifts {
		one := Shift{Name: name}
		if s := study.First(all, func(s *Shift) bool { return s.Name == name }); s != nil {
			one = *s
		}
		some = append(some, one)
	}
	return some
}

//go:embed *.json
var committed embed.FS

// blocks is the number of parts into which the draws of a shift fall.
const blocks = 4

// settings are those of a cell: one draw of a shift.
type settings struct {
	Config Config // without the number of draws
	Shift  Shift
	File   study.File
	Seed   int64
}

// part is what a cell finds: logarithms of errors by method, abroad (and of the same models at home), and taught.
type part struct {
	Names, Taught             []string
	Abroad, Home, TaughtError []float64
}

// Cells implements study.Study: one for each shift and draw.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	shifts := c.chosen()
	files := make([]study.File, len(shifts))
	for i, s := range shifts {
		var err error
		if !c.Twins {
			if files[i], err = s.file(c.Packages); err != nil {
				return nil, err
			}
		}
	}
	only := c
	only.Shifts, only.Packages, only.Draws, only.Seed0 = nil, "", 0, 0
	found := study.Grid(p, look, len(shifts), func(int) int { return c.Draws }, func(i, j int) (study.Cell, settings) {
		s := settings{only, shifts[i], files[i], c.Seed0 + int64(j)}
		return study.Cell{Name: fmt.Sprintf("%s, draw %d", s.Shift.Name, s.Seed)}, s
	})
	return func(parts *study.Parts) (*Result, error) {
		r, tables := &Result{Config: c}, study.Rows(parts, found)
		for i, s := range shifts {
			r.Found = append(r.Found, newFound(s, tables[i]))
		}
		r.nest(tables)
		return r, nil
	}, nil
}

// look tries every method on a draw.
func look(ctx context.Context, w *study.Work, s settings) (found part, err error) {
	t, err := s.table()
	if err != nil {
		return found, err
	}
	d, err := s.Shift.draw(t, contest.Generator(s.Shift.Name, 0, s.Seed))
	if err != nil {
		return found, err
	}
	arms := s.Config.abroad(d)
	found.Names = called(arms)
	var last contest.Fitted
	if found.Abroad, found.Home, last, err = d.try(ctx, w, arms, s.Seed, d.abroad, d.beside); err != nil {
		return found, err
	}
	teacher, err := lineOf(last, len(d.features))
	if err != nil {
		return found, err
	}
	arms = s.Config.taught(d, teacher)
	found.Taught = called(arms)
	found.TaughtError, _, _, err = d.try(ctx, w, arms, s.Seed, d.abroad)
	return found, err
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
