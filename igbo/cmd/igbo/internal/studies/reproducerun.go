package studies

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// work estimates the work of all requested studies.
func (r *reproduction) work() models.Work {
	if r.ablation {
		return r.cfg.Work().Plus(teacherstudent.DefaultAblationConfig(r.cfg).Work())
	}
	return r.cfg.Work()
}

func (r *reproduction) run(cmd *cobra.Command) error {
	engine, out, err := cli.Begin(cmd, r.backend, r.out, r.work(), true, r.quiet)
	if err != nil {
		return err
	}
	defer engine.Close()
	defer out.Close()
	if err := r.openCheckpoints(cmd, out); err != nil {
		return err
	}
	spent := map[string]float64{}
	result, err := timed(cmd, r, "teacher-student", engine, r.cfg, r.options, spent)
	if err != nil {
		return r.leaving(err, "no result was written")
	}
	if err := writeStudy(out, &study.Instance{Definition: teacherstudent.Definition(), Settings: &r.cfg}, result); err != nil {
		return err
	}
	results := []study.Result{result}
	if r.ablation {
		options := r.options
		options.Checkpoints = 0 // many short trainings: each is saved when it is complete
		grid, err := timed(cmd, r, "ablation", engine, teacherstudent.DefaultAblationConfig(r.cfg), options, spent)
		if err != nil {
			return r.leaving(err, "Table I was written to "+r.out+", the ablation was not")
		}
		var files cli.Contents
		files.AddTables(grid, ".csv")
		if err := files.WriteTo(out); err != nil {
			return err
		}
		if err := writeAblation(out, grid, engine.Timings(spent)); err != nil {
			return err
		}
		results = append(results, grid)
	}
	if err := out.WriteJSON(saved.TimingsFile, engine.Timings(spent)); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(out.Path, checkpointFolder)); err != nil {
		return err
	}
	if err := r.writeLogbook(result, engine.Timings(spent)); err != nil {
		return err
	}
	return cli.PrintResults(cmd, results, r.out, r.json, r.quiet)
}

// checkpointFolder is the folder with the state of an unfinished run.
const checkpointFolder = "igbo-checkpoints"

// openCheckpoints returns the folder for checkpoints, and removes those of an earlier run that is not resumed.
func (r *reproduction) openCheckpoints(cmd *cobra.Command, out cli.Folder) error {
	dir := filepath.Join(out.Path, checkpointFolder)
	say := func(text string) {
		if !r.quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
	}
	_, err := os.Stat(dir)
	switch {
	case err == nil && !r.resume:
		say("starting from the beginning and deleting the checkpoints of the interrupted run in " + dir + "; next time, use --resume to continue")
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	case err != nil && r.resume:
		say("nothing to resume in " + out.Path + ", starting from the beginning")
	}
	if r.every == 0 && !r.resume {
		r.options = workflow.Options{Unkept: true}
		return nil
	}
	r.options = r.checkpoints.options(cmd, dir)
	return nil
}

// leaving describes what an interrupted run leaves behind: its files, and checkpoints to resume from, if any.
func (r *reproduction) leaving(err error, written string) error {
	if dir := r.options.Dir; dir != "" {
		whole, _ := filepath.Glob(filepath.Join(dir, "*.study"))
		begun, _ := filepath.Glob(filepath.Join(dir, "unfinished", "*", "step-*"))
		if len(whole)+len(begun) > 0 {
			return cli.Leaving(err, written+"; the same command with --resume continues from here")
		}
	}
	return cli.Leaving(err, written+" and there is no checkpoint yet")
}

// timed runs one study with progress and records its time in seconds.
func timed[R study.Result](cmd *cobra.Command, r *reproduction, title string, engine cli.Engine, s workflow.Study[R], o workflow.Options, spent map[string]float64) (R, error) {
	bar := cli.NewProgress(cmd.ErrOrStderr(), title, r.quiet)
	o.Progress = bar.Update
	start := time.Now()
	result, err := workflow.Run(cmd.Context(), engine.Backend, s, o)
	bar.Finish()
	spent[title] = time.Since(start).Seconds()
	return result, err
}

// ablationFolder is the subfolder of the ablation.
const ablationFolder = "ablation"

// writeAblation writes the ablation into its own folder, as igbo study run does.
func writeAblation(out cli.Folder, grid *teacherstudent.Ablation, spent cli.Timings) error {
	path := filepath.Join(out.Path, ablationFolder)
	if err := durable.MakeFolder(path); err != nil {
		return err
	}
	own := cli.Folder{Path: path}
	if err := writeStudy(own, &study.Instance{Definition: teacherstudent.AblationDefinition(), Settings: &grid.Config}, grid); err != nil {
		return err
	}
	return own.WriteJSON(saved.TimingsFile, spent)
}
