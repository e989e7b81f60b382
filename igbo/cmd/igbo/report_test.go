package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestReport checks that the page contains the tables of runs, that progress is printed and the page is written atomically, and that
// without folders it contains the committed results.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	performed(quickStudy("run", "--quiet", "--out", filepath.Join(dir, "one"))...).must(t)
	performed(quick(filepath.Join(dir, "two"), "--quiet")...).must(t)
	page := filepath.Join(dir, "page.html")
	a := performed("report", "--results", filepath.Join(dir, "one"), filepath.Join(dir, "two"), "--out", page)
	if a.code != cli.ExitDone || !strings.Contains(a.stdout, "Written to "+page) || !strings.Contains(a.stderr, "report: 100%") {
		t.Fatalf("exit code %d, %q, %s", a.code, a.stdout, a.stderr)
	}
	text := string(read(t, page))
	for _, want := range []string{"Edges that recur on fresh points", "Table I, 1 seed", "<code>igbo study run recurrence --", "<code>igbo study run teacher-student --seeds 1", "</html>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if a := performed("report", "--out", page, "--quiet"); a.code != cli.ExitDone || a.stdout+a.stderr != "" {
		t.Errorf("exit code %d, %q, %s", a.code, a.stdout, a.stderr)
	}
	if text := string(read(t, page)); !strings.Contains(text, "<code>igbo reproduce --seeds 20</code>") || !strings.Contains(text, "The paper, claim by claim") {
		t.Error("the page of the committed results lacks the paper's experiment")
	}
}

// TestReportRefuses checks that a folder without a result, and folders without their flag, are usage errors. A modified result is a
// failure, and the earlier page stays.
func TestReportRefuses(t *testing.T) {
	dir := t.TempDir()
	out, page := filepath.Join(dir, "out"), filepath.Join(dir, "page.html")
	performed(quickStudy("run", "--quiet", "--out", out)...).must(t)
	result := read(t, out, "result.json")
	for path, text := range map[string]string{filepath.Join(out, "result.json"): strings.Replace(string(result), "0.5", "0.6", 1), page: "what was there"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	must.Do(t, ledger.Wrote(page)) // otherwise it is refused first as a foreign file
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--results", out}, cli.ExitFailed, "truncated, changed or replaced"},
		{[]string{"--results", t.TempDir()}, cli.ExitUsage, "has no study.json"},
		{[]string{"--results", filepath.Join(out, "none")}, cli.ExitUsage, "the folder of a study's result"},
		{[]string{"--results", filepath.Join(out, "result.json")}, cli.ExitUsage, "is a file"},
		{[]string{out}, cli.ExitUsage, "put --results before"},
	} {
		a := performed(append([]string{"report", "--out", page}, c.args...)...)
		if a.code != c.code || !strings.Contains(a.stderr, c.want) || a.stdout != "" || noTrace.MatchString(a.stderr) {
			t.Errorf("%v: exit code %d, %q, %s, want %d and %q", c.args, a.code, a.stdout, a.stderr, c.code, c.want)
		}
	}
	if text := string(read(t, page)); text != "what was there" {
		t.Errorf("the page that was there is %q", text)
	}
}
