package studies

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// TestDivergedResultIsWritten checks that JSON and tables are written and can be shown again if a figure cannot be drawn, and that the
// error reports the figure.
func TestDivergedResultIsWritten(t *testing.T) {
	d, err := catalog.Find("recurrence")
	if err != nil {
		t.Fatal(err)
	}
	nothing := study.NewStat([]float64{math.NaN()})
	result := &recurrence.Result{Config: recurrence.DefaultConfig(), Rows: []recurrence.Row{{Score: "signed", Alpha: 0.5, Edges: nothing, Recurring: nothing, Chance: nothing}}}
	out := cli.Folder{Path: t.TempDir()}
	err = writeStudy(out, d.New(), result)
	if err == nil || !strings.Contains(err.Error(), "everything else was written") {
		t.Errorf("error %v, want one that says what was written", err)
	}
	for _, name := range []string{saved.ResultFile, saved.RecordFile, "recurrence.csv", "recurrence.md"} {
		if _, err := os.Stat(filepath.Join(out.Path, name)); err != nil {
			t.Error(err)
		}
	}
	if _, again, err := catalog.ReadResult(out.Path); err != nil || len(again.Tables()) != 1 {
		t.Errorf("%v, %v", again, err)
	}
}

// TestFree checks that a folder with another study's result is refused, also if the study is unknown, and that a folder without a result or
// with a record that is not JSON is free.
func TestFree(t *testing.T) {
	for text, want := range map[string]string{
		`{"study": "recurrence", "result": "result.json"}`: "", `{"study": `: "",
		`{"study": "noise", "result": "result.json"}`:      "contains the result of noise",
		`{"study": "recurrdnce", "result": "result.json"}`: "damaged, or from another version",
	} {
		dir := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(dir, saved.RecordFile), []byte(text), 0o644))
		if err := free("out", dir, "recurrence"); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := free("out", t.TempDir(), "recurrence"); err != nil {
		t.Error(err)
	}
}
