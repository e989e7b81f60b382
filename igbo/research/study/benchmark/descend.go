package benchmark

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// descend trains a linear student on standardised data, starting from θ or cold if θ is nil. It returns the final θ.
func (s Student) descend(ctx context.Context, b compute.Backend, cfg igbo.Config, z igbo.Data, p *Problem, theta []float64) ([]float64, error) {
	if s.Signed {
		cfg.Model = models.CustomSpec("signed")
		cfg.Function = attribution.Unmasked(models.SignedLinear(p.Signs))
	}
	m, err := igbo.New(b, cfg, z.Features, 1)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	if theta != nil {
		if s.Signed {
			theta = models.Unsigned(theta, p.Signs)
		}
		if err := models.SetLinear(m, theta, p.outputs()); err != nil {
			return nil, err
		}
	}
	order, err := s.Informed(p)
	if err != nil {
		return nil, err
	}
	trained, err := igbo.TrainFrom(ctx, m, cfg, z, order)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %s: %w", s.Label, err)
	}
	found, err := models.LinearTheta(trained.Model, p.outputs())
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(found, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		return nil, fmt.Errorf("benchmark: %s: the trained weights are not finite", s.Label)
	}
	if s.Signed {
		found = models.Signed(found, p.Signs)
	}
	return found, nil
}

// config returns the configuration for igbo.
func (s Student) config(p *Problem, setting Setting, seed int64) (igbo.Config, error) {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Loss, cfg.Seed = models.LinearSpec(), p.Loss, seed
	if s.network() {
		cfg.Model = s.Model
	}
	if k := p.outputs(); k > 1 {
		cfg.Model.Outputs, cfg.Output.Kind = k, attribution.EachOutput
	}
	if p.Loss.Is(task.KindSoftmax) {
		cfg.Output.Kind = attribution.PredictedOutput
	}
	cfg.Epochs, cfg.BatchSize = s.Steps, p.Train.Samples()
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: s.Rate, Schedule: igbo.InverseRootRate}
	cfg.Rule, cfg.NormalizeGradients, cfg.Lambda = s.Rule, s.Normalize, train.FixedLambda(s.Lambda)
	if s.Sum { // L + c·H is λL + (1−λ)H with λ = 1/(1+c), except for the scale, which Adam does not see
		cfg.Lambda = train.FixedLambda(1 / (1 + setting.Strength))
	}
	cfg.Attribution.Score, cfg.Attribution.Points, cfg.Attribution.Quadrature = s.Score, s.Points, attribution.GaussLegendre
	cfg.Attribution.Groups = p.Groups
	if s.Offset != 0 {
		values := slices.Repeat([]float64{s.Offset}, p.columns())
		cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant(fmt.Sprintf("%g deviations", s.Offset), values)}
	}
	cfg.HistoryEvery, cfg.DType, cfg.StepsPerCall = 0, "float64", stepsPerCall
	return cfg, cfg.Validate(p.columns())
}

// stepsPerCall is the number of steps in a call of the engine for small models, whose step takes less time than the call.
const stepsPerCall = 200

// Informed returns the part of the order that the student uses, or nil if it ignores the order.
func (s Student) Informed(p *Problem) (*dag.DAG, error) {
	switch {
	case s.Ignores:
		return nil, nil
	case s.Known == Intervals:
		return p.Order, nil
	case s.Known == Uniform:
		return p.uniformOrder()
	}
	edges := append([]dag.Edge(nil), p.Order.Edges...)
	for i := range edges {
		edges[i].Delta = widest
		if s.Known == OrderOnly {
			edges[i].Epsilon = leastEpsilon
		}
	}
	d, err := dag.New(p.Order.Features, edges, p.Order.Bounds, p.Order.Ties)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	return d, nil
}

// widest is the largest possible difference of two scores.
const widest = 2

// fitNetwork trains a network. Unless the start is cold, it first trains on the task alone, and then with the order for the
// same number of steps.
func (s Student) fitNetwork(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (Fitted, error) {
	cfg, err := s.config(p, setting, seed)
	if err != nil {
		return nil, err
	}
	cfg.Standardize = true
	if cfg.Ridge, err = s.decay(ctx, b, p, setting, seed); err != nil {
		return nil, err
	}
	order, err := s.Informed(p)
	if err != nil {
		return nil, err
	}
	trained, err := Towards(ctx, b, cfg, p.Train, order, s.Start != Cold)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %s: %w", s.Label, err)
	}
	return Trained(trained, p.Train), nil
}

// decay returns the network's weight decay. Without the order, it is the decay of the setting. With the order, it is the decay
// that cross-validation on the task alone chooses, computed once for a problem.
func (s Student) decay(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (float64, error) {
	switch {
	case !s.Penalized:
		return 0, nil
	case s.Ignores:
		return setting.Strength, nil
	}
	alone := s
	alone.Ignores, alone.Start = true, Cold
	key := fmt.Sprintf("%d %d %g %+v", seed, s.Steps, s.Rate, *s.Model.MLP)
	if found, ok := p.decays[key]; ok {
		return found, nil
	}
	_, chosen, err := Tune(ctx, b, alone, p, DefaultTuneOptions(seed))
	if err != nil {
		return 0, err
	}
	if p.decays == nil {
		p.decays = map[string]float64{}
	}
	p.decays[key] = chosen.Setting.Strength
	return chosen.Setting.Strength, nil
}
