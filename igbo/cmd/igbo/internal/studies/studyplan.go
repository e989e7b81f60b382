package studies

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/study/slurm"
)

// studyPlan holds the flags of study plan.
type studyPlan struct {
	chosen
	engine, dir, out, limit string
	tasks, atOnce, cpus     int
	options                 []string
	job                     slurm.Job
}

func newStudyPlanCommand() *cobra.Command {
	p := &studyPlan{}
	cmd := &cobra.Command{
		Use: "plan NAME", Short: "Print a script that runs a study on a cluster",
		Long: `Print a batch script for Slurm. The script runs an array of tasks. Each task computes
its share of the runs and saves their parts in --dir, a folder that all machines must
share. igbo study plan creates this folder, but submits nothing. Comments at the start of
the script show how to submit it, resubmit single tasks, and combine the parts (igbo
study gather). To repeat tasks that were killed, submit the same script again: it only
computes missing parts.

All machines, including the one that runs igbo study gather, need the same igbo at the
same path and the same kind of processor. Otherwise, gather refuses the parts. Set memory
and accelerators with --option. Without --out, save the printed script as NAME.sh in the
folder --dir.`,
		Example: `  igbo study plan ablation --tasks 20 --dir /shared/ablation --out ablation.sh
  igbo study plan pareto --seeds 50 --tasks 100 --at-once 10 --time 01:00:00 --option=--mem=2G --option=--partition=short --dir /shared/pareto
  igbo study plan ablation --tasks 8 --backend xla --option=--gpus=1 --dir /shared/ablation --out ablation.sh`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if p.engine != "slurm" {
				return fmt.Errorf("--engine must be slurm, got %q; to compute on this machine, use igbo study run", p.engine)
			}
			if err := cmp.Or(cli.NotEmpty(cmd, "out", "dir"), p.settle(cmd, args[0])); err != nil {
				return err
			}
			return p.check(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	p.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.engine, "engine", "slurm", "scheduler: slurm")
	f.IntVar(&p.tasks, "tasks", 8, "number of tasks, at most the number of runs")
	f.IntVar(&p.atOnce, "at-once", 0, "number of tasks at the same time (0 = no limit)")
	f.IntVar(&p.cpus, "cpus", 1, "cores per task")
	f.StringVar(&p.limit, "time", "", "time limit of a task, such as 02:00:00 (default: that of the cluster)")
	f.StringArrayVar(&p.options, "option", nil, "option of sbatch, such as --option=--partition=gpu; repeatable")
	f.StringVar(&p.dir, "dir", "", "shared folder for parts and messages (default out/NAME)")
	f.StringVar(&p.out, "out", "", "file for the script (default: standard output)")
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
		return fmt.Errorf("--tasks %d is too large (max %d, the number of runs)", p.tasks, cells)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var paths cli.Paths
	paths.Reads("IGBO", program)
	paths.Keeps("dir", p.dir)
	paths.Writes("out", p.out)
	if err := paths.Check(cmd); err != nil {
		return err
	}
	if fleeting(program) {
		return fmt.Errorf("go run deletes its program %s when it ends, so tasks cannot use it; build it with go build -o /shared/igbo ./igbo/cmd/igbo and run that", program)
	}
	p.job, err = p.planned(cmd, program)
	return cmp.Or(err, p.job.Validate())
}

// planned returns the job with all its paths: the program, the folders and the script.
func (p *studyPlan) planned(cmd *cobra.Command, program string) (slurm.Job, error) {
	dir, err := sharedFolder(p.dir, p.Name)
	if err != nil {
		return slurm.Job{}, err
	}
	script, err := filepath.Abs(cmp.Or(p.out, p.Name+".sh"))
	if err != nil {
		return slurm.Job{}, err
	}
	here, err := os.Getwd()
	if err != nil {
		return slurm.Job{}, err
	}
	words := append(p.words(cmd), "--dir", dir)
	return slurm.Job{
		Name: "igbo-" + p.Name, Tasks: p.tasks, AtOnce: p.atOnce, CPUs: p.cpus, Time: p.limit, Options: p.options,
		Log: dir, Dir: here, Script: script,
		Task:   append([]string{program, "study", "task", slurm.Share}, words...),
		Gather: append(append([]string{program, "study", "gather"}, words...), "--tasks", strconv.Itoa(p.tasks), "--script", script),
	}, nil
}

// fleeting reports whether a program was built by go run.
func fleeting(program string) bool {
	if strings.HasSuffix(strings.TrimSuffix(program, ".exe"), ".test") {
		return false
	}
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(program), "/"), func(folder string) bool {
		return strings.HasPrefix(folder, "go-build")
	})
}

func (p *studyPlan) run(cmd *cobra.Command) error {
	text, err := p.job.Text()
	if err != nil {
		return err
	}
	if err := durable.MakeFolder(p.job.Log); err != nil { // sbatch does not create the folder of the log
		return fmt.Errorf("--dir %s: %w", p.job.Log, err)
	}
	if p.out == "" {
		_, err = fmt.Fprint(cmd.OutOrStdout(), text)
		return err
	}
	if err := durable.WriteFile(p.out, []byte(text), 0o777); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %s; submit it with\n  sbatch %s\n", p.out, slurm.Quote(p.out))
	return nil
}
