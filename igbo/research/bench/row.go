package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// row is a line of the table: the work and its contenders.
type row struct {
	name, title string
	references  []reference.Job // each with its Reference and Mode
	// beside has more contenders of ours, by name, which are compared like peers.
	beside []besider
	// per is the number of steps in a run; 0 means 1.
	per int
	// once marks work that takes minutes: one run a round, at most two rounds.
	once bool
	// unfit returns the reason why a backend is not measured; empty if it is measured.
	unfit func(engine compute.Backend) string
	make  workload.Maker
}

// besider is a contender of ours under its own name.
type besider struct {
	name string
	make workload.Maker
}

// compare measures one row. If it returns the error of the context, the comparison is partial.
func (r row) compare(ctx context.Context, engine compute.Backend, cfg Config, l reference.Launch) (*outcome.Comparison, error) {
	c := &outcome.Comparison{Row: r.name, Title: r.title}
	if r.unfit != nil {
		if c.Note = r.unfit(engine); c.Note != "" {
			cfg.logf("  %s", c.Note)
			return c, nil
		}
	}
	ours, work, err := r.make(ctx, engine)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	defer ours.Close()
	folder := filepath.Join(l.Scripts, r.name)
	if err := errors.Join(os.Mkdir(folder, 0o755), work.Write(folder)); err != nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	contenders := r.enter(ctx, engine, cfg, l, folder, ours, c)
	defer func() {
		for _, one := range contenders[1:] {
			if err := one.Close(); err != nil && ctx.Err() == nil {
				cfg.logf("  %v", err)
			}
		}
	}()
	race := race.New(contenders, max(r.per, 1), cfg.pause)
	err = race.Run(ctx, r.rounds(cfg), r.slice(cfg))
	take(c, race)
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	if err != nil {
		c.Note = fmt.Sprintf("%s after %d of %d rounds", Interrupted, len(c.Ours.Rounds), r.rounds(cfg))
	}
	return c, err
}

// rounds returns the number of rounds of the configuration, or at most 2 for long work.
func (r row) rounds(cfg Config) int {
	if r.once {
		return min(cfg.Rounds, 2)
	}
	return cfg.Rounds
}

func (r row) slice(cfg Config) (slice time.Duration) {
	if !r.once {
		slice = cfg.Slice
	}
	return slice
}

// enter starts all other contenders and checks their outputs. A contender whose outputs agree takes part in the race. Each has
// its own entry among the comparison's peers.
func (r row) enter(ctx context.Context, engine compute.Backend, cfg Config, l reference.Launch, folder string, ours race.Contender, c *outcome.Comparison) []race.Contender {
	contenders := []race.Contender{ours}
	admit := func(name string, start func() (race.Contender, error)) {
		if ctx.Err() != nil {
			return
		}
		result, running := r.admit(cfg, name, ours, start)
		c.References = append(c.References, result)
		if running != nil {
			contenders = append(contenders, running)
		}
	}
	for _, job := range r.references {
		switch {
		case !slices.Contains(cfg.References, job.Reference) || job.Reference == embeddedReference && cfg.Embedded == nil:
			continue
		case job.Reference == embeddedReference:
			admit(embeddedReference, func() (race.Contender, error) { return another(ctx, cfg.Embedded, embeddedReference, r.make) })
			continue
		}
		job.Row, job.Work, job.Per = r.name, folder, max(r.per, 1)
		admit(job.Name(), func() (race.Contender, error) { return l.Start(ctx, job) })
	}
	for _, b := range r.beside {
		admit(b.name, func() (race.Contender, error) { return another(ctx, engine, b.name, b.make) })
	}
	return contenders
}

// renamed is a contender with another name.
type renamed struct {
	race.Contender
	name string
}

// Name implements Contender.
func (r renamed) Name() string { return r.name }

// another returns one more contender of ours.
func another(ctx context.Context, engine compute.Backend, name string, make workload.Maker) (race.Contender, error) {
	c, _, err := make(ctx, engine)
	return renamed{c, name}, err
}

// admit starts one contender and compares its outputs with ours.
func (r row) admit(cfg Config, name string, ours race.Contender, start func() (race.Contender, error)) (outcome.ReferenceResult, race.Contender) {
	result := outcome.ReferenceResult{Timing: race.Timing{Name: name}}
	other, err := start()
	if errors.Is(err, context.Canceled) {
		result.Note = Interrupted
		return result, nil
	}
	if err != nil {
		result.Note = strings.TrimPrefix(err.Error(), "reference: ")
		cfg.logf("  %s: %s", name, result.Note)
		return result, nil
	}
	result.Timing = race.NewTiming(other)
	if name == embeddedReference { // it draws its own weights
		cfg.logf("  %s: first run %s", name, outcome.Seconds(result.First))
		return result, other
	}
	d := reference.Disagreement(ours.Outputs(), other.Outputs())
	cfg.logf("  %s: outputs agree to %.1e, first run %s", name, d, outcome.Seconds(result.First))
	if d <= cfg.Tolerance {
		result.Disagreement = &d
		return result, other
	}
	result.Note = disagreement(ours.Outputs(), other.Outputs(), &result)
	if err := other.Close(); err != nil {
		cfg.logf("  %v", err)
	}
	return result, nil
}

// disagreement describes the output with the largest disagreement. It stores the number if it is finite.
func disagreement(ours, theirs reference.Outputs, result *outcome.ReferenceResult) string {
	d := reference.Disagreement(ours, theirs)
	if d <= math.MaxFloat64 {
		result.Disagreement = &d
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if one := reference.Disagreement(reference.Outputs{name: ours[name]}, theirs); one == d {
			return fmt.Sprintf("disagrees by %.1e in %s", d, name)
		}
	}
	return fmt.Sprintf("disagrees by %.1e", d)
}

// take copies a race's timings and faults into the comparison.
func take(c *outcome.Comparison, r *race.Race) {
	c.Ours = r.Timings[0]
	for i, t := range r.Timings[1:] {
		p := &c.References[slices.IndexFunc(c.References, func(p outcome.ReferenceResult) bool { return p.Name == t.Name })]
		p.Timing = t
		if fault := r.Faults[i+1]; errors.Is(fault, context.Canceled) {
			p.Note = Interrupted
			continue
		} else if fault != nil {
			p.Note = strings.TrimPrefix(fault.Error(), "reference: ")
			continue
		}
		p.Settle(c.Ours)
	}
}
