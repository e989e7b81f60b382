package catalog

import (
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestEverySetting checks that every changed setting changes the cells, except for settings that only the fold reads.
func TestEverySetting(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := brief(t, d)
		list := must.Of(study.Settings(i.Settings)).In(t)
		if n := studytest.EverySetting(t, i, d.Folded...); n < len(list) {
			t.Errorf("%d settings were changed of %d, so the test looks past them", n, len(list))
		}
	})
}

// TestOneSeedMore checks that a study with one more seed has the same cells for the other seeds, so their cached results are
// reused.
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

// TestSizesBeyondSense checks that networks without units or with too many units, and paths with too many anchors, are rejected
// before anything runs.
func TestSizesBeyondSense(t *testing.T) {
	for key, name := range map[string]string{
		"hidden": "few-samples", "validity.mlp.hidden": "routing", "validity.gru.hidden": "routing", "example.curve.network.hidden": "routing", "example.wave.anchors": "routing",
	} {
		d := must.Of(Find(name)).In(t)
		for _, value := range []string{"0", "-1", "9223372036854775807"} {
			i := d.New()
			must.Do(t, study.Set(i.Settings, key, value))
			if err := i.Validate(); err == nil || !refusal.Allowed(err.Error()) {
				t.Errorf("%s: %s=%s: error %v, want one that names what is allowed", name, key, value, err)
			}
		}
	}
}
