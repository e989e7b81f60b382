package saved

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// put writes files into a folder.
func put(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
}

// TestOwns checks that a study's files are the existing files of its record. Without a list, or with a damaged record, they are
// all files of these kinds.
func TestOwns(t *testing.T) {
	record := func(files []string) string {
		return string(must.Of(json.Marshal(NewRecord("noise", []byte("{}"), files, nil))).In(t))
	}
	for what, c := range map[string]struct{ record, own, other string }{
		"a list":           {record([]string{"noise.csv", "Bias.svg"}), "noise.csv bias.SVG", "mine.csv noise.md notes.txt gone.svg"},
		"no list":          {record(nil), "noise.csv mine.csv bias.SVG", "notes.txt gone.svg"},
		"a damaged record": {"{", "noise.csv mine.csv bias.SVG", "notes.txt gone.svg"},
	} {
		dir := t.TempDir()
		put(t, dir, map[string]string{RecordFile: c.record, ResultFile: "{}", "noise.csv": "", "mine.csv": "", "bias.SVG": "", "notes.txt": ""})
		if !Holds(dir) {
			t.Errorf("%s: it is no study", what)
		}
		for name, want := range map[string]string{c.own + " study.json result.json timings.json parts parts/x.svg": "own", c.other + " figures/noise.csv": "other"} {
			for file := range strings.FieldsSeq(name) {
				if Owns(dir, filepath.Join(dir, filepath.FromSlash(file))) != (want == "own") {
					t.Errorf("%s: %s, want its %s", what, file, want)
				}
			}
		}
	}
}

// TestText checks that a result that differs from its record is rejected.
func TestText(t *testing.T) {
	dir := t.TempDir()
	r := NewRecord("noise", []byte("{}"), nil, nil)
	if _, err := r.Text(dir); err == nil || !strings.Contains(err.Error(), "run the command of study noise again") {
		t.Errorf("none: %v", err)
	}
	put(t, dir, map[string]string{ResultFile: "{}"})
	if text, err := r.Text(dir); err != nil || string(text) != "{}" {
		t.Errorf("%q, %v", text, err)
	}
	put(t, dir, map[string]string{ResultFile: "{ }"})
	if _, err := r.Text(dir); err == nil || !strings.Contains(err.Error(), "truncated, changed or replaced") {
		t.Errorf("another one: %v", err)
	}
}
