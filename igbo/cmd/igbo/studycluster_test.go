package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// shared returns a command line for a study of eight cells in three levels, for a cluster: two teachers, two students without constraints,
// four sweeps.
func shared(steps int, verb string, args ...string) []string {
	line := append([]string{"study", verb}, args...)
	return append(line, "pareto", "--seeds", "2", "--set", "base.epochs=2", "--set", "start_steps=20", "--set", "steps="+strconv.Itoa(steps),
		"--set", "rules=paper,mgda", "--set", "lambdas=0.9,0.1", "--backend", backendtest.Name())
}

// mustDo runs the command as a process, which must succeed, and returns its output.
func mustDo(t *testing.T, line ...string) string {
	t.Helper()
	text, err := apart(t, line...).CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v: %s", line, err, text)
	}
	return string(text)
}

// onCores returns the folder of the study's result on this machine's cores.
func onCores(t *testing.T, steps int) string {
	t.Helper()
	out := t.TempDir()
	mustDo(t, shared(steps, "run", "--quiet", "--out", out)...)
	return out
}

// sameFiles compares all files of a result, except its times.
func sameFiles(t *testing.T, want, got string) {
	t.Helper()
	for _, name := range []string{"result.json", "study.json", "pareto.csv", "pareto.md", "pareto.png", "pareto.svg"} {
		if !bytes.Equal(read(t, want, name), read(t, got, name)) {
			t.Errorf("%s differs from that of the run on cores", name)
		}
	}
}

// inShell runs lines in bash, with Slurm's number of a task.
func inShell(t *testing.T, lines string, k int) (string, error) {
	t.Helper()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("the script is one for bash:", err)
	}
	cmd := exec.CommandContext(t.Context(), shell, "-c", lines)
	cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID="+strconv.Itoa(k), "SLURM_CPUS_PER_TASK=1")
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// doneNow returns the number of cells that tasks report as done.
func doneNow(t *testing.T, texts ...string) (cells int) {
	t.Helper()
	for _, text := range texts {
		found := regexp.MustCompile(`runs, (\d+) computed now`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("a task does not say what it did: %s", text)
		}
		n, _ := strconv.Atoi(found[1])
		cells += n
	}
	return cells
}

// TestPlannedScript runs the script in bash for two of its three tasks, and checks that gather names the missing cells. The commands that
// gather prints, and the script's, must complete it, with the same files as the run on cores.
func TestPlannedScript(t *testing.T) {
	buildCommand(t)
	dir := filepath.Join(t.TempDir(), `100% of Bob's "study" #1 $HOME`)
	script, out := dir+".sh", t.TempDir()
	mustDo(t, shared(2, "plan", "--tasks", "3", "--dir", dir, "--out", script)...)
	text := string(read(t, script))
	for _, k := range []int{0, 2} {
		if text, err := inShell(t, text, k); err != nil {
			t.Fatal(err, text)
		}
	}
	p := apart(t, shared(2, "gather", "--dir", dir, "--out", out, "--tasks", "3", "--script", script)...)
	reported, err := p.CombinedOutput()
	if code := exitCode(t, err); code != cli.ExitFailed {
		t.Fatalf("gather of two tasks of three: exit code %d, %s", code, reported)
	}
	if left, _ := os.ReadDir(out); len(left) > 0 {
		t.Errorf("gather left %v", left)
	}
	lines := strings.Split(string(reported), "\n")
	missing := regexp.MustCompile(`^igbo: workflow: \d of 8 parts are missing: .* of seed \d`)
	if !missing.MatchString(lines[0]) || !strings.HasPrefix(lines[2], "  sbatch --array=1 '") || len(lines) != 6 {
		t.Fatalf("gather says %s", reported)
	}
	sbatch := "sbatch() { SLURM_ARRAY_TASK_ID=${1#--array=} bash \"$2\"; }\n" // simulates Slurm
	if text, err := inShell(t, sbatch+lines[2], -1); err != nil || doneNow(t, text) == 0 {
		t.Errorf("%s: %v, %s", lines[2], err, text)
	}
	mustDo(t, shared(2, "gather", "--quiet", "--dir", dir, "--out", out)...)
	sameFiles(t, onCores(t, 2), out)
	if text, err := inShell(t, lines[4], -1); err != nil || doneNow(t, text) != 0 { // there is nothing left to do
		t.Errorf("%s: %v, %s", lines[4], err, text)
	}
	fold := regexp.MustCompile(`(?m)^# When all are done: (.*)$`).FindStringSubmatch(text)
	if text, err := inShell(t, fold[1], -1); err != nil {
		t.Errorf("%s: %v, %s", fold[1], err, text)
	}
	sameFiles(t, out, dir)
	wrapped := regexp.MustCompile(`(?m)^# *(sbatch --dependency=afterany:JOB .*)$`).FindStringSubmatch(text)
	sbatch = "sbatch() { for last; do :; done; sh -c \"${last#--wrap=}\"; }\n"
	must.Do(t, os.Remove(filepath.Join(dir, "result.json")))
	if text, err := inShell(t, sbatch+wrapped[1], -1); err != nil {
		t.Errorf("%s: %v, %s", wrapped[1], err, text)
	}
	sameFiles(t, out, dir)
}

