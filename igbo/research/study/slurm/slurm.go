package slurm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Job is an array of tasks.
type Job struct {
	// Name is the name of the job.
	Name string
	// Tasks is the number of tasks. AtOnce, if not 0, is the largest number of simultaneous tasks.
	Tasks, AtOnce int
	// Task is the command line of a task, in which the word "K/N" is a placeholder for its share. Gather is the command line
	// of the fold, and Script the name of this script.
	Task, Gather []string
	Script       string
	// Log is the existing folder for the tasks' messages, and Dir the working directory of the tasks.
	Log, Dir string
	// CPUs is the number of cores of a task.
	CPUs int
	// Time is the time limit of a task in Slurm's format, such as 02:00:00; empty means the cluster's own limit.
	Time string
	// Options are further options of sbatch, one word each, such as --partition=gpu.
	Options []string
}

// Validate checks the job.
func (j Job) Validate() error {
	switch {
	case j.Tasks < 1:
		return fmt.Errorf("slurm: the number of tasks must be at least 1, got %d", j.Tasks)
	case j.AtOnce < 0:
		return fmt.Errorf("slurm: the number of tasks at once must be at least 0 (0 = as many as the cluster allows), got %d", j.AtOnce)
	case j.CPUs < 1:
		return fmt.Errorf("slurm: the number of cores per task must be at least 1, got %d", j.CPUs)
	}
	for _, o := range slices.Concat([]string{j.Time, j.Name, j.Log, j.Dir, j.Script}, j.Options, j.Task, j.Gather) {
		if strings.ContainsFunc(o, breaks) {
			return fmt.Errorf("slurm: %q must be one line without control characters", o)
		}
	}
	for _, o := range j.Options {
		if !strings.HasPrefix(o, "-") {
			return fmt.Errorf("slurm: options must begin with -, such as --mem=2G, got %q", o)
		}
	}
	if j.Time != "" && !times.MatchString(j.Time) {
		return fmt.Errorf("slurm: the time limit must be such as 90 (minutes), 02:00:00 or 1-12 (days-hours), got %q", j.Time)
	}
	if strings.Contains(j.Log, `\`) {
		return fmt.Errorf("slurm: the folder %s must not contain a backslash, which sbatch does not support", j.Log)
	}
	return nil
}

// breaks reports whether a character can end a line or control a terminal. Names with such characters are not allowed in a
// script, in which a comment or an option is a line.
func breaks(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

// times matches Slurm's time formats: minutes, minutes:seconds, hours:minutes:seconds, and the same with days before the hours.
var times = regexp.MustCompile(`^(\d{1,9}(:\d{1,2}){0,2}|\d{1,9}-\d{1,2}(:\d{1,2}){0,2}|(?i:unlimited|infinite))$`)

// Share is the placeholder in Task for the share of a task.
const Share = "K/N"

// Text returns the script. It returns the errors of Validate.
func (j Job) Text() (string, error) {
	if err := j.Validate(); err != nil {
		return "", err
	}
	var b strings.Builder
	option := func(name, value string) { fmt.Fprintf(&b, "#SBATCH --%s=%s\n", name, Quote(value)) }
	limit := ""
	if j.AtOnce > 0 {
		limit = fmt.Sprintf("%%%d", j.AtOnce)
	}
	fmt.Fprintf(&b, `#!/bin/bash
# Submit:             sbatch %[1]s
# Some tasks only:    sbatch --array=%[5]s%[2]s %[1]s
# After a failure, submit it again: finished parts are not recomputed.
# When all are done:  %[3]s
# or, with the number that sbatch printed instead of JOB:
#                     %[4]s
`, Quote(j.Script), limit, QuoteAll(j.Gather), j.gathering(), j.some())
	option("job-name", j.Name)
	option("array", fmt.Sprintf("0-%d%s", j.Tasks-1, limit))
	option("nodes", "1")
	option("ntasks", "1")
	option("cpus-per-task", fmt.Sprint(j.CPUs))
	if j.Time != "" {
		option("time", j.Time)
	}
	b.WriteString("#SBATCH --signal=B:TERM@60\n#SBATCH --requeue\n#SBATCH --open-mode=append\n")
	option("output", j.log("slurm-%A_%a.log"))
	for _, o := range j.Options {
		fmt.Fprintf(&b, "#SBATCH %s\n", Quote(o))
	}
	fmt.Fprintf(&b, "cd %s || exit\nexport GOMAXPROCS=\"$SLURM_CPUS_PER_TASK\"\nexec %s\n", Quote(j.Dir), j.task())
	return b.String(), nil
}

// log returns the path of a file for messages, in the syntax of sbatch, in which % begins a field.
func (j Job) log(name string) string { return strings.ReplaceAll(j.Log, "%", "%%") + "/" + name }

// gathering returns the command line with which the cluster runs the fold after all tasks, whether they succeeded or not.
func (j Job) gathering() string {
	words := []string{"sbatch", "--dependency=afterany:JOB", "--job-name=" + j.Name + "-gather", "--ntasks=1", "--output=" + j.log("gather-%j.log")}
	words = append(append(words, j.Options...), "--wrap=cd "+Quote(j.Dir)+" && exec "+QuoteAll(j.Gather))
	return QuoteAll(words)
}

// some returns the first and the last task.
func (j Job) some() string {
	if j.Tasks == 1 {
		return "0"
	}
	return fmt.Sprintf("0,%d", j.Tasks-1)
}

// task returns the command line with Slurm's number of the task.
func (j Job) task() string {
	words := make([]string, len(j.Task))
	for i, w := range j.Task {
		words[i] = Quote(w)
		if w == Share {
			words[i] = fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID/%d"`, j.Tasks)
		}
	}
	return strings.Join(words, " ")
}

// QuoteAll returns a command line quoted for a shell.
func QuoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Quote(w)
	}
	return strings.Join(quoted, " ")
}

// Quote returns a word quoted for a shell.
func Quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-+=./:,@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
