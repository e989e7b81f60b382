package slurm

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func example() Job {
	return Job{
		Name: "igbo-x", Tasks: 5, AtOnce: 2, CPUs: 3, Time: "01:00:00", Log: "/a b/100%", Dir: "/it's here", Script: "x y.sh",
		Task: []string{"/opt/my igbo", "study", "task", Share, "x", "--set", `name="it's"`}, Gather: []string{"igbo", "study", "gather", "x"},
		Options: []string{"--partition=short", "--comment=a b"},
	}
}

// textOf returns the script of a job.
func textOf(t *testing.T, j Job) string {
	t.Helper()
	text := must.Of(j.Text()).In(t)
	return text
}

// TestScript checks that every directive is before the first command and contains the requested settings.
func TestScript(t *testing.T) {
	text := textOf(t, example())
	directives, body, found := strings.Cut(text, "\ncd ")
	if !found || strings.Contains(body, "#SBATCH") || !strings.HasPrefix(text, "#!/bin/bash\n") {
		t.Errorf("directives after commands in\n%s", text)
	}
	for _, want := range []string{
		"--job-name=igbo-x", "--array=0-4%2", "--cpus-per-task=3", "--time=01:00:00", "--requeue", "--open-mode=append", "--signal=B:TERM@60",
		"--output='/a b/100%%/slurm-%A_%a.log'", "--partition=short", "'--comment=a b'",
	} {
		if !strings.Contains(directives, "\n#SBATCH "+want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	head := strings.Join([]string{
		`# Submit:             sbatch 'x y.sh'`, `# Some tasks only:    sbatch --array=0,4%2 'x y.sh'`, `# When all are done:  igbo study gather x`,
		`#                     sbatch --dependency=afterany:JOB --job-name=igbo-x-gather --ntasks=1 '--output=/a b/100%%/gather-%j.log' ` +
			`--partition=short '--comment=a b' '--wrap=cd '\''/it'\''\'\'''\''s here'\'' && exec igbo study gather x'`,
	}, "\n")
	for line := range strings.SplitSeq(head, "\n") {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	j := example()
	j.AtOnce, j.Time = 0, ""
	if text := textOf(t, j); !strings.Contains(text, "--array=0-4\n") || strings.Contains(text, "--time") {
		t.Errorf("limits that nobody asked for in\n%s", text)
	}
}

// TestScriptRuns checks that a shell passes the words unchanged, from the requested folder.
func TestScriptRuns(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash:", err)
	}
	dir := filepath.Join(t.TempDir(), `it's "$HOME" here`)
	must.Do(t, os.Mkdir(dir, 0o755))
	j := example()
	j.Dir = dir
	j.Task = []string{"/usr/bin/env", "printf", `%s\n`, Share, `name="it's" $x`, "", "*"}
	cmd := exec.Command(shell)
	cmd.Stdin, cmd.Env = strings.NewReader(textOf(t, j)), append(os.Environ(), "SLURM_ARRAY_TASK_ID=3", "SLURM_CPUS_PER_TASK=3")
	text, err := cmd.CombinedOutput()
	if want := "3/5\nname=\"it's\" $x\n\n*\n"; err != nil || string(text) != want {
		t.Errorf("%v: printed %q, want %q", err, text, want)
	}
}

// TestValidate checks the errors for invalid jobs.
func TestValidate(t *testing.T) {
	if err := example().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Job){
		"number of tasks must be": func(j *Job) { j.Tasks = 0 }, "number of tasks at once must be": func(j *Job) { j.AtOnce = -1 }, "number of cores per task must be": func(j *Job) { j.CPUs = 0 },
		"must be one line": func(j *Job) { j.Options = []string{"--x\n--y"} }, "options must begin with -": func(j *Job) { j.Options = []string{"mem=2G"} },
		`a\nb`: func(j *Job) { j.Gather = []string{"a\nb"} }, "time limit": func(j *Job) { j.Time = "1 hour" }, "backslash": func(j *Job) { j.Log = `/a\b` },
	} {
		j := example()
		change(&j)
		if err := j.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want one with %q", err, want)
		}
	}
}

// TestNoNameBreaksALine checks that no text of a job, in any field, can add a line end or a terminal control to the script.
func TestNoNameBreaksALine(t *testing.T) {
	bad := []string{"\n", "\r", "\x00", "\t", "\x1b", "\x7f", "\u0085", "\u2028", "\u2029"}
	tried := 0
	for _, b := range bad {
		name := "/here" + b + "touch owned"
		j := example()
		all := reflect.ValueOf(&j).Elem()
		for i := range all.NumField() {
			j = example()
			switch field := all.Field(i); field.Kind() {
			case reflect.String:
				field.SetString(name)
			case reflect.Slice:
				field.Set(reflect.ValueOf([]string{"--x", "--" + name}))
			default:
				continue
			}
			tried++
			if text, err := j.Text(); err == nil || text != "" || !strings.Contains(err.Error(), "slurm:") {
				t.Errorf("%s of %q: %v, %q", all.Type().Field(i).Name, name, err, text)
			}
		}
	}
	if tried < 8*len(bad) {
		t.Errorf("%d names tried, so the test looks past some", tried)
	}
}
