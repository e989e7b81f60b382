package studies

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// TestAssignments: every setting that is listed can be set to what is said, and
// that is what it was; all of them together are the settings.
func TestAssignments(t *testing.T) {
	for _, d := range catalog.Studies() {
		all, err := assignments(d.New().Settings)
		if err != nil || len(all) < 2 {
			t.Errorf("%s: %d settings, %v", d.Name, len(all), err)
		}
		seeds := d.Seeds == ""
		for _, a := range all {
			i := d.New()
			if err := study.Set(i.Settings, a.key, a.value); err != nil {
				t.Errorf("%s: %v", a, err)
			}
			if !reflect.DeepEqual(i.Settings, d.New().Settings) {
				t.Errorf("%s: %s changes the settings", d.Name, a)
			}
			seeds = seeds || a.key == d.Seeds
		}
		if !seeds {
			t.Errorf("%s: the seeds %s are no setting", d.Name, d.Seeds)
		}
	}
}

// TestTyped: values are typed bare where that is read back as what they are.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		`0.5`: "0.5", `"word"`: "word", `"two words"`: "two words", `"1"`: `"1"`, `"true"`: `"true"`, `""`: "", `null`: "null",
		`[0.5, 1]`: "0.5,1", `["a", "b"]`: "a,b", `["a,b"]`: `["a,b"]`, `["1"]`: `["1"]`, `[]`: "[]", `[[1], [2]]`: "[[1],[2]]",
		`[ {"a": 1} ]`: `[{"a":1}]`, `{}`: "{}", `[" a"]`: `[" a"]`, `[""]`: `[""]`,
	} {
		if got := typed(json.RawMessage(text)); got != want {
			t.Errorf("%s is typed %s, want %s", text, got, want)
		}
	}
}

// TestHints: a slip in a key, or a key without the path to it, gets the one meant.
func TestHints(t *testing.T) {
	d, err := find("recurrence")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"base.alhpa": "did you mean base.alpha?", "epochs": "did you mean base.epochs?", "alpha": "alphas or base.alpha?",
		"base": "", "base.alpha": "", "base.alpha.x": "", "": "", "nonsense": "",
	} {
		if got := hint(d.New().Settings, key); !strings.HasSuffix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q gets %q, want %q", key, got, want)
		}
	}
}
