package studies

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/slurm"
)

// studyPlan holds the flags of study plan.
type studyPlan struct {
	chosen
	engine, dir, out, limit string
	tasks, atOnce, cpus     int
	options                 []string
}

func newStudyPlanCommand() *cobra.Command {
	p := &studyPlan{}
	cmd := &cobra.Command{
		Use: "plan NAME", Short: "Print the script that runs a study on a cluster",
		Long: `Prints a batch script for Slurm: an array of tasks, each of which does its share
of the cells, about equally costly, and keeps their parts in a folder that every
machine sees. Nothing is started. Submit the script, and when the tasks are done
fold the parts with igbo study gather. A task that was killed, or ran out of
time, is done by the same script again: it does what is missing.

The machines must have this same igbo at this same path, built once, and the
same kind of processor: other parts are refused.`,
		Example: `  igbo study plan ablation --tasks 20 --dir /shared/ablation --out ablation.sh
  igbo study plan pareto --seeds 50 --tasks 100 --at-once 10 --time 01:00:00 --option=--partition=short --dir /shared/pareto`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if p.engine != "slurm" {
				return fmt.Errorf("--engine %q: expected slurm; without an engine, igbo study run uses this machine's cores", p.engine)
			}
			if err := cli.FirstOf(cli.NotEmpty(cmd, "out", "dir"), p.settle(cmd, args[0]), cli.CreatableFolder("dir", p.dir)); err != nil {
				return err
			}
			if p.out != "" {
				if err := cli.CreatableFile("out", p.out); err != nil {
					return err
				}
			}
			return p.check(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	p.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.engine, "engine", "slurm", "what runs the tasks: slurm")
	f.IntVar(&p.tasks, "tasks", 8, "number of tasks; where it is not given, no more than there are cells")
	f.IntVar(&p.atOnce, "at-once", 0, "tasks that may run at once; 0 leaves it to the cluster")
	f.IntVar(&p.cpus, "cpus", 1, "cores of a task")
	f.StringVar(&p.limit, "time", "", "time limit of a task, such as 02:00:00 (default the cluster's)")
	f.StringArrayVar(&p.options, "option", nil, "another option for sbatch, such as --option=--partition=gpu; may be given again")
	f.StringVar(&p.dir, "dir", "", "folder that every machine sees, for parts and messages (default out/NAME)")
	f.StringVar(&p.out, "out", "", "file for the script (default standard output)")
	return cmd
}

// check checks the numbers and words of the script.
func (p *studyPlan) check(cmd *cobra.Command) error {
	cells, err := p.Cells()
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("tasks") {
		p.tasks = min(p.tasks, cells)
	}
	if p.tasks > cells {
		return fmt.Errorf("--tasks %d: expected at most %d, the number of cells", p.tasks, cells)
	}
	dir, err := sharedFolder(p.dir, p.Name)
	if err != nil {
		return err
	}
	return slurm.Job{Tasks: p.tasks, AtOnce: p.atOnce, CPUs: p.cpus, Time: p.limit, Options: p.options, Log: dir}.Validate()
}

func (p *studyPlan) run(cmd *cobra.Command) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := sharedFolder(p.dir, p.Name)
	if err != nil {
		return err
	}
	script := p.out
	if script == "" {
		script = p.Name + ".sh"
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	words := append(p.words(cmd), "--dir", dir)
	job := slurm.Job{
		Name: "igbo-" + p.Name, Tasks: p.tasks, AtOnce: p.atOnce, CPUs: p.cpus, Time: p.limit, Options: p.options,
		Log: dir, Dir: here, Script: script,
		Task:   append([]string{program, "study", "task", slurm.Share}, words...),
		Gather: append(append([]string{program, "study", "gather"}, words...), "--tasks", strconv.Itoa(p.tasks)),
	}
	if err := durable.MakeFolder(dir); err != nil { // sbatch does not make the folder of the messages
		return fmt.Errorf("--dir %s: %w", dir, err)
	}
	if p.out == "" {
		_, err = fmt.Fprint(cmd.OutOrStdout(), job)
		return err
	}
	if err := durable.WriteFile(p.out, []byte(job.String()), 0o777); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s; submit it with\n  sbatch %s\n", p.out, slurm.Quote(p.out))
	return nil
}

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
Parts that are there are not made again. A cell that needs the part of another
task's cell waits its turn, and makes it when nothing else is left to do.`,
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
	tasks       int
	foreign     bool
	json, quiet bool
}

func newStudyGatherCommand() *cobra.Command {
	g := &studyGather{}
	cmd := &cobra.Command{
		Use: "gather NAME", Short: "Fold the parts that tasks have made",
		Long: `Folds the parts that the tasks of a study have made into the same files as igbo
study run. Where parts are missing, or come from another backend, build or kind
of processor, it names them, says how to run them again, and writes nothing.`,
		Example: `  igbo study gather ablation --dir /shared/ablation --tasks 20
  igbo study gather ablation --dir /shared/ablation --out out/ablation --foreign`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if g.tasks < 0 {
				return fmt.Errorf("--tasks %d: expected how many there were, or 0", g.tasks)
			}
			return cli.FirstOf(cli.NotEmpty(cmd, "dir", "out"), g.settle(cmd, args[0]), cli.CreatableFolder("dir", g.dir), cli.CreatableFolder("out", g.out))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd) },
	}
	g.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&g.dir, "dir", "", "folder of the tasks (default out/NAME)")
	f.StringVar(&g.out, "out", "", "folder for the results (default that of the tasks)")
	f.IntVar(&g.tasks, "tasks", 0, "number of tasks there were, to name those that are to run again")
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
	result, err := g.Gather(cmd.Context(), engine.Backend, study.GatherOptions{Dir: filepath.Join(dir, partsFolder), Foreign: g.foreign, Tasks: g.tasks})
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
	words := append(g.words(cmd), "--dir", dir)
	lines := []string{"submit the same script again, which does what is missing, or run it here:"}
	if len(missing.Tasks) > 0 {
		numbers := make([]string, len(missing.Tasks))
		for i, k := range missing.Tasks {
			numbers[i] = strconv.Itoa(k)
		}
		lines[0] = fmt.Sprintf("run those tasks again with sbatch --array=%s and the same script, or here:", strings.Join(numbers, ","))
	}
	lines = append(lines, "  "+slurm.QuoteAll(append([]string{"igbo", "study", "task", "0/1"}, words...)))
	if len(missing.Foreign) > 0 {
		lines = append(lines, "or take those that were made elsewhere: --foreign")
	}
	return strings.Join(lines, "\n")
}
