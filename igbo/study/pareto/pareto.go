package pareto

import (
	_ "embed"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
	"github.com/igbolab/igbolab/igbo/study/teacherstudent"
)

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "pareto", Seeds: "base.seeds", NeedsBackend: true,
		Question:  "Which rule reaches the best trade-offs between task loss and interpretability loss at the same cost?",
		Committed: committed, Timings: timings,
	}, DefaultConfig)
}

// Cells implements study.Study: for each seed a teacher and an unconstrained
// student, at which every rule's sweep starts.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	var seeds []seedParts
	for i := range c.Base.Seeds {
		seed := c.Base.Seed0 + int64(i)
		s := seedParts{seed: seed, teacher: c.Base.Teach(p, seed)}
		cfg := c.student(seed, "paper", 0.5)
		cfg.Epochs, cfg.Optimizer.Schedule = c.StartSteps, igbo.ConstantRate
		s.start = study.Add(p, study.Cell{Name: fmt.Sprintf("unconstrained student of seed %d", seed), Steps: c.StartSteps, Weight: training.FullBatchWeight}, begin, startSettings{c.Base.Task, seed, cfg})
		for _, rule := range c.Rules {
			cell := study.Cell{Name: fmt.Sprintf("%s of seed %d", rule, seed), Steps: len(c.Lambdas) * c.Steps, Weight: training.FullBatchIGBOWeight}
			settings := sweepSettings{Task: c.Base.Task, Teacher: s.teacher, Start: s.start, Order: c.Base.Order(seed), Rule: rule, ReferenceL: c.ReferenceL, ReferenceH: c.ReferenceH}
			for _, lambda := range c.Lambdas {
				settings.Trainings = append(settings.Trainings, c.student(seed, rule, lambda))
			}
			settings.Lambdas = c.Lambdas
			s.sweeps = append(s.sweeps, study.Add(p, cell, sweep, settings))
		}
		seeds = append(seeds, s)
	}
	return func(parts *study.Parts) (*Result, error) {
		res := &Result{Config: c}
		for _, s := range seeds {
			seed, err := c.seed(s, parts)
			if err != nil {
				return nil, err
			}
			res.Seeds = append(res.Seeds, seed)
		}
		res.addRows()
		return res, nil
	}, nil
}

// seedParts are the promises of one seed, sweeps by rule.
type seedParts struct {
	seed    int64
	teacher study.Part[teacherstudent.Teacher]
	start   study.Part[start]
	sweeps  []study.Part[Sweep]
}

// start is the unconstrained student: its model, its errors, and its scores H
// [N,D] of the training points.
type start struct {
	Model       igbo.Files
	MSE, ValMSE float64
	Scores      *mat.Dense
}

// loss holds the student against the DAG.
func (s start) loss(order *dag.DAG) (objective.Value, error) {
	return objective.Evaluate(s.Scores, order)
}

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)

// Work implements study.Sized: a teacher and a start for each seed, and a full-batch training for each rule and λ.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Base.Task.Train, Steps: 1, Features: c.Base.Task.Features}
	start := models.LinearSpec().Training(shape, c.StartSteps)
	shape.Points = c.Base.Attribution.Points
	point := models.LinearSpec().Training(shape, c.Steps)
	one := c.Base.TeacherWork().Plus(start).Plus(point.Times(float64(len(c.Rules) * len(c.Lambdas))))
	return one.Times(float64(c.Base.Seeds))
}
