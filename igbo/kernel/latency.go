package kernel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// Latency holds how long cells of one kind take, from the request to the reply and the last output.
type Latency struct {
	// Name describes the kind of cell.
	Name string
	// Goal is the limit for the median on an idle machine; 0 for another kernel.
	Goal time.Duration
	// Times holds the time of each run, in order.
	Times []time.Duration
	// Parts holds the time of each step of a cell.
	Parts []Part
	// Alone holds the time of go build alone, for comparison with the kernel's build.
	Alone []Part
}

// Part is the latency of one step.
type Part struct {
	Name string
	// Time is the median time, and CPU the median processor time, which depends less on other programs. They are 0 if unknown.
	Time, CPU time.Duration
}

// Median returns the median time of the runs.
func (l Latency) Median() time.Duration { return median(l.Times) }

func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// sample is a kind of cell. Each run replaces %d in its code by another number, so each run compiles.
type sample struct {
	name, code string
	goal       time.Duration
	xla, first bool
	program    bool        // whether each cell is a program
	before     string      // code of a cell that runs first
	competitor *competitor // the other kernel that runs it
}

const (
	main     = "%%%%\n"
	printing = "fmt.Println(%d)"
	plotting = "engine, choice, err := backend.Select(\"go\")\nfmt.Println(engine.Name(), choice.Name, err, %d)\n" +
		"plots.Show(plots.Geometry([]float64{1, 0}, []float64{-0.5, 1}, []plots.Direction{{Name: \"P\", V: []float64{1, 0}}}))"
)

// A cell that trains a model, and one that uses it.
const (
	trained = "sets, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)\ndata, err := igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y)\n" +
		"order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 9, P: 1, Epsilon: 0.02, Delta: 1}}, nil, nil)\ncfg := igbo.DefaultConfig()\ncfg.Epochs = 2\n" +
		"engine, _, err := backend.Select(\"go\")\nresult, err := igbo.Train(context.Background(), engine, cfg, data, order)\nif err != nil { panic(err) }"
	evaluating = "evaluation, err := result.Model.Evaluate(data, order)\nfmt.Println(evaluation.Interpretability.Constraints, err, %d)"
)

var samples = []sample{
	{name: "a cell that prints", code: printing, goal: 20 * time.Millisecond},
	{name: "a cell with backend and plots", code: plotting, goal: 60 * time.Millisecond},
	{name: "a cell with a model of an earlier cell", code: evaluating, goal: 60 * time.Millisecond, before: trained},
	{name: "a cell after 1 000 declarations", code: printing, goal: 40 * time.Millisecond, before: declarations},
	{name: "the first cell, with the kernel's start", code: printing, goal: 150 * time.Millisecond, first: true},
	{name: "a program that prints", code: main + printing, goal: 200 * time.Millisecond, program: true},
	{name: "an edited program with backend and plots", code: main + plotting, goal: 700 * time.Millisecond, program: true},
	{name: "the first program, with the kernel's start", code: main + printing, goal: time.Second, first: true, program: true},
	{name: "an edited program with XLA linked", code: main + plotting, goal: time.Second, xla: true, program: true},
}

// declarations represents the cell of [thousand] in a sample.
const declarations = "1 000 declarations"

// thousand returns a cell with 1 000 declarations: types, variables of them, and functions that use the variables.
func thousand() string {
	var b strings.Builder
	for i := range 333 {
		fmt.Fprintf(&b, "type t%d struct{ n int }\nvar v%d = t%d{%d}\nfunc f%d() int { return v%d.n }\n", i, i, i, i, i, i)
	}
	b.WriteString("var last = f0()\n")
	return b.String()
}

// Check runs cells of several kinds in the kernel, each runs times, and returns their latencies with the time of each step. With xla, it
// includes cells that link XLA, which need no plugin. It includes stateful cells if they are set up. For comparison, GoNB alone and the
// kernels that Jupyter finds by the names in beside run a cell that prints. If tell is not nil, Check calls it with each latency as soon as
// it is known.
//
// It returns an error if the kernel does not start, a cell fails, or Jupyter has no kernel with a name or only one of an unknown language.
func (k *Kernel) Check(ctx context.Context, runs int, xla bool, beside []string, tell func(Latency)) ([]Latency, error) {
	var found []Latency
	others, err := k.competitors(ctx, beside)
	if err != nil {
		return nil, err
	}
	for _, s := range append(slices.Clone(samples), others...) {
		if s.xla && !xla || !s.program && s.competitor == nil && k.Stateful() != nil {
			continue
		}
		l, err := k.measure(ctx, s, runs)
		if err != nil {
			return found, fmt.Errorf("kernel: %s: %w", s.name, err)
		}
		found = append(found, l)
		if tell != nil {
			tell(l)
		}
	}
	return found, nil
}

// measure runs one kind of cell.
func (k *Kernel) measure(ctx context.Context, s sample, runs int) (Latency, error) {
	l := Latency{Name: s.name, Goal: s.goal}
	timed := func(start time.Time, w *wire.Kernel) error {
		err := executed(ctx, w, s)
		l.Times = append(l.Times, time.Since(start))
		return err
	}
	if s.first {
		for range runs {
			start := time.Now()
			if err := k.within(ctx, s, func(w *wire.Kernel, _ []string) error { return timed(start, w) }); err != nil {
				return l, err
			}
		}
		return l, nil
	}
	err := k.within(ctx, s, func(w *wire.Kernel, env []string) (err error) {
		if s.before != "" {
			before := s.before
			if before == declarations {
				before = thousand()
			}
			e, err := w.Execute(ctx, before)
			if err = errors.Join(err, e.Err()); err != nil {
				return err
			}
		}
		if err := executed(ctx, w, s); err != nil { // the first cell is of another kind
			return err
		}
		for range runs {
			if err := timed(time.Now(), w); err != nil {
				return err
			}
		}
		if !s.program || s.competitor != nil {
			return nil
		}
		l.Parts, l.Alone, err = k.dissect(ctx, runs, env)
		return err
	})
	return l, err
}

// within starts a kernel, as Jupyter does, runs f, and ends the kernel.
func (k *Kernel) within(ctx context.Context, s sample, f func(*wire.Kernel, []string) error) error {
	work, err := os.MkdirTemp("", "igbolab-check-")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(work, "log"))
	if err != nil {
		return err
	}
	started := s.competitor
	switch {
	case started != nil:
	case s.xla:
		started = &competitor{argv: append(k.Spec(false).Argv, "--link-xla")}
	default:
		started = &competitor{argv: k.Spec(true).Argv}
	}
	if s.program {
		started.env = append(started.env, ProgramsVariable+"=1")
	}
	w, err := wire.Start(ctx, func(connection string) *exec.Cmd {
		cmd := started.command(ctx, connection)
		cmd.Dir, cmd.Stderr, cmd.Stdout = work, log, log
		return cmd
	})
	if err == nil {
		err = errors.Join(f(w, k.Environment(os.Environ(), s.xla)), w.Stop(time.Minute))
	}
	if text, _ := os.ReadFile(log.Name()); err != nil && len(text) > 0 {
		err = fmt.Errorf("%w\n%s", err, text[max(0, len(text)-2000):])
	}
	return errors.Join(err, log.Close(), os.RemoveAll(work))
}

// executed runs the cell with a new number.
func executed(ctx context.Context, w *wire.Kernel, s sample) error {
	e, err := w.Execute(ctx, fmt.Sprintf(s.code, time.Now().UnixNano()))
	return cmp.Or(err, e.Err())
}
