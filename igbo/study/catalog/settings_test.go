package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
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
	"ablation": {"Base.Alpha", "Base.Lambda", "Base.R", "Base.Optimizers"},
	// Cells do not know what they are called, and there are as many draws of networks as of both numbers the smaller one.
	// No case of the brief design stands around the first without networks.
	"few-samples": {"Networks", "Around", "Cases[0].Name", "Cases[1].Name"},
	"noise":       {"Cases[0].Name", "Cases[1].Name", "Cases[2].Name", "Cases[3].Name"},
	"wrong-prior": {"Handicap"}, // the gates are folded
	"real-data":   {"Level"},
	"shift":       {"Packages"}, // twins have no files
	// Cells do not know what they are called, and there are as many draws of the other kinds as of all numbers the smallest one.
	"credit":      {"Networks", "Around", "Cases[0].Name", "Cases[1].Name", "Cases[2].Name", "Cases[3].Name"},
	"compression": {"Level"}, "shortcut": {"Level", "Around"}, "oracle": {"Level"}, "sequences": {"Level"}, "weather": {"Level"},
}

// TestEverySetting: whichever setting changes, other cells are asked for, but of those that the fold alone reads.
func TestEverySetting(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := brief(t, d)
		list := must.Of(study.Settings(i.Settings)).In(t)
		if n := studytest.EverySetting(t, i, folded[d.Name]...); n < len(list) {
			t.Errorf("%d settings were changed of %d, so the test looks past them", n, len(list))
		}
	})
}

// TestOneSeedMore: a study of one seed more has the cells of the others as they are, so that what was found for them is found.
func TestOneSeedMore(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		if d.Seeds == "" {
			return
		}
		i := brief(t, d)
		few := must.Of(i.Digests()).In(t)
		must.Do(t, i.SetSeeds(3))
		more := must.Of(i.Digests()).In(t)
		if lost := slices.DeleteFunc(few, func(id string) bool { return slices.Contains(more, id) }); len(lost) > 0 || len(more) <= len(few) {
			t.Errorf("%d cells are no longer there of %d", len(lost), len(more))
		}
	})
}

// TestSizesBeyondSense: networks without units, or with so many that nobody waits for them, and paths with as many anchors are
// refused before anything runs.
func TestSizesBeyondSense(t *testing.T) {
	for key, name := range map[string]string{
		"hidden": "few-samples", "mlp.hidden": "oracle", "gru.hidden": "oracle", "network.hidden": "out-of-distribution",
		"curve.network.hidden": "oracle-path", "wave.anchors": "oracle-path",
	} {
		d := must.Of(Find(name)).In(t)
		for _, value := range []string{"0", "-1", "9223372036854775807"} {
			i := d.New()
			must.Do(t, study.Set(i.Settings, key, value))
			if err := i.Validate(); err == nil || !strings.Contains(err.Error(), "expected") {
				t.Errorf("%s: %s=%s: error %v, want one that says what was expected", name, key, value, err)
			}
		}
	}
}
