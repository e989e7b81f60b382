package catalog

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// unlike has the settings of committed results that differ from the defaults.
var unlike = map[string]string{"teacher-student": "seeds", "routing": "validity.laws"}

// TestCommittedResults checks that every committed result is the one that its study reports, with the default settings, tables
// and figures. No study may report anything else.
func TestCommittedResults(t *testing.T) {
	left := map[string][]byte{}
	for _, pattern := range []string{"../*/result.json", "../*/absolute.json", "../*/ablation.json"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if left[p], err = os.ReadFile(p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(left) < 10 {
		t.Errorf("%d committed results found, so the test looks past them", len(left))
	}
	turn := rand.IntN(3) // also draws a third of the figures as points, or all in a full sweep
	for k, d := range Studies() {
		committed := d.Committed()
		if committed == nil {
			continue
		}
		r, err := d.Reported()
		if err != nil {
			t.Error(err)
			continue
		}
		shows(t, r, sweep.Whole() || k%3 == turn)
		found := false
		for path, text := range left {
			if bytes.Equal(text, committed) {
				found = true
				delete(left, path)
			}
		}
		if !found {
			t.Errorf("%s reports what lies beside no study", d.Name)
		}
		var settings struct{ Config json.RawMessage }
		if err := json.Unmarshal(committed, &settings); err != nil || settings.Config == nil {
			continue
		}
		i, err := d.With(settings.Config)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		changed, err := i.Changed()
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		for _, c := range changed {
			if c.Key != unlike[d.Name] {
				t.Errorf("%s: the committed result has %s = %s, which is not the default", d.Name, c.Key, c.Value)
			}
		}
	}
	for path := range left {
		t.Errorf("no study reports %s", path)
	}
}

// TestCommittedIsFound recomputes the results that take about a second, so a committed result belongs to the current code.
func TestCommittedIsFound(t *testing.T) {
	for _, name := range []string{"noise", "convergence"} {
		d := must.Of(Find(name)).In(t)
		committed := must.Of(d.Reported()).In(t)
		found := must.Of(d.New().Run(t.Context(), nil, workflow.Options{Unkept: true})).In(t)
		all := func(r study.Result) (values []float64) {
			numbers(reflect.ValueOf(r), "", func(v reflect.Value, _ string) { values = append(values, v.Float()) })
			return values
		}
		got, want := all(found), all(committed)
		if len(got) != len(want) || len(want) < 50 {
			t.Fatalf("%s: %d numbers, %d are committed", name, len(got), len(want))
		}
		for i := range want {
			if !scalar.EqualWithinAbsOrRel(got[i], want[i], 1e-9, 1e-6) {
				t.Errorf("%s: number %d is %g, %g is committed", name, i, got[i], want[i])
				break
			}
		}
	}
}
