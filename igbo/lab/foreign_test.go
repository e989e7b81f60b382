package lab

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestNoFileOfOthers checks that a run replaces only notebooks and pages that igbo wrote, and a notebook that is run in place.
func TestNoFileOfOthers(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	notes, out, html := filepath.Join(dir, "notes"), filepath.Join(dir, "out"), filepath.Join(dir, "html")
	text := `{"cells": [{"cell_type": "code", "metadata": {"tags": ["parameters"]}, "source": "var n = 1", "outputs": []}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
	must.Do(t, writeInto(filepath.Join(notes, "01_one.ipynb"), []byte(text)))
	l := &Lab{Options: Options{Notebooks: notes}}
	for file, o := range map[string]ExecuteOptions{
		filepath.Join(out, "01_one.ipynb"):       {Out: out},
		filepath.Join(html, "01_one.html"):       {HTML: html},
		filepath.Join(notes, "01_one-n=2.ipynb"): {Parameters: map[string]string{"n": "2"}},
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o777))
		must.Do(t, os.WriteFile(file, []byte("mine"), 0o666))
		if err := l.Settle(o); !errors.Is(err, ledger.ErrForeign) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
		}
		must.Do(t, writeInto(file, []byte("igbo's")))
		if err := l.Settle(o); err != nil {
			t.Error(err)
		}
		must.Do(t, os.Remove(file))
	}
	must.Do(t, os.WriteFile(filepath.Join(notes, "01_one.ipynb"), []byte(text+"\n"), 0o666))
	if err := l.Settle(ExecuteOptions{}); err != nil {
		t.Error(err)
	}
}
