package studies

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/slurm"
)

// sharedFolder is the folder of a study's tasks, whole, as tasks start elsewhere.
func sharedFolder(dir, name string) (string, error) {
	if dir == "" {
		dir = filepath.Join("out", name)
	}
	return filepath.Abs(dir)
}

// studyTask holds the flags of study task.
type studyTask struct {
	chosen
	k, n, every int
	dir         string
	quiet       bool
}

func newStudyTaskCommand() *cobra.Command {
	t := &studyTask{}
	cmd := &cobra.Command{
		Use: "task K/N NAME", Short: "Do the share K of N of a study's cells, K from 0",
		Long: `Does the share K of N of a study's cells, K from 0, and keeps their parts in the
folder, which all tasks share: what a job of igbo study plan calls, with K from
SLURM_ARRAY_TASK_ID, or an indexed job of Kubernetes from JOB_COMPLETION_INDEX.
Parts that are there are not made again, and an unfinished training goes on from
its checkpoint. A cell that needs the part of another task's cell waits its turn,
and makes it when nothing else is left to do.

As an indexed Job of Kubernetes, with a volume that all pods write to:

  apiVersion: batch/v1
  kind: Job
  metadata: {name: igbo-ablation}
  spec:
    completionMode: Indexed
    completions: 8
    parallelism: 4
    backoffLimitPerIndex: 3
    maxFailedIndexes: 8
    template:
      spec:
        restartPolicy: Never
        terminationGracePeriodSeconds: 60
        containers:
          - name: igbo
            image: igbolab:latest
            command: ["/bin/sh", "-c"]
            args: ['exec igbo study task "$JOB_COMPLETION_INDEX/8" ablation --dir /study']
            resources: {requests: {cpu: "1", memory: 2Gi}, limits: {cpu: "1", memory: 2Gi}}
            volumeMounts: [{name: study, mountPath: /study}]
        volumes:
          - name: study
            persistentVolumeClaim: {claimName: igbo-study}

and then, in a pod of the same image: igbo study gather ablation --dir /study --tasks 8`,
		Example: `  igbo study task 3/20 ablation --dir /shared/ablation
  igbo study task "$JOB_COMPLETION_INDEX/20" ablation --dir /shared/ablation`,
		ValidArgsFunction: completesStudy(1),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("got %d arguments, expected a share such as 3/20 and the name of a study", len(args))
			}
			return nil
		},
		PreRunE: func(cmd *cobra.Command, args []string) (err error) {
			if t.k, t.n, err = parseShare(args[0]); err != nil {
				return err
			}
			if t.every < 0 {
				return fmt.Errorf("--checkpoint-every %d: expected 0 (none) or more steps", t.every)
			}
			return cli.FirstOf(cli.NotEmpty(cmd, "dir"), t.settle(cmd, args[1]), cli.CreatableFolder("dir", t.dir))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd) },
	}
	t.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&t.dir, "dir", "", "folder that every task sees (default out/NAME)")
	f.IntVar(&t.every, "checkpoint-every", 500, "training steps between checkpoints of an unfinished cell; 0 keeps none")
	f.BoolVarP(&t.quiet, "quiet", "q", false, "no progress")
	return cmd
}

// parseShare reads K/N.
func parseShare(text string) (k, n int, err error) {
	first, second, ok := strings.Cut(text, "/")
	k, errK := strconv.Atoi(first)
	n, errN := strconv.Atoi(second)
	if !ok || errK != nil || errN != nil || n < 1 || k < 0 || k >= n {
		return 0, 0, fmt.Errorf("task %q: expected K/N with K from 0 to N−1, such as 3/20", text)
	}
	return k, n, nil
}

func (t *studyTask) run(cmd *cobra.Command) error {
	engine, err := cli.OpenEngine(t.backend, t.NeedsBackend)
	if err != nil {
		return err
	}
	defer engine.Close()
	dir, err := sharedFolder(t.dir, t.Name)
	if err != nil {
		return err
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), fmt.Sprintf("%s, task %d/%d", t.Name, t.k, t.n), t.quiet)
	did, err := t.Task(cmd.Context(), engine.Backend, study.Options{
		Dir: filepath.Join(dir, partsFolder), Checkpoints: t.every, Progress: bar.Update,
		OnDamaged: func(_ string, err error) { fmt.Fprintf(cmd.ErrOrStderr(), "taking an older checkpoint: %v\n", err) },
	}, t.k, t.n)
	bar.Finish()
	if err != nil {
		return cli.Leaving(err, "whole parts are kept; the same task goes on from here")
	}
	if !t.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "%s, task %d/%d: %d cells, %d done now\n", t.Name, t.k, t.n, did.Cells, did.Did)
	}
	return nil
}

// studyGather holds the flags of study gather.
type studyGather struct {
	chosen
	dir, out    string
	script      string
	tasks       int
	foreign     bool
	json, quiet bool
}

