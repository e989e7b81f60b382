package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
)

// attempt is the outcome of a command line.
type attempt struct {
	args           []string
	code           int
	stdout, stderr string
	took           time.Duration
	allocated      uint64
}

// withDefaults returns a command line with more flags, and with those default flags and values that it does not set.
func withDefaults(line, more []string, defaults ...string) []string {
	line = slices.Clone(line)
	for flag := range slices.Chunk(defaults, 2) {
		name, _, _ := strings.Cut(flag[1], "=")
		if flag[0] != "--set" && !slices.Contains(more, flag[0]) || flag[0] == "--set" && !slices.ContainsFunc(more, func(s string) bool { return strings.HasPrefix(s, name+"=") }) {
			line = append(line, flag...)
		}
	}
	return append(line, more...)
}

// settled runs the command in this process, without its work: flags are parsed and settled, and RunE does nothing.
func settled(args ...string) attempt {
	root := newRootCommand()
	cli.Each(root, func(cmd *cobra.Command) {
		if cmd != root && cmd.Name() != "help" {
			cmd.RunE = func(*cobra.Command, []string) error { return nil }
		}
	})
	return perform(root, args...)
}

// performed runs the complete command in this process.
func performed(args ...string) attempt { return perform(newRootCommand(), args...) }

func perform(root *cobra.Command, args ...string) attempt {
	var out, messages bytes.Buffer
	start, before := time.Now(), allocated()
	root.SetIn(strings.NewReader(""))
	code := cli.Supervise(root, args, cli.NewOutput(&out), &messages, nil)
	return attempt{args, code, out.String(), messages.String(), time.Since(start), allocated() - before}
}

// allocated returns the number of bytes that this process has allocated. Unlike runtime.ReadMemStats it does not stop the world.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Patterns that a refusal must not and must match.
var noTrace = regexp.MustCompile(`goroutine|panic|runtime error|internal error`)

// allocationLimit limits the memory that is allocated before a setting is refused.
const allocationLimit = 64 << 20

// refused checks that the command line was refused correctly: with an exit code, one line about the problem and the allowed values, and no
// changed files.
func (a attempt) refused(t *testing.T) {
	t.Helper()
	line, _ := strings.CutSuffix(a.stderr, "\n")
	switch {
	case a.code != cli.ExitUsage:
		t.Errorf("%.300q: exit code %d, want %d; %s", a.args, a.code, cli.ExitUsage, a.stderr)
	case a.stdout != "" || line == "" || strings.Contains(line, "\n") || !strings.HasPrefix(line, "igbo: ") || !strings.Contains(line, "--help"):
		t.Errorf("%.300q: printed %q and %q, want one line on standard error with a hint", a.args, a.stdout, a.stderr)
	case noTrace.MatchString(line) || !refusal.Allowed(line):
		t.Errorf("%.300q: %s: want what was wrong and what was expected", a.args, line)
	}
	a.modest(t)
}

// accepted checks that the command line was accepted without messages.
func (a attempt) accepted(t *testing.T) {
	t.Helper()
	if a.code != cli.ExitDone || a.stderr != "" {
		t.Errorf("%.300q: exit code %d, %s, want it accepted", a.args, a.code, a.stderr)
	}
	a.modest(t)
}

// modest checks that settling took little memory and time.
func (a attempt) modest(t *testing.T) {
	t.Helper()
	if a.allocated > allocationLimit {
		t.Errorf("%.300q: allocated %d bytes", a.args, a.allocated)
	}
	if a.took > 30*time.Second { // milliseconds, unless the machine is busy
		t.Errorf("%.300q: took %s", a.args, a.took)
	}
}

// workplace creates a folder of input files and changes to it.
func workplace(t testing.TB) {
	t.Helper()
	dir := t.TempDir()
	settings := must.Of(json.Marshal(recurrence.DefaultConfig())).In(t)
	result := fmt.Sprintf(`{"config": %s, "rows": [
		{"score": "signed", "alpha": 0.5, "edges": {"mean": 45}, "recurring": {"mean": 20}, "chance": {"mean": 22.5}}]}`, settings)
	for name, text := range map[string]string{
		"scores.csv":      descendingScores(4, 200),
		"comparisons.csv": "winner,loser,weight\na,b,9\nb,a,2\nb,c,8\nc,b,3\na,c,10\nc,a,1\n",
		"expert.yaml":     "ranks:\n  - [a, b, c]\n",
		"empty.svg":       "",
		"file.svg":        "mine", "result.json": "mine", "folder.svg/inside": "mine",
		"study/study.json": fmt.Sprintf(`{"study": "recurrence", "result": "result.json", "sha256": "%x"}`, sha256.Sum256([]byte(result))), "study/result.json": result,
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	if err := os.Symlink("scores.csv", filepath.Join(dir, "link.csv")); err != nil {
		t.Log("no symbolic links here:", err)
	}
	switch t := t.(type) {
	case *testing.T:
		t.Chdir(dir)
	case *testing.F:
		t.Chdir(dir)
	}
}

// tree describes every file and folder of the current folder, with content and time.
func tree(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, path, info.Mode(), info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%x\n", sha256.Sum256(text))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
