package teacherstudent

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestEverySettingCounts: whichever setting changes, other cells are asked for.
func TestEverySettingCounts(t *testing.T) {
	if n := studytest.EverySetting(t, DefaultConfig()); n < 30 {
		t.Errorf("%d settings were changed, so the test looks past them", n)
	}
	// The grid stands for the α, λ and r of its base, and has an optimiser of its own.
	studytest.EverySetting(t, DefaultAblationConfig(quick()), "Base.Alpha", "Base.Lambda", "Base.R", "Base.Optimizers")
}

// TestAnswers: what every study promises.
func TestAnswers(t *testing.T) {
	studytest.Answer(t, Definition(), backendtest.Open(t), quick())
	grid := DefaultAblationConfig(quick())
	grid.Alphas, grid.Lambdas, grid.Rs = []float64{0.5, 0.999}, []float64{0.5}, []float64{1}
	studytest.Answer(t, AblationDefinition(), backendtest.Open(t), grid)
}
