package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
)

// folderFiles lists files that each command writes into the folder of a flag.
var folderFiles = map[string][]string{
	"reproduce --out":     {"result.json", "study.json", "timings.json"},
	"reproduce --logbook": {"logbook.html", "logbook.md"},
	"study run --out":     {"result.json", "study.json", "timings.json"},
	"study gather --dir":  {"result.json", "study.json", "timings.json"},
	"study gather --out":  {"result.json", "study.json", "timings.json"},
	"pareto --out":        {"pareto.json", "pareto.csv", "pareto.png", "pareto.svg", "pareto-lambda.png", "pareto-lambda.svg"},
	"explain --out":       explain.FileNames(),
	"train --out":         {"anything.txt"}, // the folder is replaced
	"bench --out":         {"bench.json", "bench.md"},
}

// elsewhere lists flags of folders whose files are covered by tests of other packages, with these tests.
var elsewhere = map[string]string{
	"lab --out": "TestNoFileOfOthers, TestWriteExported", "lab --html": "TestNoFileOfOthers", // by the names of notebooks
	"study task --dir": "parts are named by digests", "study plan --dir": "only named in the script",
	"kernel install --prefix": "package kernel refuses the specification of another kernel", "kernel install --home": "holds a kernel's own files", "kernel list --prefix": "is read",
	"kernel remove --prefix": "removes its own", "kernel remove --home": "removes its own", "kernel check --home": "is read", "kernel run --home": "is read",
}

// TestNoFileOfOthers checks that no output of any command replaces a file that igbo did not write, or that was changed since, and that a
// file that igbo wrote is replaced.
func TestNoFileOfOthers(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	tried := 0
	try := func(command []string, row flagRow, flag, value, file string) {
		line := slices.Concat(command, row.base, []string{"--" + flag + "=" + value})
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte("mine"), 0o644))
		a := settled(line...)
		a.refused(t)
		if !strings.Contains(a.stderr, "igbo did not write") && !strings.Contains(a.stderr, "contains no saved model") {
			t.Errorf("%q with a file of somebody else in %s: %s, want it refused: does the command go through cli.Paths?", line, file, a.stderr)
		}
		if strings.Contains(a.stderr, "did not write") {
			must.Do(t, ledger.Wrote(file))
			settled(line...).accepted(t)
		}
		must.Do(t, os.Remove(file))
		tried++
	}
	everyFlag(func(command []string, flagName string, flag *pflag.Flag) {
		name := strings.Join(append(slices.Clone(command), flagName), " ")
		row := flagRows[name]
		switch {
		case !isOutput(name):
			if reported := regexp.MustCompile(`^(write|folder for|the file to|the .* file to write|also draw)`); reported.MatchString(flag.Usage) && flag.Value.Type() == "string" && name != "lab --export" {
				t.Errorf("igbo %s seems to be an output (%s) and has the kind %q", name, flag.Usage, row.kind)
			}
		case row.kind == "file":
			file := fmt.Sprintf("mine%d.svg", tried)
			try(command, row, flag.Name, file, file)
		case folderFiles[name] != nil:
			for _, file := range folderFiles[name] {
				dir := fmt.Sprintf("mine%d", tried)
				try(command, row, flag.Name, dir, filepath.Join(dir, file))
			}
		case elsewhere[name] == "":
			t.Errorf("igbo %s: list the files that it writes, or say which test protects them", name)
		}
	})
	if t.Logf("%d files of others refused", tried); tried < 35 {
		t.Errorf("%d files tried, so the test looks past them", tried)
	}
}

