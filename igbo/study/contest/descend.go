package contest

import (
	"context"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

// descend trains a linear student on standardised data from θ, nil for cold, and returns its θ.
func (s Student) descend(ctx context.Context, b compute.Backend, cfg igbo.Config, z igbo.Data, p *Problem, theta []float64) ([]float64, error) {
	if s.Signed {
		cfg.Model = models.CustomSpec("signed")
		cfg.Function = attribution.Unmasked(models.SignedLinear(p.Signs))
	}
	m, err := igbo.New(b, cfg, z.Features, 1)
	if err != nil {
		return nil, fmt.Errorf("contest: %w", err)
	}
	if theta != nil {
		if s.Signed {
			theta = models.Unsigned(theta, p.Signs)
		}
		if err := setTheta(m, theta, p.outputs()); err != nil {
			return nil, err
		}
	}
	order, err := s.Told(p)
	if err != nil {
		return nil, err
	}
	trained, err := igbo.TrainFrom(ctx, m, cfg, z, order)
	if err != nil {
		return nil, fmt.Errorf("contest: %s: %w", s.Label, err)
	}
	found, err := thetaOf(trained.Model, p.outputs())
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(found, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
		return nil, fmt.Errorf("contest: %s: weights that are not finite", s.Label)
	}
	if s.Signed {
		found = models.Signed(found, p.Signs)
	}
	return found, nil
}

// setTheta gives a linear model D weights and a bias, output by output.
func setTheta(m *igbo.Model, theta []float64, outputs int) error {
	shapes, err := m.Shapes()
	if err != nil {
		return err
	}
	k, values := len(theta)/outputs, map[string]*tensors.Tensor{}
	for at, shape := range shapes {
		from, to := 0, k-1 // weights [D,K]
		if path.Base(at) == "bias" {
			from, to = k-1, k
		}
		var flat []float64
		for j := from; j < to; j++ {
			for o := range outputs {
				flat = append(flat, theta[o*k+j])
			}
		}
		values[at] = tensors.FromFlatDataAndDimensions(flat, shape.Dimensions...)
	}
	return m.SetVariables(values)
}

// thetaOf reads what setTheta writes.
func thetaOf(m *igbo.Model, outputs int) ([]float64, error) {
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	var weights, biases []float64
	for at, value := range values {
		flat, err := tensors.CopyFlatData[float64](value)
		if err != nil {
			return nil, err
		}
		if path.Base(at) == "bias" {
			biases = flat
		} else {
			weights = flat
		}
	}
	var theta []float64
	for o := range outputs {
		for j := o; j < len(weights); j += outputs {
			theta = append(theta, weights[j])
		}
		theta = append(theta, biases[o])
	}
	return theta, nil
}

// config is igbo's.
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
	if s.Sum { // L + c·H is λL + (1−λ)H with λ = 1/(1+c), but for the scale, which Adam does not see
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

// stepsPerCall is for models whose step takes less than the call of an engine.
const stepsPerCall = 200

// Told is the order as the student is told it; nil where it ignores the order.
func (s Student) Told(p *Problem) (*dag.DAG, error) {
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
		return nil, fmt.Errorf("contest: %w", err)
	}
	return d, nil
}

// widest is the largest difference of two scores.
const widest = 2

// fitNetwork trains a network: on the task alone, unless the start is cold, and from there with the order by as
// many steps again.
func (s Student) fitNetwork(ctx context.Context, b compute.Backend, p *Problem, setting Setting, seed int64) (Fitted, error) {
	cfg, err := s.config(p, setting, seed)
	if err != nil {
		return nil, err
	}
	cfg.Standardize = true
	if cfg.Ridge, err = s.decay(ctx, b, p, setting, seed); err != nil {
		return nil, err
	}
	order, err := s.Told(p)
	if err != nil {
		return nil, err
	}
	trained, err := Towards(ctx, b, cfg, p.Train, order, s.Start != Cold)
	if err != nil {
		return nil, fmt.Errorf("contest: %s: %w", s.Label, err)
	}
	return Trained(trained, p.Train), nil
}

// decay is the network's: the setting's on the task alone, and with an order the one that cross-validation on the
// task alone chooses, found once for a problem.
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
