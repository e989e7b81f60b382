package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// TestStudyShow checks that a result is shown as it was printed, and that truncated, modified, exchanged or missing files are reported
// instead.
func TestStudyShow(t *testing.T) {
	out := t.TempDir()
	printed := performed(quickStudy("run", "--out", out)...).must(t).stdout
	shown := performed("study", "show", out)
	if shown.code != cli.ExitDone || !strings.HasPrefix(printed, strings.TrimSpace(shown.stdout)) {
		t.Errorf("exit code %d, %s, shows\n%s\nwant what was printed\n%s", shown.code, shown.stderr, shown.stdout, printed)
	}
	if a := performed("study", "show", out, "--format", "json"); a.stdout != string(read(t, out, "result.json")) {
		t.Error("--format json is not result.json")
	}
	named, committed := performed("study", "show", "recurrence"), performed("study", "show", "recurrence", "--format", "json")
	if want := string(must.Of(catalog.Find("recurrence")).In(t).Committed()); named.code != cli.ExitDone || !strings.Contains(named.stdout, "signed") || strings.TrimSpace(committed.stdout) != strings.TrimSpace(want) {
		t.Errorf("the committed result: exit code %d, %s, shows\n%s", named.code, named.stderr, named.stdout)
	}
	if a := performed("study", "show", "teacher-student-absolute-none"); a.code != cli.ExitUsage {
		t.Errorf("no study and no folder: exit code %d, %s", a.code, a.stderr)
	}
	record, result := string(read(t, out, "study.json")), string(read(t, out, "result.json"))
	for _, c := range []struct {
		name, file, content string // without content the file is removed
		code                int
		want                string
	}{
		{"a result that was cut", "result.json", result[:len(result)/2], cli.ExitFailed, "result.json is not the result that was written"},
		{"one that was altered", "result.json", strings.Replace(result, "0.5", "0.6", 1), cli.ExitFailed, "truncated, changed or replaced"},
		{"another's", "result.json", "{}\n", cli.ExitFailed, "truncated, changed or replaced"},
		{"none", "result.json", "", cli.ExitFailed, "run the command of study recurrence again"},
		{"a record that was cut", "study.json", record[:len(record)/2], cli.ExitFailed, "study.json is damaged"},
		{"of no study", "study.json", strings.Replace(record, "recurrence", "nonsense", 1), cli.ExitFailed, `study "nonsense" not found`},
		{"of another study", "study.json", strings.Replace(record, "recurrence", "pareto", 1), cli.ExitFailed, "the result of pareto"},
		{"of a file elsewhere", "study.json", strings.Replace(record, "result.json", "../result.json", 1), cli.ExitFailed, "want a study and a file in the same folder"},
		{"that says nothing", "study.json", "{}", cli.ExitFailed, "want a study and a file in the same folder"},
		{"no record", "study.json", "", cli.ExitUsage, "has parts but no study.json"},
	} {
		path := filepath.Join(out, c.file)
		kept := read(t, path)
		err := os.Remove(path)
		if c.content != "" {
			err = os.WriteFile(path, []byte(c.content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if a := performed("study", "show", out); a.code != c.code || a.stdout != "" || !strings.Contains(a.stderr, c.want) || noTrace.MatchString(a.stderr) || strings.Count(a.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, printed %q and %s, want %d and %q", c.name, a.code, a.stdout, a.stderr, c.code, c.want)
		}
		must.Do(t, os.WriteFile(path, kept, 0o644))
	}
	for line, want := range map[string]string{
		"recurence":                       `study "recurence" not found; use a name`,
		filepath.Join(out, "none"):        "the folder of a study's result",
		filepath.Join(out, "result.json"): "is a file, want the folder",
		t.TempDir():                       "has no study.json",
	} {
		if a := performed("study", "show", line); a.code != cli.ExitUsage || !strings.Contains(a.stderr, want) {
			t.Errorf("%s: exit code %d, %s, want %q", line, a.code, a.stderr, want)
		}
	}
}

// TestCompletion checks the completion of names, keys and words.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"study list ":                      "\nrecurrence\t",
		"study show ":                      "recurrence\n",
		"study run ":                       "\nrecurrence\t",
		"study plan ":                      "\nrecurrence\t",
		"study gather ":                    "\nrecurrence\t",
		"study task 0/1 ":                  "\nrecurrence\t",
		"study run recurrence --set ":      "\nalphas=\tdefault 0.5,0.6",
		"study task 0/1 recurrence --set ": "\nbase.alpha=\tdefault 0.7",
		"study run --backend ":             "\nxla:cpu\n",
		"study show --format ":             "\nmarkdown\n",
		"study run recurrence ":            "\n:4\n", // no more names, and no files
		"train scores.csv --set ":          "\ndecimal=\tdecimal sign",
		"predict model scores.csv --set ":  "\nna=\tadditional word",
		"train scores.csv --target a --model gru --set steps=3 --set ": "\nmodel.gru.hidden=\n", // flags before it are read
	} {
		a := performed(append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if a.code != cli.ExitDone || !strings.Contains("\n"+a.stdout, want) {
			t.Errorf("%s: exit code %d, completes\n%s\nwant %q", line, a.code, a.stdout, want)
		}
	}
}
