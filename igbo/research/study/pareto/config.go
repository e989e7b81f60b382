package pareto

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes a study of the trade-off between L and H. Several rules train linear students of the teacher–student task
// from the same start with the same budget, at several λ.
type Config struct {
	// Base is the teacher–student experiment that provides the task, the teacher and the DAG.
	Base teacherstudent.Config `json:"base"`
	// Rules are projection rules, or kinds of λ that scalarise, which are weighted sums. A rule without λ continues from point
	// to point.
	Rules []string `json:"rules" bounds:"distinct"`
	// Lambdas are used in this order. Each point starts from the last point's model.
	Lambdas []float64 `json:"lambdas" bounds:"some"`
	// Optimizer takes Steps full-batch steps per point. The start takes StartSteps steps at a constant rate.
	Optimizer  igbo.Optimizer `json:"optimizer"`
	Steps      int            `json:"steps" bounds:"[1, inf)"`
	StartSteps int            `json:"start_steps" bounds:"[1, inf)"`
	// ReferenceL and ReferenceH are the corner of the hypervolume, in units of the L of least squares and of the H of the
	// start.
	ReferenceL float64 `json:"reference_l" bounds:"(1, inf)"`
	ReferenceH float64 `json:"reference_h" bounds:"(0, inf)"`
}

// DefaultConfig returns five seeds of the paper's task with the absolute score, because a student can follow its order. λ is
// from 0.95 to 0.05, with 200 steps of Adam per point at the rate 0.01/√k. For a linear student gradients are constant along
// the path, so one quadrature point is exact.
func DefaultConfig() Config {
	c := Config{
		Base: teacherstudent.DefaultConfig(),
		Rules: append([]string{"weighted-sum", "paper", "continuous", "pcgrad", "mgda", "imtl-g", "feasibility-first", "fairgrad", "gradvac"},
			study.Each(train.Scalarizations(), func(k train.LambdaKind) string { return string(k) })...),
		Lambdas: []float64{0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05}, Optimizer: igbo.Optimizer{Name: "adam", LearningRate: 1e-2, Schedule: igbo.InverseRootRate},
		Steps: 200, StartSteps: 1000, ReferenceL: 1.02, ReferenceH: 1,
	}
	c.Base.Attribution.Score, c.Base.Attribution.Points = attribution.Absolute, 1
	return c
}

// Validate checks every setting before anything runs.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("pareto", c), c.Base.Validate()); err != nil {
		return err
	}
	points, starts := float64(len(c.Rules)*len(c.Lambdas))*float64(c.Base.Seeds), float64(c.Base.Seeds)
	steps := points*float64(c.Steps) + starts*float64(c.StartSteps)
	side := c.Base
	side.Batch = c.Base.Task.Train
	if err := cmp.Or(limits.Count(fmt.Sprintf("%g points of %d steps and %g starts of %d steps", points, c.Steps, starts, c.StartSteps), steps),
		limits.Memory(append(side.Needs(), limits.Need{What: fmt.Sprintf("%g points of the sweeps", points), Bytes: points * limits.ModelBytes})...)); err != nil {
		return err
	}
	for _, rule := range c.Rules {
		for _, lambda := range c.Lambdas {
			if err := c.student(c.Base.Seed0, rule, lambda).Validate(c.Base.Task.Features); err != nil {
				return err
			}
		}
	}
	return nil
}

// student returns the configuration of one point.
func (c Config) student(seed int64, rule string, lambda float64) igbo.Config {
	cfg := c.Base.Student(seed, c.Optimizer)
	cfg.Standardize, cfg.BatchSize, cfg.Epochs = true, c.Base.Task.Train, c.Steps
	if kind := train.LambdaKind(rule); slices.Contains(train.Scalarizations(), kind) {
		cfg.Rule, cfg.Lambda = projection.WeightedSum{}.String(), scalarized(kind, lambda)
		return cfg
	}
	cfg.Rule, cfg.Lambda = rule, train.FixedLambda(lambda)
	return cfg
}

// start returns the configuration of the unconstrained student.
func (c Config) start(seed int64) igbo.Config {
	cfg := c.student(seed, "paper", 0.5)
	cfg.Epochs, cfg.Optimizer.Schedule = c.StartSteps, igbo.ConstantRate
	return cfg
}

