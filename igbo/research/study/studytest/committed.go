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

// Committed returns the committed result of a study. Package catalog tests for all studies that the result has the default
// settings and can be shown.
func Committed[R study.Result](t *testing.T, d study.Definition) R {
	t.Helper()
	r := must.Of(study.Reported[R](d)).In(t)
	return r
}

// Rewrite replaces the committed result of the tested study with a result in one line.
func Rewrite(t *testing.T, r study.Result) {
	t.Helper()
	text := must.Of(study.MarshalJSON(r)).In(t)
	var line bytes.Buffer
	must.Do(t, json.Compact(&line, text))
	must.Do(t, os.WriteFile("result.json", append(line.Bytes(), '\n'), 0o666))
}

// Keys is Counts for settings with these keys in the syntax of study.Set.
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

// Nonsense changes the default settings, one change at a time. Each change must cause an error that contains a text or, if the
// text is empty, the name of the change.
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

// Refuses changes the default settings, one change at a time. Each change must cause an error that lists the allowed values.
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

// Frozen checks that each frozen strength of a student's method has the least error on the development draws among all tried
// strengths. The errors are JSON.
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
