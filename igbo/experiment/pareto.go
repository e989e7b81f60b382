package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/train"
)

// ParetoConfig describes a study of the trade-off between L and H: linear
// students of the teacher–student task, trained by several rules from the same
// start with the same budget, at several λ.
type ParetoConfig struct {
	// Base is the teacher–student experiment that makes task, teacher and DAG.
	Base Config `json:"base"`
	// Rules are the projection rules; those that have no λ go on from point to point.
	Rules []string `json:"rules"`
	// Lambdas are visited in this order, each point starting from the last one's model.
	Lambdas []float64 `json:"lambdas"`
	// Optimizer takes Steps full-batch steps a point, and, at a constant rate, StartSteps to the start.
	Optimizer  igbo.Optimizer `json:"optimizer"`
	Steps      int            `json:"steps"`
	StartSteps int            `json:"start_steps"`
	// ReferenceL and ReferenceH are the corner of the hypervolume, in units of
	// least squares' L and of the start's H.
	ReferenceL float64 `json:"reference_l"`
	ReferenceH float64 `json:"reference_h"`
}

// DefaultParetoConfig returns five seeds of the paper's task with the absolute
// score, whose order a student can follow, λ from 0.95 to 0.05, and 200 steps
// of Adam a point, at 0.01/√k. For a linear student gradients are constant along the path,
// so that one point is the exact integral.
func DefaultParetoConfig() ParetoConfig {
	c := ParetoConfig{
		Base:    DefaultConfig(),
		Rules:   []string{"weighted-sum", "paper", "continuous", "pcgrad", "mgda", "imtl-g", "feasibility-first"},
		Lambdas: []float64{0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05}, Optimizer: igbo.Optimizer{Name: "adam", LearningRate: 1e-2, Schedule: igbo.InverseRootRate},
		Steps: 200, StartSteps: 1000, ReferenceL: 1.02, ReferenceH: 1,
	}
	c.Base.Attribution.Score, c.Base.Attribution.Points = attribution.Absolute, 1
	return c
}

