package settings

import (
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
)

// Recommended returns the settings that did best with few samples and a correct order in the study few-samples, beside
// DefaultConfig, which are the paper's: the rule feasibility-first on unit gradients at λ = ½, absolute scores from the
// training mean, standardised inputs and target, 400 steps of Adam on all of at most 1024 samples, at a rate that diminishes as
// 0.05/√k (0.02/√k for a network).
//
// They are for a warm start: [TrainFrom] a model of the task alone, such as ridge regression. From a cold one absolute scores hold
// weights at the signs that they were drawn with. Ridge is 0: a linear student that follows a correct order with intervals does
// better without the penalty; where the order may be wrong, or has no intervals and the data are real,
// keep the penalty that ridge chose. Judge the order first (package verdict): a wrong one costs.
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
