package contest

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/train"
)

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
		values := make([]float64, p.columns())
		for j := range values {
			values[j] = s.Offset
		}
		cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant(fmt.Sprintf("%g deviations", s.Offset), values)}
	}
	cfg.HistoryEvery, cfg.DType, cfg.StepsPerCall = 0, "float64", stepsPerCall
	return cfg, cfg.Validate(p.columns())
}

// stepsPerCall is for models whose step takes less than the call of an engine.
const stepsPerCall = 200