// Validate checks every setting before anything runs.
func (c ParetoConfig) Validate() error {
	switch {
	case len(c.Rules) == 0 || len(c.Lambdas) == 0:
		return fmt.Errorf("experiment: a Pareto sweep over %d rules and %d λ, expected at least 1 of each", len(c.Rules), len(c.Lambdas))
	case c.Steps < 1 || c.StartSteps < 1:
		return fmt.Errorf("experiment: %d steps a point and %d to the start, expected at least 1", c.Steps, c.StartSteps)
	case !(c.ReferenceL > 1) || !(c.ReferenceH > 0):
		return fmt.Errorf("experiment: reference point (%g, %g), expected above (1, 0), the ideal", c.ReferenceL, c.ReferenceH)
	}
	if err := c.Base.Validate(); err != nil {
		return err
	}
	points, starts := float64(len(c.Rules)*len(c.Lambdas))*float64(c.Base.Seeds), float64(c.Base.Seeds)
	steps := points*float64(c.Steps) + starts*float64(c.StartSteps)
	if err := checkCount(fmt.Sprintf("%g points of %d steps and %g starts of %d steps", points, c.Steps, starts, c.StartSteps), steps); err != nil {
		return err
	}
	side := c.Base
	side.Batch = c.Base.Task.Train
	if err := checkMemory(append(side.needs(), need{fmt.Sprintf("%g points of the sweeps", points), points * modelBytes})...); err != nil {
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

// student is the configuration of one point.
func (c ParetoConfig) student(seed int64, rule string, lambda float64) igbo.Config {
	cfg := c.Base.student(seed, c.Optimizer)
	cfg.Standardize, cfg.BatchSize, cfg.Epochs = true, c.Base.Task.Train, c.Steps
	cfg.Rule, cfg.Lambda = rule, train.FixedLambda(lambda)
	return cfg
}

// ParetoPoint is a trained student, measured on all training points.
type ParetoPoint struct {
	Lambda float64 `json:"lambda"`
	// L is the mean squared error divided by that of least squares, H the
	// interpretability loss divided by that of the start.
	L float64 `json:"l"`
	H float64 `json:"h"`
	// ValMSE is the error on the validation points, Kept the share of constraints that hold.
	ValMSE float64 `json:"val_mse"`
	Kept   float64 `json:"kept"`
	// Front tells whether no other point of the sweep dominates it.
	Front bool `json:"front"`
}

// ParetoSweep is one rule's points of one seed, in the order of training.
type ParetoSweep struct {
	Rule   string        `json:"rule"`
	Points []ParetoPoint `json:"points"`
	// Hypervolume is the area that the front dominates up to the reference, as a
	// share of the area up to the ideal point (1, 0).
	Hypervolume float64 `json:"hypervolume"`
}

// ParetoSeed is all of one seed.
type ParetoSeed struct {
	Seed  int64 `json:"seed"`
	Edges int   `json:"edges"`
	// Unconstrained is the start of every sweep, LeastSquares the closed form.
	Unconstrained ParetoPoint   `json:"unconstrained"`
	LeastSquares  ParetoPoint   `json:"least_squares"`
	Sweeps        []ParetoSweep `json:"sweeps"`
}

// ParetoRow is a rule over seeds.
type ParetoRow struct {
	Rule        string `json:"rule"`
	Hypervolume *Stat  `json:"hypervolume"`
	// LeastH is the smallest H reached, OfL the L of that point.
	LeastH *Stat `json:"least_h"`
	OfL    *Stat `json:"of_l"`
	// OnFront counts the points of a sweep that no other one dominates.
	OnFront *Stat `json:"on_front"`
}

// Pareto is what the study finds.
type Pareto struct {
	Config ParetoConfig `json:"config"`
	Seeds  []ParetoSeed `json:"seeds"`
	Rows   []ParetoRow  `json:"rows"`
}

// StudyPareto trains every rule's sweep. All sweeps of a seed start at the same
// unconstrained student. progress may be nil.
func StudyPareto(ctx context.Context, backend compute.Backend, cfg ParetoConfig, progress Progress) (*Pareto, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	teachers := cfg.Base
	teachers.Optimizers = teachers.Optimizers[:1]
	p := &pareto{run: &run{cfg: teachers, backend: backend, meter: newMeter(teachers, nil)}, cfg: cfg}
	if err := p.teach(ctx); err != nil {
		return nil, err
	}
	p.meter = &meter{total: cfg.Base.Seeds * (cfg.StartSteps + len(cfg.Rules)*len(cfg.Lambdas)*cfg.Steps), progress: progress}
	p.seeds, p.starts = make([]ParetoSeed, len(p.lessons)), make([]*igbo.Model, len(p.lessons))
	p.units = make([]float64, len(p.lessons))
	if err := parallel(ctx, len(p.lessons), p.start); err != nil {
		return nil, err
	}
	err := parallel(ctx, len(p.lessons)*len(cfg.Rules), func(ctx context.Context, i int) error {
		return p.sweep(ctx, i/len(cfg.Rules), i%len(cfg.Rules))
	})
	if err != nil {
		return nil, err
	}
	return p.result(), nil
}

// pareto is a study on its way.
type pareto struct {
	*run
	cfg    ParetoConfig
	seeds  []ParetoSeed
	starts []*igbo.Model
	units  []float64 // H of the starts
}

// start trains the unconstrained student of a seed.
func (p *pareto) start(ctx context.Context, i int) error {
	l := p.lessons[i]
	cfg := p.meter.follow(p.cfg.student(l.seed, "paper", 0.5))
	cfg.Epochs, cfg.Optimizer.Schedule = p.cfg.StartSteps, igbo.ConstantRate
	trained, err := igbo.Train(ctx, p.backend, cfg, l.train, nil)
	if err != nil {
		return fmt.Errorf("experiment: the unconstrained student of seed %d: %w", l.seed, err)
	}
	p.starts[i] = trained.Model
	s := &p.seeds[i]
	*s = ParetoSeed{Seed: l.seed, Edges: len(l.dag.Edges), Sweeps: make([]ParetoSweep, len(p.cfg.Rules))}
	e, err := p.evaluateLinear(l.leastSquares, l.task.Train, l.dag)
	if err != nil {
		return err
	}
	s.LeastSquares = ParetoPoint{L: 1, H: e.Interpretability.Loss, ValMSE: l.leastSquares.mse(l.task.Validation), Kept: e.Interpretability.Share()}
	if s.Unconstrained, err = p.measure(i, trained.Model); err != nil {
		return err
	}
	if p.units[i] = s.Unconstrained.H; p.units[i] == 0 {
		return fmt.Errorf("experiment: the unconstrained student of seed %d keeps every edge, there is no trade-off to study", l.seed)
	}
	s.Unconstrained.H, s.LeastSquares.H = 1, s.LeastSquares.H/p.units[i]
	return nil
}

// measure evaluates a model of seed i, L in units of least squares.
func (p *pareto) measure(i int, m *igbo.Model) (ParetoPoint, error) {
	l := p.lessons[i]
	e, err := m.Evaluate(l.train, l.dag)
	if err != nil {
		return ParetoPoint{}, err
	}
	validation, err := m.Evaluate(l.validation, nil)
	return ParetoPoint{
		L: e.MSE / l.leastSquares.mse(l.task.Train), H: e.Interpretability.Loss,
		ValMSE: validation.MSE, Kept: e.Interpretability.Share(),
	}, err
}

// sweep trains one rule's points of a seed, each from the last one's model.
func (p *pareto) sweep(ctx context.Context, i, rule int) error {
	l, sweep, at := p.lessons[i], ParetoSweep{Rule: p.cfg.Rules[rule]}, p.starts[i]
	for _, lambda := range p.cfg.Lambdas {
		cfg := p.meter.follow(p.cfg.student(l.seed, sweep.Rule, lambda))
		trained, err := igbo.TrainFrom(ctx, at, cfg, l.train, l.dag)
		if err != nil {
			return fmt.Errorf("experiment: %s at λ = %g, seed %d: %w", sweep.Rule, lambda, l.seed, err)
		}
		at = trained.Model
		point, err := p.measure(i, at)
		if err != nil {
			return err
		}
		point.Lambda, point.H = lambda, point.H/p.units[i]
		sweep.Points = append(sweep.Points, point)
	}
	markFront(sweep.Points)
	corner := [2]float64{p.cfg.ReferenceL, p.cfg.ReferenceH}
	sweep.Hypervolume = hypervolume(sweep.Points, corner) / ((corner[0] - 1) * corner[1])
	p.seeds[i].Sweeps[rule] = sweep
	return nil
}

// markFront marks the points that no other one dominates: none is as small in
// both losses and smaller in one.
func markFront(points []ParetoPoint) {
	for i := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q ParetoPoint) bool {
			p := points[i]
			return q.L <= p.L && q.H <= p.H && (q.L < p.L || q.H < p.H)
		})
	}
}