// TestKilledTask checks that a killed task leaves only complete parts, and that the same command computes the missing ones.
func TestKilledTask(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	line := shared(600, "task", "0/1", "--checkpoint-every", "50", "--dir", dir)
	p := apart(t, line...)
	p.Stderr = io.Discard
	must.Do(t, p.Start())
	count := func(pattern ...string) int {
		found := must.Of(filepath.Glob(filepath.Join(append([]string{dir, "parts"}, pattern...)...))).In(t)
		return len(found)
	}
	for deadline := time.Now().Add(5 * time.Minute); count("*.study") < 5 || count("unfinished", "*", "point-*", "step-*") == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d parts after five minutes", count("*.study"))
		}
	}
	must.Do(t, p.Process.Kill())
	_ = p.Wait()
	reported, err := apart(t, shared(600, "gather", "--dir", dir, "--out", out)...).CombinedOutput()
	if code := exitCode(t, err); code != cli.ExitFailed || !strings.Contains(string(reported), "of 8 parts are missing") || strings.Contains(string(reported), "damaged") {
		t.Fatalf("gather after a kill: exit code %d, %s", code, reported)
	}
	kept := count("*.study")
	if did := doneNow(t, mustDo(t, line...)); did != 8-kept {
		t.Errorf("%d cells were done, want the %d that were missing", did, 8-kept)
	}
	mustDo(t, shared(600, "gather", "--quiet", "--dir", dir, "--out", out)...)
	sameFiles(t, onCores(t, 600), out)
	for _, left := range []string{"unfinished/*", "doing/*", ".igbo*"} {
		if found, _ := filepath.Glob(filepath.Join(dir, "parts", left)); len(found) > 0 {
			t.Errorf("a task that ended has left %v", found)
		}
	}
}

// TestSameTaskTwiceAtOnce checks that two concurrent processes with the same share do no harm, and run each cell once.
func TestSameTaskTwiceAtOnce(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	var tasks [2]*process
	for i := range tasks {
		tasks[i] = startProcess(t, buildCommand(t), shared(100, "task", "0/1", "--dir", dir)...)
	}
	for _, p := range tasks {
		if <-p.ended; p.err != nil {
			t.Errorf("%v: %s", p.err, &p.messages)
		}
	}
	if did := doneNow(t, tasks[0].messages.String(), tasks[1].messages.String()); did != 8 {
		t.Errorf("%d cells were done, want each of 8 once", did)
	}
	mustDo(t, shared(100, "gather", "--quiet", "--dir", dir, "--out", out)...)
	sameFiles(t, onCores(t, 100), out)
}

// TestPartsOfAnotherBuild checks that parts of another build are refused by name, and accepted on request.
func TestPartsOfAnotherBuild(t *testing.T) {
	self := buildCommand(t)
	other, dir, out := filepath.Join(t.TempDir(), "igbo.exe"), t.TempDir(), t.TempDir()
	// Another build ID and an additional byte give another build of the same program.
	content := append(read(t, self), 0)
	if at := regexp.MustCompile(`[\w-]{20}(/[\w-]{20}){3}`).FindIndex(content[:32<<10]); at != nil {
		copy(content[at[0]:], "another_program_here")
	}
	must.Do(t, os.WriteFile(other, content, 0o755))
	if text, err := exec.Command(other, "version").CombinedOutput(); err != nil {
		t.Skipf("this system runs no program with a byte added: %v, %s", err, text)
	}
	if text, err := exec.Command(other, shared(2, "task", "0/1", "--dir", dir)...).CombinedOutput(); err != nil {
		t.Fatal(err, string(text))
	}
	line := shared(2, "gather", "--quiet", "--dir", dir, "--out", out)
	reported, err := apart(t, line...).CombinedOutput()
	if code := exitCode(t, err); code != cli.ExitFailed || !strings.Contains(string(reported), "8 of them were made elsewhere: teacher of seed 1 (another build); ") ||
		!strings.Contains(string(reported), "--foreign") {
		t.Errorf("gather of another build's parts: exit code %d, %s", code, reported)
	}
	mustDo(t, append(line, "--foreign")...)
	sameFiles(t, onCores(t, 2), out)
}

// TestManifest checks that the Job in the documentation about clusters is valid YAML with as many pods as shares. Each pod must run an
// accepted command line as the process that a signal reaches.
func TestManifest(t *testing.T) {
	_, text, _ := strings.Cut(string(must.Of(os.ReadFile("../../../notebooks/pages/cluster.md")).In(t)), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	var job struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct{ Containers []struct{ Args []string } }
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &job); err != nil || len(job.Spec.Template.Spec.Containers) != 1 {
		t.Fatalf("%v in\n%s", err, text)
	}
	line, found := strings.CutPrefix(job.Spec.Template.Spec.Containers[0].Args[0], "exec igbo ")
	share := strconv.Itoa(job.Spec.Completions-1) + "/" + strconv.Itoa(job.Spec.Completions)
	line = strings.Replace(line, `"$JOB_COMPLETION_INDEX/8"`, share, 1)
	if !found || !strings.Contains(line, " "+share+" ") {
		t.Fatalf("the pod calls %s, want the share %s", line, share)
	}
	settled(strings.Fields(line)...).accepted(t)
}

// TestPlanWhereNamesBreakLines checks that no script is made if the name of the current folder, or any other name in the script, contains a
// line break.
func TestPlanWhereNamesBreakLines(t *testing.T) {
	workplace(t)
	for _, name := range []string{"a\ntouch owned\n#", "a\rb", "a\x1b[2Jb"} {
		settled("study", "plan", "recurrence", "--dir", name).refused(t)
		settled("study", "plan", "recurrence", "--out", name).refused(t)
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Skip("no such names here:", err)
		}
		before := must.Of(os.Getwd()).In(t)
		t.Chdir(name)
		settled("study", "plan", "recurrence", "--dir", before).refused(t)
		t.Chdir(before)
	}
}
