package fewsamples

import (
	"context"
	"fmt"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Times says how long the methods of the first case take.
type Times struct {
	// How says on which machine, and how.
	How     string           `json:"how"`
	Methods []contest.Timing `json:"methods"`
}

// Measure times the methods of the first case on so many of its draws, tuning included, by a clock such as the
// processor's. Errors: settings that make no sense, no draws.
func Measure(ctx context.Context, backend compute.Backend, c Config, draws int, clock func() time.Duration) ([]contest.Timing, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	k := c.Cases[0]
	var problems []*contest.Problem
	for i := range draws {
		p, err := c.Draw(k, c.Seed0+int64(i))
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	var methods []contest.Method
	for _, name := range k.Methods {
		if name == bestRidge {
			continue
		}
		m, err := c.method(k, name)
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
	}
	return contest.Measure(ctx, backend, methods, problems, contest.DefaultTuneOptions(c.Seed0), clock)
}

// times is the table of the committed times.
func (r *Result) times() study.Table {
	t := study.Table{
		Name: "few-samples-times", Title: "Processor time for a model, its tuning included: " + r.Cases[0].Case.Name,
		Header: []string{"method", "milliseconds"}, Data: [][]string{{"method", "seconds"}}, Notes: []string{r.Times.How},
	}
	for _, m := range r.Times.Methods {
		t.Add(study.Words(m.Name), study.Shown(fmt.Sprintf("%.3g", 1e3*m.Seconds)), study.InFull(m.Seconds))
	}
	return t
}
