package studies

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// sharedFolder returns the absolute path of the folder of a study's tasks, because tasks start elsewhere.
func sharedFolder(dir, name string) (string, error) {
	dir = cmp.Or(dir, filepath.Join("out", name))
	return filepath.Abs(dir)
}

// studyTask holds the flags of study task.
type studyTask struct {
	chosen
	checkpoints
	k, n  int
	dir   string
	quiet bool
}

func newStudyTaskCommand() *cobra.Command {
	t := &studyTask{}
	cmd := &cobra.Command{
		Use: "task K/N NAME", Short: "Compute share K of N of a study",
		Long: `Compute share K of N of the runs of a study, and save their parts in the folder that all
tasks share. K is from 0 to N−1. The jobs of igbo study plan run this command with K from
SLURM_ARRAY_TASK_ID; an indexed Kubernetes Job takes it from JOB_COMPLETION_INDEX (see
notebooks/pages/cluster.md for a manifest).

Existing parts are not computed again, and interrupted trainings resume from their
checkpoint. If a run needs a part of another task, it waits for this part. If no other
work is left, it computes the part itself. Then run igbo study gather NAME.`,
		Example: `  igbo study task 3/20 ablation --dir /shared/ablation
  igbo study task "$JOB_COMPLETION_INDEX/20" ablation --dir /shared/ablation`,
		ValidArgsFunction: completesStudy(1),
		Args:              cli.Arguments(2, "a share such as 3/20 and the name of a study"),
		PreRunE: func(cmd *cobra.Command, args []string) (err error) {
			if t.k, t.n, err = parseShare(args[0]); err != nil {
				return err
			}
			return cmp.Or(t.check(), cli.NotEmpty(cmd, "dir"), t.settle(cmd, args[1]), cli.Kept(cmd, "dir", t.dir))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd) },
	}
	t.chosen.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&t.dir, "dir", "", "folder that all tasks share (default out/NAME)")
	t.checkpoints.flags(cmd, " of an unfinished run")
	f.BoolVarP(&t.quiet, "quiet", "q", false, "suppress progress")
	return cmd
}

// parseShare reads K/N.
func parseShare(text string) (k, n int, err error) {
	first, second, ok := strings.Cut(text, "/")
	k, errK := strconv.Atoi(first)
	n, errN := strconv.Atoi(second)
	if !ok || errK != nil || errN != nil || n < 1 || k < 0 || k >= n {
		return 0, 0, fmt.Errorf("the task must be K/N with K from 0 to N−1, such as 3/20, got %q", text)
	}
	return k, n, nil
}

func (t *studyTask) run(cmd *cobra.Command) error {
	engine, err := cli.OpenEngine(t.backend, t.Work(), t.NeedsBackend)
	if err != nil {
		return err
	}
	defer engine.Close()
	dir, err := sharedFolder(t.dir, t.Name)
	if err != nil {
		return err
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), fmt.Sprintf("%s, task %d/%d", t.Name, t.k, t.n), t.quiet)
	options := t.options(cmd, filepath.Join(dir, saved.PartsFolder))
	options.Progress = bar.Update
	did, err := t.Task(cmd.Context(), engine.Backend, options, t.k, t.n)
	bar.Finish()
	if err != nil {
		return cli.Leaving(err, "complete parts are saved; rerun the same task to resume")
	}
	if !t.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "%s, task %d/%d: %d runs, %d computed now\n", t.Name, t.k, t.n, did.Cells, did.Did)
	}
	return nil
}
