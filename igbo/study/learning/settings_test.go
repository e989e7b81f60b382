package learning

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
	"github.com/igbolab/igbolab/igbo/study/teacherstudent"
)

// quick is a short training.
func quick() Config {
	c := Config{Base: teacherstudent.DefaultConfig(), Epochs: 3}
	c.Base.Epochs, c.Base.Attribution.Points = 2, 2
	return c
}

// TestEverySettingCounts: whichever setting changes, other cells are asked for.
func TestEverySettingCounts(t *testing.T) {
	studytest.EverySetting(t, quick(), "Base.Seeds") // one seed is followed
}

// TestAnswers: what every study promises.
func TestAnswers(t *testing.T) { studytest.Answer(t, Definition(), backendtest.Open(t), quick()) }