// scalarized returns λ of a kind that scalarises. The smoothing was chosen on development seeds among the values of its paper.
// The temperature and the rate of FAMO are those of their papers, and the rate of IMTL-L is that of the optimiser.
func scalarized(kind train.LambdaKind, lambda float64) train.Lambda {
	l := train.Lambda{Kind: kind}
	switch kind {
	case train.Tchebycheff:
		l.Value, l.Mu = lambda, 1
	case train.DynamicWeight:
		l.Mu = 2
	case train.ImpartialLoss:
		l.Rate = 0.01
	case train.FAMO:
		l.Rate = 0.025
	}
	return l
}

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "pareto", Seeds: "base.seeds", NeedsBackend: true,
		Question: "Which rule reaches the best trade-offs between task loss and interpretability loss at the same cost?",
		Results:  committed,
		Brief:    []string{"base.seeds=2", "base.epochs=2", "steps=2", "start_steps=20", "rules=paper,mgda", "lambdas=0.9,0.1"},
		// The sweeps have their own rules, λ, batches and optimiser.
		Folded: []string{"Base.Lambda", "Base.Rule", "Base.Optimizers"},
	}, DefaultConfig)
}

// Cells implements workflow.Study. Each seed has a teacher and an unconstrained student, at which the sweep of every rule
// starts.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	var seeds []seedParts
	for i := range c.Base.Seeds {
		seed := c.Base.Seed0 + int64(i)
		s := seedParts{seed: seed, teacher: c.Base.Teach(p, seed)}
		cfg := c.start(seed)
		s.start = workflow.Add(p, workflow.Cell{Name: fmt.Sprintf("unconstrained student of seed %d", seed), Steps: c.StartSteps, Weight: training.FullBatchWeight}, begin, startSettings{c.Base.Task, seed, cfg})
		for _, rule := range c.Rules {
			cell := workflow.Cell{Name: fmt.Sprintf("%s of seed %d", rule, seed), Steps: len(c.Lambdas) * c.Steps, Weight: training.FullBatchIGBOWeight}
			settings := sweepSettings{Task: c.Base.Task, Teacher: s.teacher, Start: s.start, Order: c.Base.Order(seed), Rule: rule, Lambdas: c.Lambdas, ReferenceL: c.ReferenceL, ReferenceH: c.ReferenceH}
			settings.Trainings = study.Each(c.Lambdas, func(lambda float64) igbo.Config { return c.student(seed, rule, lambda) })
			s.sweeps = append(s.sweeps, workflow.Add(p, cell, sweep, settings))
		}
		seeds = append(seeds, s)
	}
	return func(parts *workflow.Parts) (*Result, error) {
		found, err := study.Try(seeds, func(_ int, s seedParts) (Seed, error) { return c.seed(s, parts) })
		if err != nil {
			return nil, err
		}
		res := &Result{Config: c, Seeds: found}
		res.addRows()
		return res, nil
	}, nil
}

// seedParts has the parts of one seed, with sweeps by rule.
type seedParts struct {
	seed    int64
	teacher workflow.Part[teacherstudent.Teacher]
	start   workflow.Part[start]
	sweeps  []workflow.Part[Sweep]
}

// start is the unconstrained student: its model, its errors, and its scores H [N,D] at the training points.
type start struct {
	Model       igbo.Files
	MSE, ValMSE float64
	Scores      *mat.Dense
}

// loss returns the interpretability loss of the student.
func (s start) loss(order *dag.DAG) (objective.Value, error) {
	return objective.Evaluate(s.Scores, order)
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// Work implements study.Sized: a teacher and a start for each seed, and a full-batch training for each rule and λ.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Base.Task.Train, Steps: 1, Features: c.Base.Task.Features}
	start := models.LinearSpec().Training(shape, c.StartSteps)
	shape.Points = c.Base.Attribution.Points
	point := models.LinearSpec().Training(shape, c.Steps)
	one := c.Base.TeacherWork().Plus(start).Plus(point.Times(float64(len(c.Rules) * len(c.Lambdas))))
	return one.Times(float64(c.Base.Seeds))
}
