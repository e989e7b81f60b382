package calibration

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the graphs, their number and their data.
type Config struct {
	// Truth is the distribution of the scores.
	Truth      calibrate.Truth   `json:"truth"`
	Estimators []estimate.Method `json:"estimators" bounds:"distinct"`
	Data       []Data            `json:"data" bounds:"distinct"`
	// Alphas are the thresholds of P̂.
	Alphas []float64 `json:"alphas" bounds:"distinct"`
	// BatchSize, R and Resamples are those of dag.Options.
	BatchSize int     `json:"batch_size"`
	R         float64 `json:"r"`
	Resamples int     `json:"resamples"`
	// Seeds is the number of seeds, which begin at Seed0. For each seed, Repetitions graphs of each kind are built.
	Seeds       int   `json:"seeds"`
	Seed0       int64 `json:"seed0"`
	Repetitions int   `json:"repetitions" bounds:"[1, inf)"`
	// Limits describes the study of batch means.
	Limits Limits `json:"limits"`
}

// Data describes the data of a graph.
type Data struct {
	Rows int `json:"rows" bounds:"[1, inf)"`
	// Batches is the number of batches that are drawn from the rows with replacement; 0 means consecutive batches.
	Batches int `json:"batches"`
}

// String describes the number of rows and of batches.
func (d Data) String() string {
	if d.Batches > 0 {
		return fmt.Sprintf("%d rows, %d batches redrawn", d.Rows, d.Batches)
	}
	return fmt.Sprintf("%d rows", d.Rows)
}

// DefaultConfig returns six features in three pairs of equal means and every estimator. The data are 2, 6 and 30 batches of 32,
// and 50 batches redrawn from 200 rows. α is from 0.5 to 0.9, and there are ten seeds of 20 repetitions.
func DefaultConfig() Config {
	build := dag.DefaultOptions()
	return Config{
		Truth:      calibrate.Truth{Means: []float64{0.1, 0.1, 0.05, 0.05, 0, 0}, Noise: 0.3, Common: 0.3},
		Estimators: []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch, estimate.Frequency, estimate.Bootstrap, estimate.Permutation, estimate.Truncated, estimate.Auto},
		Data:       []Data{{Rows: 64}, {Rows: 192}, {Rows: 960}, {Rows: 200, Batches: 50}},
		Alphas:     []float64{0.5, 0.6, 0.7, 0.8, 0.9},
		BatchSize:  build.BatchSize, R: build.R, Resamples: 200,
		Seeds: 10, Seed0: 1, Repetitions: 20, Limits: DefaultLimits(),
	}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "calibration",
		Question: "How often does each estimator draw a false edge, and are its intervals and the normal approximation of batch means accurate?",
		Seeds:    "seeds",
		Results:  committed,
		Brief:    []string{"seeds=2", "repetitions=2", "resamples=20", "limits.batches=100"},
	}, DefaultConfig)
}

// ways returns the ways to build graphs in the order of the study's rates, without the rates.
func (c Config) ways() (all []Rates) {
	for _, e := range c.Estimators {
		for _, d := range c.Data {
			for _, alpha := range c.Alphas {
				all = append(all, Rates{Estimator: string(e), Data: d, Alpha: alpha})
			}
		}
	}
	return all
}

// options returns the options of one way to build graphs.
func (c Config) options(w Rates, seed int64) dag.Options {
	o := dag.DefaultOptions()
	o.Estimator, o.Alpha, o.Resamples, o.Batches = estimate.Method(w.Estimator), w.Alpha, c.Resamples, w.Data.Batches
	o.BatchSize, o.R, o.Seed = c.BatchSize, c.R, uint64(seed)
	return o
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("calibration", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	if len(c.Truth.Means) == 0 {
		return errors.New("calibration: truth.means must have at least one entry")
	}
	numbers := 0.0
	for _, w := range c.ways() {
		if most := dag.MaxScores / len(c.Truth.Means); w.Data.Rows > most {
			return fmt.Errorf("calibration: the data, %s, are too large (max %d rows)", w.Data, most)
		}
		if err := cmp.Or(c.enough(estimate.Method(w.Estimator), w.Data), c.options(w, c.Seed0).Check()); err != nil {
			return err
		}
		numbers += float64(w.Data.Rows) + float64(w.Data.Batches)*float64(c.BatchSize) + float64(c.Resamples)
	}
	numbers *= float64(c.Seeds) * float64(c.Repetitions) * float64(len(c.Truth.Means))
	return cmp.Or(limits.Count(fmt.Sprintf("%d seeds of %d repetitions", c.Seeds, c.Repetitions), numbers), c.Limits.Validate())
}

// enough checks that there are enough data for the variance that an estimator needs.
func (c Config) enough(e estimate.Method, d Data) error {
	batches, size := max(d.Rows/max(c.BatchSize, 1), 1), min(c.BatchSize, d.Rows)
	if d.Batches > 0 {
		batches, size = d.Batches, c.BatchSize
	}
	within := e == estimate.WithinBatch || batches < 2 && (e == estimate.Permutation || e == estimate.Truncated)
	switch {
	case batches < 2 && (e == estimate.BetweenBatch || e == estimate.Frequency):
		return fmt.Errorf("calibration: estimator %q requires at least 2 batches, but %s make %d batch of %d rows", e, d, batches, size)
	case size < 2 && within:
		return fmt.Errorf("calibration: estimator %q requires batches of at least 2 rows, but %s make batches of %d", e, d, size)
	}
	return nil
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// settings are the settings of a cell.
type settings struct {
	Truth       calibrate.Truth
	Rows        int
	Repetitions int
	Build       dag.Options
}

// build calibrates one way to build graphs.
func build(_ context.Context, _ *workflow.Work, s settings) (calibrate.Result, error) {
	return calibrate.Run(s.Truth, s.Rows, s.Repetitions, s.Build)
}

// Cells implements workflow.Study: a cell for each way to build graphs and seed, and one for the batch means.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	ways := c.ways()
	found := workflow.Grid(p, build, len(ways), func(int) int { return c.Seeds }, func(i, j int) (workflow.Cell, settings) {
		w, seed := ways[i], c.Seed0+int64(j)
		cell := workflow.Cell{Name: fmt.Sprintf("%s on %s, α = %g, seed %d", w.Estimator, w.Data, w.Alpha, seed), Weight: c.weight(w)}
		return cell, settings{c.Truth, w.Data.Rows, c.Repetitions, c.options(w, seed)}
	})
	normal := workflow.Add(p, workflow.Cell{Name: "batch means", Steps: len(c.Limits.Sizes), Weight: float64(c.Limits.Batches)}, batchMeans, c.Limits)
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c, Limits: normal.Of(parts)}
		for i, w := range ways {
			r.Rates = append(r.Rates, c.rates(w, workflow.All(parts, found[i])))
		}
		return r, nil
	}, nil
}

// weight returns the approximate cost of a way, relative to that of the batch means of one size.
func (c Config) weight(w Rates) float64 {
	rows := float64(w.Data.Rows) + float64(w.Data.Batches)*float64(c.BatchSize)
	if e := estimate.Method(w.Estimator); e == estimate.Bootstrap || e == estimate.Permutation {
		rows += 4 * float64(c.Resamples)
	}
	return rows * float64(c.Repetitions)
}
