package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// quick returns flags for a short run.
func quick(out string, more ...string) []string {
	return withDefaults([]string{"reproduce"}, more, "--backend", backendtest.Name(), "--seeds", "1", "--epochs", "2", "--points", "4", "--out", out)
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	return must.Of(os.ReadFile(filepath.Join(path...))).In(t)
}

// TestReproduceWritesItsFiles checks that all files in the help are written, that the table is printed with the paper's numbers, and that
// the result does not depend on the folder.
func TestReproduceWritesItsFiles(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "deep", "a"), t.TempDir()
	first := performed(quick(a)...).must(t)
	for _, want := range []string{"least squares", "291.8", "1004", "paper: 71 % lower", "recur on fresh points"} {
		if !strings.Contains(first.stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, first.stdout)
		}
	}
	if reported := first.stderr; !strings.Contains(reported, "backend "+backendtest.Name()) || !strings.Contains(reported, "100%") || strings.ContainsAny(reported, "\r\x1b") {
		t.Errorf("piped progress should be plain lines: %q", reported)
	}
	names, err := filepath.Glob(filepath.Join(a, "*"))
	if err != nil || len(names) != 7 {
		t.Errorf("files %v, want result.json, study.json, table1.md, table1.csv, importance.png, importance.svg, timings.json", names)
	}
	hidden, _ := filepath.Glob(filepath.Join(a, ".*"))
	if len(hidden) != 0 {
		t.Errorf("left behind: %v", hidden)
	}
	performed(quick(b, "--quiet")...).must(t)
	if !bytes.Equal(read(t, a, "result.json"), read(t, b, "result.json")) {
		t.Error("the same flags give another result.json elsewhere")
	}
	records, err := csv.NewReader(bytes.NewReader(read(t, a, "table1.csv"))).ReadAll()
	if err != nil || len(records) != 9 {
		t.Errorf("table1.csv has %d lines (%v), want a header and 8 rows", len(records), err)
	}
}

// TestReproduceLogbook checks that a logbook is written to a new folder and again to the same one, but not to a folder with other files.
func TestReproduceLogbook(t *testing.T) {
	out, book := t.TempDir(), filepath.Join(t.TempDir(), "a", "book")
	for range 2 {
		performed(quick(out, "--quiet", "--logbook", book)...).must(t)
	}
	entries := must.Of(os.ReadDir(book)).In(t)
	if len(entries) != 2 || !strings.Contains(string(read(t, book, "logbook.html")), "<!DOCTYPE html>") || !strings.Contains(string(read(t, book, "logbook.md")), "Table I, 1 seed") {
		t.Errorf("the logbook's folder has %v", entries)
	}
	must.Do(t, os.WriteFile(filepath.Join(book, "notes.txt"), []byte("mine"), 0o644))
	for dir, want := range map[string]string{book: "notes.txt", out: "must be different folders", "": "--logbook"} {
		if a := performed(quick(out, "--quiet", "--logbook", dir)...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, want) {
			t.Errorf("--logbook %q: exit code %d, %s, want %q", dir, a.code, a.stderr, want)
		}
	}
	planted := filepath.Join(t.TempDir(), "planted")
	must.Do(t, os.MkdirAll(planted, 0o755))
	must.Do(t, os.WriteFile(filepath.Join(planted, "logbook.md"), []byte("mine"), 0o644))
	if a := performed(quick(out, "--quiet", "--logbook", planted)...); a.code != cli.ExitUsage || string(read(t, planted, "logbook.md")) != "mine" {
		t.Errorf("somebody else's logbook.md: exit code %d, %s", a.code, a.stderr)
	}
}

// TestResultSchema checks the fields on which other programs rely.
func TestResultSchema(t *testing.T) {
	a := performed(quick(t.TempDir(), "--json", "--quiet", "--optimizer", "sgd", "--lr", "0.01")...).must(t)
	if a.stderr != "" {
		t.Fatalf("messages %q", a.stderr)
	}
	var result struct {
		Config json.RawMessage
		Rows   []struct {
			Name                                                            string
			Optimizer                                                       *string
			Learning_rate                                                   *float64
			Val_mse, Interpretability_loss, Edges_satisfied, Conflict_share *struct {
				Mean   float64
				SD     *float64
				Values []float64
			}
			Paper_val_mse *float64
		}
		DAG []struct {
			Edges []struct{ Mu, Sigma, P, Epsilon, Delta *float64 }
		}
		Importance, Freshness, Comparisons []json.RawMessage
	}
	must.Do(t, json.Unmarshal([]byte(a.stdout), &result))
	if len(result.Rows) != 4 || *result.Rows[3].Optimizer != "sgd" || *result.Rows[3].Learning_rate != 0.01 || result.Rows[3].Conflict_share == nil {
		t.Errorf("rows %+v, want one setting, sgd at 0.01", result.Rows)
	}
	if result.Rows[0].Val_mse.SD != nil || *result.Rows[1].Paper_val_mse != 1.847768 || result.Rows[2].Edges_satisfied == nil {
		t.Errorf("rows %+v", result.Rows)
	}
	if e := result.DAG[0].Edges; len(e) == 0 || e[0].Mu == nil || e[0].Delta == nil {
		t.Errorf("edges %+v", e)
	}
	if len(result.Importance) != 3 || len(result.Freshness) != 2 || len(result.Comparisons) != 1 {
		t.Errorf("%d importances, %d freshness checks, %d comparisons", len(result.Importance), len(result.Freshness), len(result.Comparisons))
	}
}

