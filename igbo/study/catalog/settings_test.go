package catalog

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// folded are the settings that the fold alone reads, so that other ones have the same cells.
var folded = map[string][]string{
	"learning-curves": {"Base.Seeds"}, // one seed is followed
	// Rule, λ and seeds are the sweep's; the level is the table's.
	"oracle-front": {"Level", "Assessor.Seed", "Oracle.Seed", "Oracle.Rule", "Oracle.Lambda"},
	// Oracles start at the baseline of their task.
	"oracle-training": {"Level", "Oracle.Baseline"},
	// The sweeps have rules, λ, batches and an optimiser of their own.
	"pareto": {"Base.Lambda", "Base.Rule", "Base.Optimizers"},
	// The graphs are folded; no student is trained.
	"recurrence": {"Alphas", "Base.Alpha", "Base.R", "Base.MinEpsilon", "Base.DAGBatches", "Base.DAGBatch",
		"Base.Lambda", "Base.Rule", "Base.Optimizers", "Base.Attribution.Score"},
	// The grid stands for the α, λ and r of its base, and has an optimiser of its own.
	"ablation":    {"Base.Alpha", "Base.Lambda", "Base.R", "Base.Optimizers"},
	// Cells do not know what they are called, and there are as many draws of networks as of both numbers the smaller one.
	"few-samples": {"Networks", "Cases[0].Name", "Cases[1].Name"},
	"noise":       {"Cases[0].Name", "Cases[1].Name", "Cases[2].Name", "Cases[3].Name"},
	"wrong-prior": {"Handicap"}, // the gates are folded
	"compression": {"Level"}, "real-data": {"Level"}, "shortcut": {"Level"}, "oracle": {"Level"}, "sequences": {"Level"}, "weather": {"Level"},
}

// TestEverySetting: whichever setting changes, other cells are asked for, but of those that the fold alone reads.
func TestEverySetting(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := brief(t, d)
		list, err := study.Settings(i.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if n := studytest.EverySetting(t, i, folded[d.Name]...); n < len(list) {
			t.Errorf("%d settings were changed of %d, so the test looks past them", n, len(list))
		}
	})
}
