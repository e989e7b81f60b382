package calibration

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/study"
)

// settings are those of a cell: every α on data of its own seed.
type settings struct {
	Truth       calibrate.Truth
	Rows        int
	Repetitions int
	Builds      []dag.Options
}

// builds calibrates one estimator on data of one size.
func builds(ctx context.Context, w *study.Work, s settings) ([]calibrate.Result, error) {
	var found []calibrate.Result
	for i, options := range s.Builds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := calibrate.Run(s.Truth, s.Rows, s.Repetitions, options)
		if err != nil {
			return nil, err
		}
		found = append(found, c)
		w.Step(i + 1)
	}
	return found, nil
}

// Cells implements study.Study: one for each estimator, data and seed, and one for the
// batch means.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	of := func(i int) (estimate.Method, Data) { return c.Estimators[i/len(c.Data)], c.Data[i%len(c.Data)] }
	found := study.Grid(p, builds, len(c.Estimators)*len(c.Data), func(int) int { return c.Seeds }, func(i, j int) (study.Cell, settings) {
		e, d := of(i)
		seed, s := c.Seed0+int64(j), settings{Truth: c.Truth, Rows: d.Rows, Repetitions: c.Repetitions}
		for _, alpha := range c.Alphas {
			s.Builds = append(s.Builds, c.options(e, d, alpha, seed))
		}
		return study.Cell{Name: fmt.Sprintf("%s on %s, seed %d", e, d, seed), Steps: len(c.Alphas), Weight: c.weight(e, d)}, s
	})
	normal := study.Add(p, study.Cell{Name: "batch means", Steps: len(c.Limits.Sizes), Weight: float64(c.Limits.Batches)}, batchMeans, c.Limits)
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c, Limits: normal.Of(parts)}
		for i, seeds := range found {
			e, d := of(i)
			for k, alpha := range c.Alphas {
				one := make([]calibrate.Result, len(seeds)) // of each seed
				for j, all := range study.All(parts, seeds) {
					one[j] = all[k]
				}
				r.Rates = append(r.Rates, c.rates(e, d, alpha, one))
			}
		}
		return r, nil
	}, nil
}

// weight is about the cost of an α, beside that of the batch means of a size.
func (c Config) weight(e estimate.Method, d Data) float64 {
	rows := float64(d.Rows) + float64(d.Batches)*float64(c.BatchSize)
	if e == estimate.Bootstrap || e == estimate.Permutation {
		rows += 4 * float64(c.Resamples)
	}
	return rows * float64(c.Repetitions)
}