// TestBadFlags checks that each invalid flag is named with its allowed values, and that existing files stay.
func TestBadFlags(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "result.json")
	must.Do(t, os.WriteFile(kept, []byte("mine"), 0o644))
	must.Do(t, ledger.Wrote(kept)) // otherwise it is refused first as a foreign file
	blocked := filepath.Join(dir, "result.json", "sub")
	for _, c := range []struct{ flags, want string }{
		{"--alpha 1", "[0.5, 1)"}, {"--alpha 0.4", "[0.5, 1)"}, {"--lambda 0", "in (0, 1)"}, {"--lambda 1", "in (0, 1)"},
		{"--r -1", "r"}, {"--points 0", "0 quadrature points"}, {"--quadrature simpson", "gauss-legendre"}, {"--seeds 0", "at least 1"},
		{"--epochs 0", "at least 1"}, {"--batch 0", "batch must be from 1"}, {"--dag-batch 0", "batch"}, {"--dag-batches 1", "at least 2"},
		{"--backend tpu", "want one of auto, xla"}, {"--rule magic", "paper"}, {"--score loud", "signed absolute"},
		{"--optimizer sgd", "--lr"}, {"--lr 0.1", "--optimizer"}, {"--optimizer lion --lr 0.1", "adam, adamw, rmsprop, sgd"},
		{"--out " + blocked, "--out"}, {"--checkpoint-every -1", "at least 0"}, {"--nonsense", "unknown flag"}, {"stray", "unexpected argument"},
	} {
		args := append([]string{"reproduce"}, strings.Fields(c.flags)...)
		if !strings.HasPrefix(c.flags, "--out ") {
			args = append(args, "--out", dir)
		}
		if a := performed(args...); a.code == cli.ExitDone || !strings.Contains(a.stderr, c.want) {
			t.Errorf("%s: exit code %d, %s, want one with %q", c.flags, a.code, a.stderr, c.want)
		}
	}
	if text := read(t, kept); string(text) != "mine" {
		t.Error("a failed run changed an existing file")
	}
}

// TestInterruptAndResume interrupts the command and checks that it ends without force and leaves only checkpoints. Then it kills and
// resumes the command several times (12 in an exhaustive run), each time a little later, and lets it end. The result must equal that of an
// uninterrupted run.
func TestInterruptAndResume(t *testing.T) {
	binary, out, whole := buildCommand(t), filepath.Join(t.TempDir(), "out"), t.TempDir()
	flags := []string{"reproduce", "--backend", backendtest.Name(), "--seeds", "2", "--epochs", "60", "--checkpoint-every", "40"}
	resume := func() (*exec.Cmd, *bytes.Buffer) {
		cmd, messages := exec.Command(binary, append(flags, "--out", out, "--resume")...), &bytes.Buffer{}
		cmd.Stderr = messages
		must.Do(t, cmd.Start())
		return cmd, messages
	}
	cmd, messages := resume()
	waitForSteps(t, out, 1)
	start := time.Now()
	must.Do(t, cmd.Process.Signal(os.Interrupt))
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 130 || !strings.Contains(messages.String(), "--resume") || !strings.Contains(messages.String(), "nothing to resume") {
		t.Fatalf("ended with %v: %s", err, messages)
	}
	if spent := time.Since(start); spent > cli.Grace+soonEnough || strings.Contains(messages.String(), "by force") {
		t.Errorf("took %s to end, want %s at most: %s", spent, cli.Grace+soonEnough, messages)
	}
	left, err := os.ReadDir(out)
	if err != nil || len(left) != 1 || left[0].Name() != checkpointFolder {
		t.Errorf("left behind %v, %v, want the checkpoints alone", left, err)
	}
	for range sweep.Count(3, 12) {
		steps := checkpointedSteps(t, out)
		cmd, _ := resume()
		waitForSteps(t, out, steps+40)
		must.Do(t, cmd.Process.Kill())
		if err := cmd.Wait(); err == nil {
			t.Fatal("the command ended before it was killed")
		}
	}
	cmd, messages = resume()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err, messages)
	}
	performed(append(flags, "--out", whole)...).must(t)
	if !bytes.Equal(read(t, out, "result.json"), read(t, whole, "result.json")) {
		t.Error("another result.json than that of a whole run")
	}
	if _, err := os.Stat(filepath.Join(out, checkpointFolder)); !errors.Is(err, os.ErrNotExist) {
		t.Error("the checkpoints of a finished run stay")
	}
}

// TestDoctorAndVersion checks that both commands run anywhere and print what they must.
func TestDoctorAndVersion(t *testing.T) {
	t.Setenv(asCommand, "1") // for the self-test, which is a separate process
	stdout := performed("doctor", "--backend", "go").must(t).stdout
	for _, want := range []string{"backend go: selected by name", "self-test of go: product", "XLA", "gonb", "lab: "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("doctor: no %q in\n%s", want, stdout)
		}
	}
	version := performed("version").must(t).stdout
	if !strings.HasPrefix(version, "igbo "+igbo.Version) {
		t.Errorf("version: %s", version)
	}
	if flag := performed("--version").must(t).stdout; flag != version {
		t.Errorf("--version prints %s, want %s", flag, version)
	}
}
