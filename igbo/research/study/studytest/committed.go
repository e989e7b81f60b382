package studytest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Committed returns the result next to a study. That it is of the default settings and can be shown is tested for all studies in package catalog.
func Committed[R study.Result](t *testing.T, d study.Definition) R {
	t.Helper()
	r := must.Of(study.Reported[R](d)).In(t)
	return r
}

// Rewrite writes a result, in one line, instead of the one next to the study that is tested.
func Rewrite(t *testing.T, r study.Result) {
	t.Helper()
	text := must.Of(study.MarshalJSON(r)).In(t)
	var line bytes.Buffer
	must.Do(t, json.Compact(&line, text))
	must.Do(t, os.WriteFile("result.json", append(line.Bytes(), '\n'), 0o666))
}

// Keys is Counts for settings by their keys, as study.Set takes them.
func Keys[C interface{ Validate() error }](t *testing.T, defaults func() C, keys ...string) {
	t.Helper()
	counts := map[string]func(c *C, n int){}
	for _, key := range keys {
		counts[key] = func(c *C, n int) {
			must.Do(t, study.Set(c, key, fmt.Sprint(n)))
		}
	}
	Counts(t, defaults, counts)
}

// Nonsense makes changes to the default settings, one at a time, and wants each refused with an error that has a text, or, where that is
// empty, the name of the change.
func Nonsense[C interface{ Validate() error }](t *testing.T, defaults func() C, text string, changes map[string]func(c *C)) {
	t.Helper()
	for name, change := range changes {
		c := defaults()
		change(&c)
		if err, want := c.Validate(), cmp.Or(text, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
}

// Refuses makes changes to the default settings, one at a time. It wants each refused with an error that names what is allowed.
func Refuses[C interface{ Validate() error }](t *testing.T, defaults func() C, changes map[string]func(c *C)) {
	t.Helper()
	for name, change := range changes {
		c := defaults()
		change(&c)
		if err := c.Validate(); err == nil || !refusal.Allowed(err.Error()) {
			t.Errorf("%s: error %v, want one that names what is allowed", name, err)
		}
	}
}

// Frozen wants each strength of a student's method that a study froze to be the one of the least error on the development draws, among all that
// were to be tried; the errors are JSON.
func Frozen(t *testing.T, errors []byte, tried map[string]map[string][]float64, frozen map[string]map[string]float64) {
	t.Helper()
	var found map[string]map[string][]struct{ Strength, Error float64 }
	must.Do(t, json.Unmarshal(errors, &found))
	for student, methods := range tried {
		for method, strengths := range methods {
			rows := found[student][method]
			if len(rows) != len(strengths) {
				t.Fatalf("%s, %s: %d strengths, want %d", student, method, len(rows), len(strengths))
			}
			if len(rows) == 1 {
				continue // nothing to freeze
			}
			best := rows[0]
			for i, row := range rows {
				if row.Strength != strengths[i] {
					t.Errorf("%s, %s: strength %g, want %g", student, method, row.Strength, strengths[i])
				}
				if row.Error < best.Error {
					best = row
				}
			}
			if got := frozen[student][method]; got != best.Strength {
				t.Errorf("%s, %s: frozen at %g, best at %g", student, method, got, best.Strength)
			}
		}
	}
}
