package catalog

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// brief returns a study with its brief settings.
func brief(t *testing.T, d study.Definition) *study.Instance {
	t.Helper()
	settings := d.Brief
	if len(settings) == 0 {
		t.Fatalf("%s has no brief settings", d.Name)
	}
	i := d.New()
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		must.Do(t, study.Set(i.Settings, key, value))
	}
	return i
}

func backendOf(t *testing.T, d study.Definition) compute.Backend {
	if !d.NeedsBackend {
		return nil
	}
	return backendtest.Open(t)
}

// eachStudy runs a test for every study.
func eachStudy(t *testing.T, f func(t *testing.T, d study.Definition)) {
	each(t, Studies(), f)
}

// each runs a test for each of the studies.
func each(t *testing.T, studies []study.Definition, f func(t *testing.T, d study.Definition)) {
	for _, d := range studies {
		t.Run(d.Name, func(t *testing.T) { f(t, d) })
	}
}

// TestDefaultsMakeSense checks that the default settings are valid and that every study has a question, distinct names and
// cells.
func TestDefaultsMakeSense(t *testing.T) {
	seen := map[string]bool{}
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := d.New()
		if err := i.Validate(); err != nil {
			t.Error(err)
		}
		if n, err := i.Cells(); err != nil || n < 1 {
			t.Errorf("%d cells, %v", n, err)
		}
		if seen[d.Name] || !strings.HasSuffix(d.Question, "?") {
			t.Errorf("question %q, name taken %t", d.Question, seen[d.Name])
		}
		seen[d.Name] = true
		if found, err := Find(d.Name); err != nil || found.Question != d.Question {
			t.Errorf("Find gives %q, %v", found.Name, err)
		}
		if d.Seeds != "" {
			if err := i.SetSeeds(3); err != nil {
				t.Error(err)
			}
			if err := i.SetSeeds(0); err == nil {
				err = i.Validate()
				if err == nil {
					t.Error("0 seeds are accepted")
				}
			}
		}
	})
	if _, err := Find("luck"); err == nil || !strings.Contains(err.Error(), "teacher-student, teacher-student-absolute, ablation") {
		t.Errorf("error %v, want one that names the studies", err)
	}
}

// runs has the result of each study with short settings, by name.
var runs = map[string]study.Result{}

// found returns the result of a study with short settings on the backend of the tests, without a cache. It runs each study once
// for all tests.
func found(t *testing.T, d study.Definition) study.Result {
	t.Helper()
	if r, ok := runs[d.Name]; ok {
		return r
	}
	r := must.Of(brief(t, d).Run(t.Context(), backendOf(t, d), workflow.Options{Unkept: true})).In(t)
	runs[d.Name] = r
	return r
}

// TestReadAgain checks that the JSON of a result is decoded to the same result, and that its tables and figures can be shown.
func TestReadAgain(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		text := encoded(t, found(t, d))
		back, err := d.Read(text)
		if err != nil || !bytes.Equal(encoded(t, back), text) || !reflect.DeepEqual(back, found(t, d)) {
			t.Errorf("another result is read from the JSON, %v", err)
		}
		shows(t, back, d.Committed() == nil) // otherwise TestCommittedResults draws the points of its figures
	})
}

func encoded(t *testing.T, result study.Result) []byte {
	t.Helper()
	text := must.Of(study.MarshalJSON(result)).In(t)
	return text
}

// bare are the tables whose title and headers need no notes.
var bare = []string{
	"points", "networks", "few-samples-goals", "few-samples-orders", "wrong-prior-gates", "wrong-prior-goals", "black-box-predictions", "black-box-teachers",
}

// shows checks that the tables and figures of a result are complete and have distinct names. If asked, it draws the figures as
// pictures of points.
func shows(t *testing.T, result study.Result, points bool) {
	t.Helper()
	names := map[string]bool{}
	for _, table := range result.Tables() {
		if names[table.Name] || table.Name == "" || table.Title == "" || len(table.Rows) == 0 {
			t.Errorf("table %q, %q, with %d rows, name taken %t", table.Name, table.Title, len(table.Rows), names[table.Name])
		}
		if len(table.Notes) == 0 && !slices.Contains(bare, table.Name) {
			t.Errorf("table %q has no notes", table.Name)
		}
		names[table.Name] = true
		for _, rows := range [][][]string{append([][]string{table.Header}, table.Rows...), table.Data} {
			for _, row := range rows {
				if len(row) != len(rows[0]) {
					t.Errorf("table %s: a row of %d in a table of %d columns: %q", table.Name, len(row), len(rows[0]), row)
				}
			}
		}
	}
	figures, err := result.Figures()
	if err != nil || len(figures) == 0 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	drawn := map[string]bool{}
	for _, f := range figures {
		svg, err := f.SVG()
		if err != nil || !bytes.Contains(svg, []byte("<svg")) || drawn[f.FigureName()] {
			t.Errorf("figure %q: %d bytes, name taken %t, %v", f.FigureName(), len(svg), drawn[f.FigureName()], err)
		}
		if points {
			if picture, err := f.PNG(); err != nil || len(picture) == 0 {
				t.Errorf("figure %q: %d bytes of PNG, %v", f.FigureName(), len(picture), err)
			}
		}
		drawn[f.FigureName()] = true
	}
}

// TestSettingsThroughJSON checks that settings are unchanged after encoding and decoding, so a result contains exactly the
// settings of its run.
func TestSettingsThroughJSON(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := brief(t, d)
		text := must.Of(study.MarshalJSON(i.Settings)).In(t)
		back := reflect.New(reflect.TypeOf(i.Settings).Elem()).Interface()
		if err := study.UnmarshalJSON(text, back); err != nil || !reflect.DeepEqual(back, i.Settings) {
			t.Errorf("read %+v, %v, want %+v", back, err, i.Settings)
		}
	})
}
