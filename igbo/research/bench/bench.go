package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Interrupted is the text of Report.Partial for a cancelled run.
const Interrupted = "interrupted"

// Run measures the rows of a configuration and returns the report. A peer that is not installed, fails, hangs or exits is
// replaced by a note. If our own work fails in a row, the report has a note, and the error is returned with the report.
//
// If the context is cancelled, Run returns the context's error and a partial report. A running compilation in the
// backend continues, so do not finalise the backend then.
func Run(ctx context.Context, engine compute.Backend, cfg Config) (*Report, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cfg.Threads))
	dir, err := os.MkdirTemp("", "igbo-bench-")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := reference.Unpack(dir); err != nil {
		return nil, err
	}
	machine := outcome.MachineOf(engine)
	report := &Report{Config: cfg, Target: cfg.target().Measured(machine), Machine: machine}
	l := cfg.launch(dir)
	l.AVX2 = report.Target == outcome.AVX2
	err = errors.Join(report.compare(ctx, engine, cfg, l), report.study(ctx, engine, cfg))
	if ctx.Err() != nil {
		report.Partial, err = Interrupted, ctx.Err()
	}
	report.Machine.LoadAfter = outcome.LoadAverage()
	report.Goals = outcome.Judge(Goals(report.Target), report.Comparisons)
	return report, err
}

// launch reports how peers are started.
func (c Config) launch(dir string) reference.Launch {
	l := reference.Launch{Python: c.Python, Scripts: dir, Threads: c.Threads, Device: "cpu", Patience: c.Patience}
	if c.target() == outcome.CUDA {
		l.Device = "cuda"
	}
	return l
}

// compare measures the rows of the table.
func (r *Report) compare(ctx context.Context, engine compute.Backend, cfg Config, l reference.Launch) error {
	var faults []error
	for _, row := range rows(cfg.target()) {
		if !slices.Contains(cfg.Rows, row.name) || ctx.Err() != nil {
			continue
		}
		cfg.logf("%s: %s", row.name, row.title)
		c, err := unlessCancelled(ctx, func() (*outcome.Comparison, error) { return row.compare(ctx, engine, cfg, l) })
		if c == nil && ctx.Err() == nil {
			c = &outcome.Comparison{Row: row.name, Title: row.title, Note: err.Error()}
			cfg.logf("  %s", c.Note)
		}
		if c != nil {
			r.Comparisons = append(r.Comparisons, *c)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("bench: %w", err))
		}
	}
	return errors.Join(faults...)
}

// study measures the studies, which have no peer.
func (r *Report) study(ctx context.Context, engine compute.Backend, cfg Config) error {
	var faults []error
	for _, s := range studies() {
		if !slices.Contains(cfg.Rows, s.name) || ctx.Err() != nil {
			continue
		}
		cfg.logf("%s: %s", s.name, s.title)
		result, err := unlessCancelled(ctx, func() (*outcome.Study, error) { return s.run(ctx, engine, cfg) })
		if err != nil {
			err = fmt.Errorf("bench: %s: %w", s.name, err)
		}
		if result == nil && ctx.Err() == nil {
			result = &outcome.Study{Findings: []string{err.Error()}}
			cfg.logf("  %v", err)
		}
		if result != nil {
			result.Name, result.Title = s.name, s.title
			r.Studies = append(r.Studies, *result)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// grace is the time that work may take to notice the end of the context. After that, only a compilation can still be running,
// which cannot be stopped.
const grace = 500 * time.Millisecond

// underWay counts running work, including work that was given up.
var underWay sync.WaitGroup

// unlessCancelled runs f in a goroutine. Soon after the context ends, it returns without waiting for f.
func unlessCancelled[T any](ctx context.Context, f func() (*T, error)) (*T, error) {
	type result struct {
		value *T
		err   error
	}
	done := make(chan result, 1)
	underWay.Go(func() {
		value, err := guarded(f)
		done <- result{value, err}
	})
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(grace):
		return nil, ctx.Err()
	}
}

// guarded turns a panic into an error.
func guarded[T any](f func() (*T, error)) (value *T, err error) {
	defer func() {
		if p := recover(); p != nil {
			value, err = nil, fmt.Errorf("bench: %v", p)
		}
	}()
	return f()
}
