package studies

import (
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// TestAssignments checks that every listed setting can be set to its listed value, which does not change it, and that all of them together
// are the settings.
func TestAssignments(t *testing.T) {
	for _, d := range catalog.Studies() {
		all, err := study.Settings(d.New().Settings)
		if err != nil || len(all) < 2 {
			t.Errorf("%s: %d settings, %v", d.Name, len(all), err)
		}
		seeds := d.Seeds == ""
		for _, a := range all {
			i := d.New()
			if err := study.Set(i.Settings, a.Key, a.Value); err != nil {
				t.Errorf("%s: %v", a, err)
			}
			if !reflect.DeepEqual(i.Settings, d.New().Settings) {
				t.Errorf("%s: %s changes the settings", d.Name, a)
			}
			seeds = seeds || a.Key == d.Seeds
		}
		if !seeds {
			t.Errorf("%s: the seeds %s are no setting", d.Name, d.Seeds)
		}
	}
}

// TestHints checks that a misspelt key, or a key without its path, gets the intended key as a suggestion.
func TestHints(t *testing.T) {
	d := must.Of(find("recurrence")).In(t)
	for key, want := range map[string]string{
		"base.alhpa": "did you mean base.alpha?", "epochs": "did you mean base.epochs?", "alpha": "alphas or base.alpha?",
		"base": "", "base.alpha": "", "base.alpha.x": "", "": "", "nonsense": "",
	} {
		if got := hint(d.New().Settings, key); !strings.HasSuffix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q gets %q, want %q", key, got, want)
		}
	}
}
