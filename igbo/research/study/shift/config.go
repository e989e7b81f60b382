package shift

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Config describes the study.
type Config struct {
	// Shifts are names from orders.yaml; an empty list means all.
	Shifts []string `json:"shifts"`
	// Packages is the folder in which the packages are installed ([Install]). With Twins, synthetic tables replace their
	// tables.
	Packages string `json:"packages"`
	Twins    bool   `json:"twins"`
	// Draws is the number of draws of each shift, with seeds from Seed0 on, in four blocks.
	Draws int   `json:"draws"`
	Seed0 int64 `json:"seed0"`
	// Burn and Sweeps are the discarded and the kept sweeps of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
	// Steps and Rate are the steps and the learning rate of the student trained by IGBO.
	Steps int     `json:"steps" bounds:"[1, 100000]"`
	Rate  float64 `json:"learning_rate" bounds:"(0, 1]"`
}

// DefaultConfig returns all shifts with 256 draws.
func DefaultConfig() Config {
	return Config{Packages: "packages", Draws: 256, Seed0: 1001, Burn: 200, Sweeps: 600, Steps: 50, Rate: 0.02}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "shift",
		Question: "Does an importance order remain useful in another population if a model's predictions do not?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
		Brief: []string{`shifts=["airlines, cost","carriers, delay on arrival"]`, "twins=true", "draws=2", "burn=5", "sweeps=8", "steps=2"},
		// synthetic tables have no files
		Folded: []string{"Packages"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("shift", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	if _, err := Shifts(); err != nil {
		return err
	}
	all := names()
	for i, name := range c.Shifts {
		if !slices.Contains(all, name) {
			return fmt.Errorf("shift: shift %q not found, want some of %q", name, all)
		}
		if slices.Contains(c.Shifts[:i], name) {
			return fmt.Errorf("shift: shift %q occurs twice, but must occur once", name)
		}
	}
	return limits.Count("sweeps", float64(c.Draws)*float64(len(all))*40*float64(c.Burn+c.Sweeps))
}

// chosen returns the selected shifts.
func (c Config) chosen() []Shift {
	all, _ := Shifts() // Validate reports the error
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

//go:embed *.json *answer.tmpl
var committed embed.FS

// blocks is the number of blocks of the draws of a shift.
const blocks = 4

// distribution has the settings of a run of a shift.
type distribution struct {
	Config Config // without the number of draws
	Shift  Shift
	File   workflow.File
}

// Cells implements workflow.Study: a trial of each shift.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	shifts, only := c.chosen(), c
	only.Shifts, only.Packages, only.Draws, only.Seed0 = nil, "", 0, 0
	t := trial.Trial[distribution, *draw]{Seed0: c.Seed0, Draw: drawRun, Methods: methods}
	for _, s := range shifts {
		of := trial.Case[distribution]{Name: s.Name, Draws: c.Draws, Settings: distribution{only, s, workflow.File{}}}
		if !c.Twins {
			var err error
			if of.Settings.File, err = s.file(c.Packages); err != nil {
				return nil, err
			}
		}
		t.Cases = append(t.Cases, of)
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r, tables := &Result{Config: c}, study.Each(found, newLogs)
		for i, s := range shifts {
			r.Found = append(r.Found, newFound(s, tables[i]))
		}
		r.nest(tables)
		return r, nil
	})
}

// drawRun returns the problem of a run with the teacher of the group.
func drawRun(ctx context.Context, w *workflow.Work, r trial.Run[distribution]) (*draw, error) {
	t, err := r.Case.table()
	if err != nil {
		return nil, err
	}
	d, err := r.Case.Shift.draw(t, benchmark.Generator(r.Case.Shift.Name, 0, r.Seed))
	if err != nil {
		return nil, err
	}
	p, err := d.problem(arm{train: &d.group})
	if err != nil {
		return nil, err
	}
	if d.whole, _, _, err = benchmark.Try(ctx, w.Backend, benchmark.Ridge(), p, benchmark.DefaultTuneOptions(r.Seed)); err != nil {
		return nil, err
	}
	d.teacher, err = lineOf(d.whole, len(d.features))
	return d, err
}

func (s distribution) table() (*table, error) {
	if s.Config.Twins {
		return s.Shift.twin()
	}
	return s.Shift.read(s.File)
}

// taughtPrefix begins the names of methods that have a teacher.
const taughtPrefix = "taught: "

// methods returns the methods that are trained on rows of one group and also tested in that group, and the methods with a
// teacher.
func methods(r trial.Run[distribution], d *draw) (all []trial.Method) {
	home := func(_ context.Context, _ *workflow.Work, f benchmark.Fitted) ([]float64, error) {
		e, err := benchmark.Error(&benchmark.Problem{Test: d.beside}, f)
		return []float64{e}, err
	}
	for _, a := range r.Case.Config.abroad(d) {
		all = append(all, d.enter(a.name, a, r.Seed, home))
	}
	for _, a := range r.Case.Config.taught(d) {
		all = append(all, d.enter(taughtPrefix+a.name, a, r.Seed))
	}
	return all
}

// enter returns an arm's method in the trial.
func (d *draw) enter(name string, a arm, seed int64, more ...benchmark.Measure) trial.Method {
	p, err := d.problem(a)
	if err != nil {
		return trial.Method{Name: name, Try: func(context.Context, *workflow.Work) (trial.Measured, error) { return trial.Measured{}, err }}
	}
	return benchmark.Enter(name, a.method, p, seed, more...)
}

// logged returns the logarithm of an error, which is at least 1e-12.
func logged(e float64) float64 { return math.Log(max(e, 1e-12)) }
