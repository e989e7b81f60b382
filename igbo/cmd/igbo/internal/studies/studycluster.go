package studies

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study/saved"
)

// sharedFolder is the folder of a study's tasks, whole, as tasks start elsewhere.
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
	f.StringVar(&t.dir, "dir", "", "folder that every task sees (default out/NAME)")
	t.checkpoints.flags(cmd, " of an unfinished cell")
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
		return cli.Leaving(err, "whole parts are kept; the same task goes on from here")
	}
	if !t.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "%s, task %d/%d: %d cells, %d done now\n", t.Name, t.k, t.n, did.Cells, did.Did)
	}
	return nil
}