// TestOwnFilesAreReplaced checks that a command replaces its own files, also through links, until somebody changes them.
func TestOwnFilesAreReplaced(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	must.Do(t, os.WriteFile("d.json", nil, 0o644))
	must.Do(t, os.Symlink("d.json", "linked.json"))
	for file, line := range map[string]string{
		"g.svg": "dag scores.csv --svg g.svg", "plan.sh": "study plan recurrence --out plan.sh", "d.json": "dag scores.csv --format json --out linked.json",
		"out/result.json": strings.Join(quickStudy("run", "--quiet", "--out", "out"), " "), "out/recurrence.csv": strings.Join(quickStudy("run", "--quiet", "--out", "out"), " "),
	} {
		for range 2 {
			if a := performed(strings.Fields(line)...); a.code != cli.ExitDone {
				t.Fatalf("%s: %s", line, a.stderr)
			}
		}
		if strings.HasPrefix(file, "out/") { // a study's record lists them as its own
			continue
		}
		text := append(read(t, file), "and a note\n"...)
		must.Do(t, os.WriteFile(file, text, 0o644))
		if a := performed(strings.Fields(line)...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, "changed since") || string(read(t, file)) != string(text) {
			t.Errorf("%s, after %s was changed: exit code %d, %s", line, file, a.code, a.stderr)
		}
	}
	must.Do(t, os.Mkdir("begun", 0o755)) // a table of the study, whose name is only known after a run
	must.Do(t, os.WriteFile("begun/recurrence.csv", []byte("mine"), 0o644))
	a := performed(quickStudy("run", "--quiet", "--out", "begun")...)
	if a.code != cli.ExitFailed || !strings.Contains(a.stderr, "igbo did not write") || string(read(t, "begun", "recurrence.csv")) != "mine" {
		t.Errorf("exit code %d, %s", a.code, a.stderr)
	}
}

// TestOutputsAreLocked checks that no other command can write to any output of a running command, by any name, and that a command that ends
// leaves no lock.
func TestOutputsAreLocked(t *testing.T) {
	workplace(t)
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	must.Do(t, os.MkdirAll("deep/er", 0o755))
	must.Do(t, os.Symlink("deep/er", "short"))
	tried := 0
	everyFlag(func(command []string, flagName string, flag *pflag.Flag) {
		name := strings.Join(append(slices.Clone(command), flagName), " ")
		row := flagRows[name]
		if !isOutput(name) || elsewhere[name] != "" && command[0] != "lab" || name == "study gather --dir" {
			return
		}
		line := func(folder string) []string {
			base := row.base
			switch name { // a second output for commands that have one
			case "lab --out":
				base = append(slices.Clone(base), "--html=")
			case "reproduce --logbook":
				base = append(slices.Clone(base), "--out="+filepath.Base(folder)+"-out")
			case "lab --html":
				base = append(slices.Clone(base), "--out="+filepath.Base(folder))
			}
			return slices.Concat(command, base, []string{"--" + flag.Name + "=" + folder + "/new.svg"})
		}
		inner := attempt{}
		outer := working(func() { inner = working(func() { t.Errorf("%q: two write at once", name) }, line("short")...) }, line("deep/er")...)
		if outer.code != cli.ExitDone {
			t.Errorf("%q: %s", outer.args, outer.stderr)
		}
		if inner.code != cli.ExitFailed || !strings.Contains(inner.stderr, fmt.Sprintf("another igbo (process %d) is writing to ", os.Getpid())) || !strings.Contains(inner.stderr, "short/new.svg") || strings.Count(inner.stderr, "\n") != 1 {
			t.Errorf("%q while another one writes there: exit code %d, %s", inner.args, inner.code, inner.stderr)
		}
		if again := working(func() {}, line("short")...); again.code != cli.ExitDone {
			t.Errorf("%q after it ended: %s", again.args, again.stderr)
		}
		tried++
	})
	if t.Logf("%d outputs locked", tried); tried < 14 {
		t.Errorf("%d outputs tried, so the test looks past them", tried)
	}
	if left := must.Of(filepath.Glob(filepath.Join(cache, "igbolab", "locked", "*"))).In(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if left := must.Of(filepath.Glob(filepath.Join("deep", "er", ".*"))).In(t); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// working runs a command whose work is f, including everything around it.
func working(f func(), args ...string) attempt {
	root := newRootCommand()
	cli.Each(root, func(cmd *cobra.Command) {
		if cmd != root && cmd.Name() != "help" {
			cmd.RunE = cli.Guarded(func(*cobra.Command, []string) error { f(); return nil })
		}
	})
	return perform(root, args...)
}

// TestTrainIsLocked checks that the second of two trainings for one folder ends at once, whichever started it.
func TestTrainIsLocked(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	release := must.Of(ledger.Lock("new")).In(t)
	a := performed(strings.Fields("train scores.csv --target a --out ./new")...)
	if a.code != cli.ExitFailed || !strings.Contains(a.stderr, "--out ./new: another igbo (process") || a.stdout != "" {
		t.Errorf("exit code %d, %q, %s", a.code, a.stdout, a.stderr)
	}
	release()
	if _, err := os.Stat("new"); err == nil {
		t.Error("a folder was made")
	}
}
