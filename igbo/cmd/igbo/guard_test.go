package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
)

// readOnly lists the flags that name folders to read, and no output.
var readOnly = []string{"lab --notebooks", "report --results", "kernel install --source"}

// isOutput reports whether a flag names a file or folder to write, by its row.
func isOutput(name string) bool {
	kind := flagRows[name].kind
	return (kind == "file" || kind == "folder") && !slices.Contains(readOnly, name)
}

// guardedPlace creates a workplace with a saved model, its notebooks and links to both.
func guardedPlace(t *testing.T) {
	t.Helper()
	workplace(t)
	for name, text := range map[string]string{
		"model/model.json": "{}", "model/" + durable.Manifest: "", "notes/01_one.ipynb": "{}", "notes/solutions/01_one.ipynb": "{}", "script.sh": "echo",
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	if err := os.Symlink("model", "linked"); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

// TestNoOutputInAModel checks that no output of any command can be in a saved model's folder, and that no file of a study is replaced by
// another command.
func TestNoOutputInAModel(t *testing.T) {
	guardedPlace(t)
	before, tried := tree(t), 0
	everyFlag(func(command []string, _ string, flag *pflag.Flag) {
		name := strings.Join(append(slices.Clone(command), "--"+flag.Name), " ")
		if !isOutput(name) {
			if slices.Contains([]string{"out", "svg", "html"}, flag.Name) {
				t.Errorf("igbo %s has the kind %q, want file or folder", name, flagRows[name].kind)
			}
			return
		}
		row := flagRows[name]
		wrong := map[string]string{"model/sub/new.svg": "saved model", "linked/sub/new.svg": "saved model"}
		if row.kind == "file" {
			wrong["model/new.svg"], wrong["linked/new.svg"], wrong["study/result.json"] = "saved model", "saved model", "of the study"
			wrong["study/parts/new.svg"] = "of the study"
			if name == "dag --svg" { // only .svg is allowed there
				delete(wrong, "study/result.json")
			}
		} else if name != "train --out" { // except --out, which replaces models
			wrong["model"], wrong["linked"] = "saved model", "saved model"
		}
		for path, why := range wrong {
			a := settled(slices.Concat(command, row.base, []string{"--" + flag.Name + "=" + path})...)
			a.refused(t)
			if !strings.Contains(a.stderr, why) && !strings.Contains(a.stderr, "must be an existing folder") {
				t.Errorf("igbo %s=%s: %s, want that it is in the way of a %s: does the command go through cli.Paths?", name, path, a.stderr, why)
			}
			tried++
		}
	})
	if after := tree(t); after != before {
		t.Errorf("a file was touched:\n%s", after)
	}
	if t.Logf("%d outputs refused", tried); tried < 60 {
		t.Errorf("%d outputs tried, so the test looks past them", tried)
	}
}

// inputRow is a command line without its output.
type inputRow struct {
	line   []string
	flag   string   // of the output
	inputs []string // files that the output must not be
	writes []string // if the output is a folder, the files that are written into it
}

// inputRows has a row for every output of a command that reads files.
var inputRows = []inputRow{
	{line: []string{"dag", "scores.csv"}, flag: "out", inputs: []string{"scores.csv"}},
	{line: []string{"dag", "scores.csv"}, flag: "svg", inputs: []string{"scores.csv"}},
	{line: []string{"dag", "--expert", "expert.yaml"}, flag: "out", inputs: []string{"expert.yaml"}},
	{line: []string{"dag", "--comparisons", "comparisons.csv"}, flag: "out", inputs: []string{"comparisons.csv"}},
	{line: []string{"predict", "folder.svg", "scores.csv"}, flag: "out", inputs: []string{"scores.csv"}},
	{line: []string{"explain", "file.svg", "scores.csv"}, flag: "out", inputs: []string{"scores.csv", "file.svg"}, writes: explain.FileNames()},
	{line: []string{"lab", "--execute", "--notebooks", "notes"}, flag: "out", inputs: []string{"notes/01_one.ipynb", "notes/solutions/01_one.ipynb"}, writes: []string{"01_one.ipynb", "solutions/01_one.ipynb"}},
	{line: []string{"lab", "--export", "clean", "--notebooks", "notes"}, flag: "out", inputs: []string{"notes/01_one.ipynb"}, writes: []string{"01_one.ipynb"}},
}

// TestNoOutputIsAnInput checks that an output cannot be an input by its name, another spelling, a symbolic link, a hard link, or a link in
// its path.
func TestNoOutputIsAnInput(t *testing.T) {
	guardedPlace(t)
	tried := 0
	for _, row := range inputRows {
		for _, input := range row.inputs {
			for _, link := range []string{"itself", "hard link", "symbolic link", "dangling"} {
				for _, name := range slices.Concat(row.writes, []string{""})[:max(1, len(row.writes))] {
					into, out := t.TempDir(), ""
					at := filepath.Join(into, filepath.FromSlash(name))
					if out = into; name == "" {
						at = filepath.Join(into, "new.svg")
						out = at
					}
					if !linked(t, link, input, at) {
						continue
					}
					a := settled(slices.Concat(row.line, []string{"--" + row.flag + "=" + out})...)
					a.refused(t)
					if !strings.Contains(a.stderr, "is an input") {
						t.Errorf("%v --%s, %s is a %s of %s: %s", row.line, row.flag, at, link, input, a.stderr)
					}
					tried++
				}
			}
		}
	}
	if t.Logf("%d outputs refused", tried); tried < 50 {
		t.Errorf("%d outputs tried, so the test looks past them", tried)
	}
}

// linked makes a path a link to a file, and returns false if that is impossible.
func linked(t *testing.T, how, file, path string) bool {
	t.Helper()
	whole, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	switch how {
	case "hard link":
		err = os.Link(whole, path)
	case "symbolic link":
		err = os.Symlink(whole, path)
	case "dangling": // a link to a link
		err = os.Symlink(whole, path+".more")
		if err == nil {
			err = os.Symlink(filepath.Base(path)+".more", path)
		}
	default: // only if the folder can be the input's, which the contradictions cover
		return false
	}
	if err != nil {
		t.Log("no such link here:", err)
	}
	return err == nil
}

// TestOutputsAmongInputs checks command lines that do not fit into the tables above.
func TestOutputsAmongInputs(t *testing.T) {
	guardedPlace(t)
	must.Do(t, os.Rename("scores.csv", "explain.json"))
	before := tree(t)
	for line, want := range map[string]string{
		"explain file.svg explain.json --out .":                    "is an input of this command (DATA explain.json)",
		"explain file.svg explain.json --out model/..":             "is an input",
		"explain model expert.yaml --out model":                    "saved model",
		"explain model expert.yaml --out study":                    "", // none of the study's files has such a name
		"predict model expert.yaml --out model/predicted.csv":      "saved model",
		"train expert.yaml --target a --out model --teacher model": "is an input of this command (--teacher model)",
		"train model/model.json --target a --out model":            "is an input of this command (DATA model/model.json)",
		"lab --execute --notebooks notes --out notes":              "is an input",
		"lab --export clean --notebooks notes --out ./notes/":      "is an input",
		"lab --export clean --notebooks notes --out notes/new":     "",
		"study gather recurrence --out model":                      "saved model",
		"report --results study --out study/study.json":            "of the study",
		"report --results study --out study/report.html":           "",
		"dag --expert expert.yaml --out explain.json":              "igbo did not write",
		"dag --expert expert.yaml --out new.json":                  "",
		"pareto --out study":                                       "",
	} {
		a := settled(strings.Fields(line)...)
		if want == "" {
			a.accepted(t)
		} else if a.refused(t); !strings.Contains(a.stderr, want) {
			t.Errorf("%s: %s, want %q", line, a.stderr, want)
		}
	}
	if after := tree(t); after != before {
		t.Errorf("a file was touched:\n%s", after)
	}
}

// TestOutputIsStandardOutput checks that standard output may not be an input, as with a redirection of the shell.
func TestOutputIsStandardOutput(t *testing.T) {
	workplace(t)
	file := must.Of(os.OpenFile("scores.csv", os.O_APPEND|os.O_WRONLY, 0)).In(t)
	defer file.Close()
	cmd, paths := &cobra.Command{}, cli.Paths{}
	cmd.SetOut(cli.NewOutput(file))
	paths.Reads("DATA", "link.csv")
	if err := paths.Check(cmd); err == nil || !strings.Contains(err.Error(), "DATA link.csv is an input and also the standard output") {
		t.Errorf("error %v", err)
	}
}

// TestNamesThatDifferInCase checks that two new files count as one if the file system ignores the case of the differing letters.
func TestNamesThatDifferInCase(t *testing.T) {
	dir := t.TempDir()
	one, other := filepath.Join(dir, "there"), filepath.Join(dir, "THERE")
	must.Do(t, os.Mkdir(one, 0o755))
	a, b := filepath.Join(one, "new.svg"), filepath.Join(one, "NEW.svg")
	info, err := os.Stat(other)
	folds := err == nil && info.IsDir()
	if cli.SameFile(a, b) != folds {
		t.Errorf("%s and %s are one file: %t, want %t", a, b, !folds, folds)
	}
	if folds {
		return
	}
	if err := os.Symlink("there", other); err != nil { // simulate such a file system
		t.Skip("no symbolic links here:", err)
	}
	if !cli.SameFile(a, b) || cli.SameFile(a, filepath.Join(one, "other.svg")) {
		t.Error("two spellings are two files, or two names are one")
	}
}
