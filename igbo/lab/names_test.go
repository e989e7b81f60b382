package lab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// aNotebook is a notebook with a parameter, an output and a cell with a solution.
const aNotebook = `{"cells": [
 {"cell_type": "code", "id": "p", "execution_count": 1, "metadata": {"tags": ["parameters"]}, "outputs": [], "source": "var seeds = 5"},
 {"cell_type": "code", "id": "o", "execution_count": 2, "metadata": {}, "outputs": [{"output_type": "stream", "name": "stdout", "text": "printed"}], "source": "%%\nfmt.Println(seeds)"},
 {"cell_type": "markdown", "id": "s", "metadata": {"tags": ["solution"]}, "source": "the answer"}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
`

// plainNotebook has no parameter.
const plainNotebook = `{"cells": [{"cell_type": "markdown", "id": "m", "metadata": {}, "source": "text"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
`

// courseLab returns a lab whose checkout has a course, with the working copy in a temporary folder.
func courseLab(t *testing.T) *Lab {
	t.Helper()
	l, _, _ := fakeLab(t, "3.12")
	for name, text := range map[string]string{
		"01_one.ipynb": aNotebook, "02_two.ipynb": plainNotebook, "solutions/01_one.ipynb": plainNotebook, "images/one.png": "picture", "notation.md": "# Letters",
	} {
		path := filepath.Join(l.Course(), name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		put(t, path, text, 0o444)
	}
	t.Setenv(workcopy.Variable, filepath.Join(t.TempDir(), "mine"))
	return l
}

// TestFind checks that names select notebooks and their solutions, each once and in order.
func TestFind(t *testing.T) {
	l := courseLab(t)
	for _, extra := range []string{"01_one.2026-03-01_120000.ipynb", "01_one-seeds=20.ipynb", ".hidden.ipynb"} {
		put(t, filepath.Join(l.Notebooks, extra), plainNotebook, 0o644)
	}
	for given, want := range map[string]string{
		"":                                 "01_one.ipynb 02_two.ipynb solutions/01_one.ipynb",
		"01":                               "01_one.ipynb solutions/01_one.ipynb",
		"solutions/01":                     "solutions/01_one.ipynb",
		"02 01 01_":                        "01_one.ipynb 02_two.ipynb solutions/01_one.ipynb",
		"01_one.ipynb":                     "01_one.ipynb",
		"notebooks/01_one.ipynb":           "01_one.ipynb",
		"notebooks/solutions/01_one.ipynb": "solutions/01_one.ipynb",
		"01_one-seeds=20.ipynb":            "01_one-seeds=20.ipynb",
		"01_one.2026-03-01_120000.ipynb":   "01_one.2026-03-01_120000.ipynb",
	} {
		got, err := l.find(strings.Fields(given))
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q selects %v (%v), want %s", given, got, err, want)
		}
	}
	for _, name := range []string{"03", "solutions/02", "one", "02_two", ".hidden"} {
		if got, err := l.find([]string{name}); name != "02_two" && (err == nil || !strings.Contains(err.Error(), "want one of 01_one.ipynb, 02_two.ipynb, solutions/01_one.ipynb")) {
			t.Errorf("%s selects %v (%v)", name, got, err)
		}
	}
}

// TestJobs checks that parameters are set in the notebooks that have them, whose results get separate files.
func TestJobs(t *testing.T) {
	l := courseLab(t)
	o := ExecuteOptions{Names: []string{"01"}, Parameters: map[string]string{"seeds": "20"}}
	jobs, err := l.jobs(o)
	if err != nil || len(jobs) != 1 || jobs[0].target != filepath.Join(l.Notebooks, "01_one-seeds=20.ipynb") || !strings.Contains(string(jobs[0].text), "var seeds int = 20") {
		t.Errorf("%d jobs (%v): %+v", len(jobs), err, jobs)
	}
	out := t.TempDir()
	for _, c := range []struct {
		o    ExecuteOptions
		want []string
	}{
		{ExecuteOptions{}, []string{"01_one.ipynb", "02_two.ipynb", "solutions/01_one.ipynb"}},
		{ExecuteOptions{Out: out, Names: []string{"01"}}, []string{out + "/01_one.ipynb", out + "/solutions/01_one.ipynb"}},
		{ExecuteOptions{Out: out, Parameters: map[string]string{"seeds": "-7"}}, []string{out + "/01_one-seeds=-7.ipynb"}},
	} {
		jobs, err := l.jobs(c.o)
		var got []string
		for _, j := range jobs {
			got = append(got, strings.TrimPrefix(filepath.ToSlash(j.target), filepath.ToSlash(l.Notebooks)+"/"))
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v (%v), want %v", c.o, got, err, c.want)
		}
	}
	for given, want := range map[string]string{"seed=5": "01_one.ipynb: seeds int = 5\n  02_two.ipynb: none", "seeds=x": "must be a value of type int"} {
		name, value, _ := strings.Cut(given, "=")
		if _, err := l.jobs(ExecuteOptions{Parameters: map[string]string{name: value}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", given, err, want)
		}
	}
	if got := suffix(map[string]string{"path": "../../etc/passwd", "b": strings.Repeat("ä", 300), "a": ""}); strings.ContainsAny(got, "/\\") || len(got) > 120 || !strings.HasPrefix(got, "-a=-b=ä") {
		t.Errorf("in a file's name: %q", got)
	}
}

func TestParseParameters(t *testing.T) {
	if got, err := ParseParameters([]string{"a=1", "b=x=y", "c="}); err != nil || got["a"] != "1" || got["b"] != "x=y" || got["c"] != "" {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range [][]string{{"a"}, {"=1"}, {"1a=1"}, {"a b=1"}, {"a=1", "a=2"}, {""}} {
		if got, err := ParseParameters(bad); err == nil {
			t.Errorf("%q became %v", bad, got)
		}
	}
}