// hypervolume is the area of all (L, H) that a point dominates, up to a corner
// (the S-metric of two objectives). Points beyond the corner add nothing.
func hypervolume(points []ParetoPoint, corner [2]float64) float64 {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b ParetoPoint) int { return cmp.Compare(a.L, b.L) })
	area, ceiling := 0.0, corner[1]
	for _, q := range sorted {
		if q.L < corner[0] && q.H < ceiling {
			area += (corner[0] - q.L) * (ceiling - q.H)
			ceiling = q.H
		}
	}
	return area
}

// result gathers the sweeps by rule.
func (p *pareto) result() *Pareto {
	res := &Pareto{Config: p.cfg, Seeds: p.seeds}
	for k, rule := range p.cfg.Rules {
		var volume, leastH, ofL, front []float64
		for _, s := range p.seeds {
			points := s.Sweeps[k].Points
			best := slices.MinFunc(points, func(a, b ParetoPoint) int {
				return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.L, b.L))
			})
			count := 0.0
			for _, q := range points {
				if q.Front {
					count++
				}
			}
			volume, front = append(volume, s.Sweeps[k].Hypervolume), append(front, count)
			leastH, ofL = append(leastH, best.H), append(ofL, best.L)
		}
		res.Rows = append(res.Rows, ParetoRow{Rule: rule, Hypervolume: newStat(volume), LeastH: newStat(leastH), OfL: newStat(ofL), OnFront: newStat(front)})
	}
	return res
}
