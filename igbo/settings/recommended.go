package settings

import (
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
)

// Recommended returns settings for few samples and a correct order, with a warm start; see igbo.Recommended.
func Recommended(model models.Spec) Config {
	c := DefaultConfig()
	c.Model, c.Epochs, c.BatchSize, c.HistoryEvery, c.StepsPerCall = model, 400, 1024, 0, 200
	c.Rule, c.Lambda, c.NormalizeGradients = "feasibility-first", train.FixedLambda(0.5), true
	c.Optimizer = Optimizer{Name: "adam", LearningRate: 0.05, Schedule: InverseRootRate}
	c.Attribution.Score, c.Attribution.Quadrature, c.Attribution.Points = attribution.Absolute, attribution.GaussLegendre, 1
	if model.Kind != models.KindLinear {
		c.Attribution.Points, c.Optimizer.LearningRate = 8, 0.02
	}
	c.Standardize, c.DType = true, "float64"
	return c
}
