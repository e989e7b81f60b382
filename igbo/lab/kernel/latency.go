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

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// Latency is how long cells of one kind take, from the request to the reply and the last output.
type Latency struct {
	// Name says what kind of cell it is.
	Name string
	// Goal is what the median is meant to stay below on an idle machine; 0 for another kernel.
	Goal time.Duration
	// Times are those of the runs, in their order.
	Times []time.Duration
	// Parts are what a cell's time is made of.
	Parts []Part
	// Alone is what go build alone takes in the place of the kernel's building.
	Alone []Part
}

// Part is a part of a latency.
type Part struct {
	Name string
	// Time is the median, and CPU that of the processors' time, which other programs
	// on the machine lengthen less; 0 where it is not known.
	Time, CPU time.Duration
}

// Median of the runs.
func (l Latency) Median() time.Duration { return median(l.Times) }

func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// sample is a kind of cell; %d in its code is another number in each run, so that each is compiled anew.
type sample struct {
	name, code string
	goal       time.Duration
	xla, first bool
	live       bool   // in the kernel in which values live
	before     string // a cell that comes first
	rival      *rival // in another kernel
}

const (
	printing = "%%%%\nfmt.Println(%d)"
	plotting = "%%%%\nengine, choice, err := backend.Select(\"go\")\nfmt.Println(engine.Name(), choice.Name, err, %d)\n" +
		"plots.Show(plots.Geometry([]float64{1, 0}, []float64{-0.5, 1}, []plots.Direction{{Name: \"P\", V: []float64{1, 0}}}))"
)

// A model that lives, and a cell that uses it.
const (
	trained = "sets, err := datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1)\ndata, err := igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y)\n" +
		"order, err := dag.New(data.Features, []dag.Edge{{U: 0, V: 9, P: 1, Epsilon: 0.02, Delta: 1}}, nil, nil)\ncfg := igbo.DefaultConfig()\ncfg.Epochs = 2\n" +
		"engine, _, err := backend.Select(\"go\")\nresult, err := igbo.Train(context.Background(), engine, cfg, data, order)\nif err != nil { panic(err) }"
	evaluating = "%%%%\nevaluation, err := result.Model.Evaluate(data, order)\nfmt.Println(evaluation.Interpretability.Constraints, err, %d)"
)

// living is a cell without its line %%.
func living(code string) string { return strings.TrimPrefix(code, "%%%%\n") }

var samples = []sample{
	{name: "a cell that prints", code: printing, goal: 200 * time.Millisecond},
	{name: "an edited cell with backend and plots", code: plotting, goal: 700 * time.Millisecond},
	{name: "the first cell, with the kernel's start", code: printing, goal: time.Second, first: true},
	{name: "an edited cell with XLA linked", code: plotting, goal: time.Second, xla: true},
	{name: "a living cell that prints", code: living(printing), goal: 60 * time.Millisecond, live: true},
	{name: "a living cell with backend and plots", code: living(plotting), goal: 120 * time.Millisecond, live: true},
	{name: "a living cell with a living model", code: living(evaluating), goal: 200 * time.Millisecond, live: true, before: trained},
	{name: "the first living cell, with the kernel's start", code: living(printing), goal: time.Second, first: true, live: true},
}

// Check runs cells of several kinds in the kernel, each so many times, and says how long
// they take and where the time goes. With xla cells that link XLA are among them, for
// which no plugin need be there; living cells are where they are set up. Beside them GoNB alone, and kernels that
// Jupyter finds by the names in beside, run a cell that prints. Each latency is told as soon as it is known, where tell is set.
//
// Errors: the kernel does not start; a cell fails; Jupyter has no kernel of a name, or one of an unknown language.
func (k *Kernel) Check(ctx context.Context, runs int, xla bool, beside []string, tell func(Latency)) ([]Latency, error) {
	var found []Latency
	others, err := k.rivals(ctx, beside)
	if err != nil {
		return nil, err
	}
	for _, s := range append(slices.Clone(samples), others...) {
		if s.xla && !xla || s.live && k.Lives() != nil {
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
			e, err := w.Execute(ctx, s.before)
			if err = errors.Join(err, e.Err()); err != nil {
				return err
			}
		}
		if err := executed(ctx, w, s); err != nil { // the first cell is another kind
			return err
		}
		for range runs {
			if err := timed(time.Now(), w); err != nil {
				return err
			}
		}
		if s.live || s.rival != nil {
			return nil
		}
		l.Parts, l.Alone, err = k.dissect(ctx, runs, env)
		return err
	})
	return l, err
}

// within starts a kernel, as Jupyter does, and ends it.
func (k *Kernel) within(ctx context.Context, s sample, f func(*wire.Kernel, []string) error) error {
	work, err := os.MkdirTemp("", "igbolab-check-")
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(work, "log"))
	if err != nil {
		return err
	}
	started := s.rival
	switch {
	case started != nil:
	case s.live:
		started = &rival{argv: k.LiveSpec(true).Argv}
	case s.xla:
		started = &rival{argv: append(k.Spec(false).Argv, "--link-xla")}
	default:
		started = &rival{argv: k.Spec(true).Argv}
	}
	w, err := wire.Start(ctx, func(connection string) *exec.Cmd {
		cmd := started.command(ctx, connection)
		cmd.Dir, cmd.Stderr, cmd.Stdout = work, log, log
		return cmd
	})
	if err == nil {
		err = errors.Join(f(w, k.Environment(os.Environ(), s.xla)), w.Stop(10*time.Second))
	}
	if text, _ := os.ReadFile(log.Name()); err != nil && len(text) > 0 {
		err = fmt.Errorf("%w\n%s", err, text[max(0, len(text)-2000):])
	}
	return errors.Join(err, log.Close(), os.RemoveAll(work))
}

// executed runs the cell with a number of its own.
func executed(ctx context.Context, w *wire.Kernel, s sample) error {
	e, err := w.Execute(ctx, fmt.Sprintf(s.code, time.Now().UnixNano()))
	return cmp.Or(err, e.Err())
}