func newStudyGatherCommand() *cobra.Command {
	g := &studyGather{}
	cmd := &cobra.Command{
		Use: "gather NAME", Short: "Fold the parts that tasks have made",
		Long: `Folds the parts that the tasks of a study have made into the same result, tables
and figures as igbo study run. Where parts are missing, or come from another backend, build or kind
of processor, it names them, says how to run them again, and writes nothing.`,
		Example: `  igbo study gather ablation --dir /shared/ablation --tasks 20 --script ablation.sh
  igbo study gather ablation --dir /shared/ablation --out out/ablation --foreign`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if g.tasks < 0 {
				return fmt.Errorf("--tasks %d: expected how many there were, or 0", g.tasks)
			}
			return cli.FirstOf(cli.NotEmpty(cmd, "dir", "out", "script"), g.settle(cmd, args[0]), cli.CreatableFolder("dir", g.dir), cli.CreatableFolder("out", g.out))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd) },
	}
	g.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&g.dir, "dir", "", "folder of the tasks (default out/NAME)")
	f.StringVar(&g.out, "out", "", "folder for the results (default that of the tasks)")
	f.IntVar(&g.tasks, "tasks", 0, "number of tasks there were, to name those that are to run again")
	f.StringVar(&g.script, "script", "", "the script that igbo study plan wrote, to name it in the line that runs them again")
	f.BoolVar(&g.foreign, "foreign", false, "also take parts of another backend, build or kind of processor; the result need not be that of one machine")
	f.BoolVar(&g.json, "json", false, "print result.json to standard output and no table")
	f.BoolVarP(&g.quiet, "quiet", "q", false, "no table")
	return cmd
}

func (g *studyGather) run(cmd *cobra.Command) error {
	dir, err := sharedFolder(g.dir, g.Name)
	if err != nil {
		return err
	}
	if g.out == "" {
		g.out = dir
	}
	engine, out, err := cli.Begin(cmd, g.backend, g.out, g.NeedsBackend, true)
	if err != nil {
		return err
	}
	defer engine.Close()
	defer out.Close()
	parts := filepath.Join(dir, partsFolder)
	if _, err := os.Stat(parts); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no task has kept a part in %s yet: submit the script first, or check --dir", parts)
	}
	if err := errors.Join(free(dir, g.Name), free(out.Path, g.Name)); err != nil {
		return err
	}
	result, err := g.Gather(cmd.Context(), engine.Backend, study.GatherOptions{Dir: parts, Foreign: g.foreign, Tasks: g.tasks})
	if missing := (*study.MissingError)(nil); errors.As(err, &missing) {
		return fmt.Errorf("%w\n%s", err, g.again(cmd, missing, dir))
	}
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	if err := writeStudy(out, g.Instance, result); err != nil {
		return err
	}
	return cli.PrintResult(cmd, result, g.out, g.json, g.quiet)
}

// again says how to run what is missing.
func (g *studyGather) again(cmd *cobra.Command, missing *study.MissingError, dir string) string {
	if line := g.planned(cmd); line != "" {
		return g.script + " runs other settings than these, gather with its own:\n  " + line
	}
	var lines []string
	switch array := ranges(missing.Tasks); {
	case array != "" && g.script != "":
		lines = []string{"when none of them is running or queued any more, run those tasks again:", "  sbatch --array=" + array + " " + slurm.Quote(g.script), "or do what is missing here:"}
	case array != "":
		lines = []string{"run those tasks again with sbatch --array=" + array + " and the same script, or do what is missing here:"}
	default:
		lines = []string{"submit the same script again, which does what is missing, or do it here:"}
	}
	program, err := os.Executable()
	if err != nil {
		program = "igbo"
	}
	words := append(append([]string{program, "study", "task", "0/1"}, g.words(cmd)...), "--dir", dir)
	lines = append(lines, "  "+slurm.QuoteAll(words))
	if len(missing.Foreign) > 0 {
		lines = append(lines, "or take those that were made elsewhere: --foreign")
	}
	return strings.Join(lines, "\n")
}

// planned is the line of the script that runs a task, where it is one of other settings.
func (g *studyGather) planned(cmd *cobra.Command) string {
	text, err := os.ReadFile(g.script)
	if g.script == "" || err != nil || strings.Contains(string(text), " "+slurm.QuoteAll(g.words(cmd))+" --dir ") {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "exec ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// ranges writes increasing numbers as Slurm does, such as 0-3,7.
func ranges(numbers []int) string {
	var parts []string
	for from, to := 0, 0; from < len(numbers); from = to {
		for to = from + 1; to < len(numbers) && numbers[to] == numbers[to-1]+1; to++ {
		}
		part := strconv.Itoa(numbers[from])
		if to-from > 1 {
			part += "-" + strconv.Itoa(numbers[to-1])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}
