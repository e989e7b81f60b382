package teacherstudent

import (
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// Order says how a DAG is made of a teacher's scores: by the rule of section
// "Graph Construction via CLT", with σ measured between batches.
type Order struct {
	Score      attribution.ScoreKind
	Alpha      float64
	R          float64
	MinEpsilon float64
	Batches    int
	BatchSize  int
	Seed       int64
}

// Order is that of a seed.
func (c Config) Order(seed int64) Order {
	return Order{c.Attribution.Score, c.Alpha, c.R, c.MinEpsilon, c.DAGBatches, c.DAGBatch, seed}
}

func (o Order) options() dag.Options {
	options := dag.DefaultOptions()
	options.Alpha, options.R, options.MinEpsilon = o.Alpha, o.R, o.MinEpsilon
	options.Batches, options.BatchSize, options.Seed = o.Batches, o.BatchSize, uint64(o.Seed)
	options.Estimator = estimate.BetweenBatch
	return options
}

// Validate checks the numbers.
func (o Order) Validate() error { return o.options().Check() }

// Build makes the DAG of the teacher's scores on the validation points.
func (o Order) Build(t Teacher) (*dag.DAG, error) { return o.of(t, t.Scores[o.Score]) }

// Again makes it of the scores on fresh points.
func (o Order) Again(t Teacher) (*dag.DAG, error) { return o.of(t, t.Fresh[o.Score]) }

func (o Order) of(t Teacher, scores *mat.Dense) (*dag.DAG, error) {
	options := o.options()
	options.Features = t.Features
	return dag.Build(scores, options)
}
