package recurrence

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestEverySettingCounts: whichever setting of the teachers changes, other
// cells are asked for; the graphs are folded.
func TestEverySettingCounts(t *testing.T) {
	studytest.EverySetting(t, DefaultConfig(), "Alphas", "Base.Alpha", "Base.R", "Base.MinEpsilon", "Base.DAGBatches", "Base.DAGBatch",
		"Base.Lambda", "Base.Rule", "Base.Optimizers", "Base.Attribution.Score")
}

// TestAnswers: what every study promises.
func TestAnswers(t *testing.T) {
	studytest.Answer(t, Definition(), backendtest.Open(t), Config{quick(), []float64{0.5, 0.7}})
}
