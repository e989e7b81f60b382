package teacherstudent

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// freshness checks, for both kinds of score, whether the edges of the DAG recur on fresh points, and whether an arbitrary
// linear model satisfies the DAG as well as a trained one. At baseline 0 the signed score of a linear model has mean 0 for all
// weights.
func (r *run) freshness() (checks []Freshness, err error) {
	for _, kind := range scoreKinds {
		c, measured := r.cfg, make([][6]float64, len(r.seeds))
		c.Attribution.Score = kind
		for i, l := range r.seeds {
			if measured[i], err = c.freshness(l); err != nil {
				return nil, err
			}
		}
		over := func(j int) *study.Stat {
			return study.NewStat(study.Each(measured, func(m [6]float64) float64 { return m[j] }))
		}
		d := c.Task.Features
		checks = append(checks, Freshness{
			Score: string(kind), Edges: over(0), Recurring: over(1), PairsTotal: d * (d - 1) / 2, Zero: over(2),
			Arbitrary: over(3), ArbitraryFresh: over(4), LeastSquaresFresh: over(5),
		})
	}
	return checks, nil
}

// freshness returns a seed's numbers, in the order of the fields of Freshness.
func (c Config) freshness(l *seed) (measured [6]float64, err error) {
	order, err := c.Order(l.seed).Build(l.teacher)
	if err != nil {
		return measured, err
	}
	again, err := c.Order(l.seed).Again(l.teacher)
	if err != nil {
		return measured, err
	}
	arbitrary := arbitraryWeights(c.Task.Features, l.seed)
	measured = [6]float64{float64(len(order.Edges)), float64(Common(order, again)), meanEpsilon(order)}
	for i, of := range []struct {
		model Linear
		at    datasets.Table
	}{{arbitrary, l.Task.Validation}, {arbitrary, l.FreshTable}, {l.LeastSquares, l.FreshTable}} {
		value, err := objective.Evaluate(of.model.scores(of.at, c.Attribution), order)
		if err != nil {
			return measured, err
		}
		measured[3+i] = value.Loss
	}
	return measured, nil
}

// arbitraryWeights draws positive weights that are unrelated to the task.
func arbitraryWeights(d int, seed int64) Linear {
	rng := rand.New(rand.NewPCG(uint64(seed), 99))
	m := Linear{w: make([]float64, d)}
	for k := range m.w {
		m.w[k] = 0.5 + rng.Float64()
	}
	return m
}

// Common counts the edges that both graphs have.
func Common(a, b *dag.DAG) int {
	n := 0
	for _, e := range a.Edges {
		if b.HasEdgeFromTo(int64(e.U), int64(e.V)) {
			n++
		}
	}
	return n
}

// meanEpsilon returns the loss if all mean scores are equal.
func meanEpsilon(d *dag.DAG) float64 {
	sum := 0.0
	for _, e := range d.Edges {
		sum += e.Epsilon / float64(len(d.Edges))
	}
	return sum
}

// ScoresConfig selects the scores to compute.
type ScoresConfig struct {
	// Base is the experiment. The teacher of its first seed is scored with its settings.
	Base Config `json:"base"`
	// Points is the number of fresh points.
	Points int `json:"points" bounds:"[1, inf)"`
}

// Validate checks every setting before anything runs.
func (c ScoresConfig) Validate() error {
	return cmp.Or(study.Check("teacherstudent", c), c.Base.Validate(), limits.Memory(limits.Need{
		What:  fmt.Sprintf("%d points", c.Points),
		Bytes: 8 * limits.TableCopy * float64(c.Points) * float64(c.Base.Task.Features+1),
	}))
}

// Scores trains the teacher of the first seed of the experiment in 64-bit floats, and returns the scores H [points,D] at fresh
// points of its task. progress can be nil.
func Scores(ctx context.Context, backend compute.Backend, settings ScoresConfig, progress func(done, total int)) (*mat.Dense, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	c := settings.Base
	task, err := datasets.TeacherStudent(c.Task, uint64(c.Seed0))
	if err != nil {
		return nil, err
	}
	data, err := training.Table(task.Train)
	if err != nil {
		return nil, err
	}
	scored, err := training.Table(task.Fresh(settings.Points, 1))
	if err != nil {
		return nil, err
	}
	cfg := c.teacher(c.Seed0)
	cfg.DType, cfg.Attribution = "float64", c.Attribution
	if steps := training.Steps(c.Epochs, c.Task.Train, c.Batch); progress != nil {
		cfg.OnStep = func(step int) { progress(step, steps) }
	}
	trained, err := igbo.Train(ctx, backend, cfg, data, nil)
	if err != nil {
		return nil, fmt.Errorf("teacherstudent: teacher of seed %d: %w", c.Seed0, err)
	}
	return trained.Model.Scores(scored)
}
