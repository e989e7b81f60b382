package pareto

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestEverySettingCounts: whichever setting changes, other cells are asked for.
func TestEverySettingCounts(t *testing.T) {
	// The sweeps have rules, λ, batches and an optimiser of their own.
	studytest.EverySetting(t, DefaultConfig(), "Base.Lambda", "Base.Rule", "Base.Optimizers")
}

// TestAnswers: what every study promises.
func TestAnswers(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Base.Seeds, cfg.Base.Epochs, cfg.Rules, cfg.Lambdas, cfg.StartSteps, cfg.Steps = 2, 2, []string{"paper", "mgda"}, []float64{0.9, 0.1}, 20, 2
	studytest.Answer(t, Definition(), backendtest.Open(t), cfg)
}
