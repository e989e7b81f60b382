package lab

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// TestWorkingCopy checks that the lab opens the user's folder, that --clean keeps it, and that the checkout does not change.
func TestWorkingCopy(t *testing.T) {
	l := courseLab(t)
	course := l.Notebooks
	must.Do(t, l.UseWorkingCopy(t.Context()))
	if l.Notebooks != os.Getenv(workcopy.Variable) {
		t.Errorf("the lab works in %s", l.Notebooks)
	}
	mine := filepath.Join(l.Notebooks, "01_one.ipynb")
	put(t, mine, strings.Replace(aNotebook, "var seeds = 5", "var seeds = 6", 1), 0o644)
	must.Do(t, os.MkdirAll(l.Home, 0o755))
	must.Do(t, l.Clean())
	if text, err := os.ReadFile(mine); err != nil || !strings.Contains(string(text), "seeds = 6") {
		t.Errorf("after --clean the user's notebook holds %s (%v)", text, err)
	}
	must.Do(t, l.Refresh(t.Context(), []string{"01_one.ipynb"}))
	kept, _ := filepath.Glob(filepath.Join(l.Notebooks, "01_one.*_*.ipynb"))
	if text, _ := os.ReadFile(mine); string(text) != aNotebook || len(kept) != 1 {
		t.Errorf("fresh: %s, kept %v", text, kept)
	}
	if err := l.Refresh(t.Context(), []string{"03"}); err == nil || !strings.Contains(err.Error(), "want one of 01_one.ipynb") {
		t.Errorf("a notebook that is not there: %v", err)
	}
	for _, dir := range []string{l.Checkout, course, filepath.Join(l.Checkout, "out"), filepath.Join(l.Home, "mine")} {
		must.Do(t, os.MkdirAll(l.Home, 0o755))
		t.Setenv(workcopy.Variable, dir)
		if err := l.UseWorkingCopy(t.Context()); err == nil || !strings.Contains(err.Error(), workcopy.Variable) {
			t.Errorf("a working copy in %s: %v", dir, err)
		}
	}
	if names, err := os.ReadDir(course); err != nil || len(names) != 5 {
		t.Errorf("the course holds %v (%v)", names, err)
	}
}

// TestExportClean checks that outputs and solutions are omitted unless they are requested, and that pictures are copied.
func TestExportClean(t *testing.T) {
	l := courseLab(t)
	out := filepath.Join(t.TempDir(), "handout")
	must.Do(t, l.Export(context.Background(), ExportOptions{Kind: "clean", Out: out}))
	text, err := os.ReadFile(filepath.Join(out, "01_one.ipynb"))
	if err != nil || strings.Contains(string(text), "printed") || strings.Contains(string(text), "the answer") || !strings.Contains(string(text), "fmt.Println(seeds)") {
		t.Errorf("handed out: %s (%v)", text, err)
	}
	for name, want := range map[string]bool{"02_two.ipynb": true, "images/one.png": true, "notation.md": true, "solutions": false} {
		if _, err := os.Stat(filepath.Join(out, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	must.Do(t, l.Export(context.Background(), ExportOptions{Kind: "clean", Out: out, Solutions: true}))
	if text, err := os.ReadFile(filepath.Join(out, "01_one.ipynb")); err != nil || !strings.Contains(string(text), "the answer") {
		t.Errorf("with solutions: %s (%v)", text, err)
	}
	if _, err := os.Stat(filepath.Join(out, "solutions", "01_one.ipynb")); err != nil {
		t.Error(err)
	}
	for what, o := range map[string]ExportOptions{
		"use --solutions": {Kind: "clean", Out: out, Names: []string{"solutions/01"}},
		"contains the notebooks; use another folder": {Kind: "clean", Out: l.Notebooks},
		"want one of clean, assignment, html":        {Kind: "pdf", Out: out},
		"want one of 01_one.ipynb":                   {Kind: "clean", Out: out, Names: []string{"09"}},
	} {
		if err := l.Export(context.Background(), o); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%+v: %v, want %q", o, err, what)
		}
	}
}

// runner is a fake Python that runs a notebook: it saves its job, writes a file in the notebook's folder, and returns an empty notebook.
const runner = `#!/bin/sh
cat >"$0.job"
cd "$(sed 's/.*"folder":"\([^"]*\)".*/\1/' "$0.job")" && echo left >left.txt && pwd >>"$0.folders"
echo '{"seconds": [], "notebook": "{\"cells\": []}"}'
`

// TestCheckRunsInACopy checks that files that cells write are in no folder of the course, and are removed afterwards.
func TestCheckRunsInACopy(t *testing.T) {
	l := courseLab(t)
	must.Do(t, l.Setup(t.Context()))
	put(t, l.python(), runner, 0o755)
	if _, err := l.Check(t.Context(), ExecuteOptions{Parallel: 1}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(l.python() + ".folders")
	folders := strings.Fields(string(text))
	if err != nil || len(folders) != 3 || !strings.Contains(string(text), solutions) {
		t.Errorf("ran in %v (%v)", folders, err)
	}
	for _, dir := range append(folders, l.Course(), filepath.Join(l.Course(), solutions)) {
		if _, err := os.Stat(filepath.Join(dir, "left.txt")); err == nil {
			t.Errorf("a cell left a file in %s", dir)
		}
	}
	if text, err := os.ReadFile(filepath.Join(l.Course(), "01_one.ipynb")); err != nil || string(text) != aNotebook {
		t.Errorf("the notebook holds %s (%v)", text, err)
	}
	if _, err := l.Execute(t.Context(), ExecuteOptions{Names: []string{"01"}, Parameters: map[string]string{"seeds": "7"}, Out: filepath.Join(t.TempDir(), "new")}); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(l.python() + ".job"); err != nil || !strings.Contains(string(text), "var seeds int = 7") {
		t.Errorf("the job is %s (%v)", text, err)
	}
}
