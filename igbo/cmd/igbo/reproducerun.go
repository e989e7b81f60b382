package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/experiment"
)

func (r *reproduction) run(cmd *cobra.Command) error {
	engine, choice, err := backend.Select(r.backend)
	if err != nil {
		return err
	}
	defer engine.Finalize()
	out, err := openFolder(r.out)
	if err != nil {
		return err
	}
	defer out.close()
	if !r.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), choice)
	}
	if err := r.openCheckpoints(cmd, out); err != nil {
		return err
	}
	spent := map[string]float64{}
	var result *experiment.Result
	err = r.timed(cmd, "teacher-student", spent, func(ctx context.Context, p experiment.Progress) (err error) {
		result, err = experiment.Run(ctx, engine, r.cfg, p)
		return err
	})
	if err != nil {
		return r.leaving(err, "no result was written")
	}
	if err := r.write(out, result); err != nil {
		return err
	}
	var grid []experiment.AblationRow
	if r.ablation {
		err = r.timed(cmd, "ablation", spent, func(ctx context.Context, p experiment.Progress) (err error) {
			grid, err = experiment.Ablate(ctx, engine, experiment.DefaultAblationConfig(r.cfg), p)
			return err
		})
		if err != nil {
			return r.leaving(err, "Table I was written to "+r.out+", the ablation was not")
		}
		if err := out.write("ablation.csv", ablationCSV(grid)); err != nil {
			return err
		}
	}
	if err := out.writeJSON("timings.json", timings{spent, choice, runtime.GOMAXPROCS(0), runtime.Version()}); err != nil {
		return err
	}
	if err := os.RemoveAll(r.cfg.Checkpoints.Dir); err != nil {
		return err
	}
	return r.report(cmd, result, grid)
}

// checkpointFolder is where an unfinished run keeps its state.
const checkpointFolder = "igbo-checkpoints"

// openCheckpoints says where checkpoints go, and clears those of an earlier
// run that is not to be resumed.
func (r *reproduction) openCheckpoints(cmd *cobra.Command, out folder) error {
	dir := filepath.Join(out.path, checkpointFolder)
	say := func(text string) {
		if !r.quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
	}
	_, err := os.Stat(dir)
	switch {
	case err == nil && !r.resume:
		say("starting anew; --resume would have gone on with the interrupted run in " + dir)
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	case err != nil && r.resume:
		say("nothing to resume in " + out.path + ", starting from the beginning")
	}
	if r.every == 0 && !r.resume {
		return nil
	}
	r.cfg.Checkpoints = igbo.Checkpoints{Dir: dir, Every: r.every, Resume: true, OnDamaged: func(_ string, err error) {
		fmt.Fprintf(cmd.ErrOrStderr(), "taking an older checkpoint: %v\n", err)
	}}
	return nil
}

// leaving says what an interrupted run leaves behind: what was written, and
// checkpoints to resume at where there are some.
func (r *reproduction) leaving(err error, written string) error {
	if dir := r.cfg.Checkpoints.Dir; dir != "" {
		kept, _ := filepath.Glob(filepath.Join(dir, "*", "step-*"))
		more, _ := filepath.Glob(filepath.Join(dir, "*", "*", "step-*")) // of the ablation
		if len(kept)+len(more) > 0 {
			return leaving(err, written+"; the same command with --resume goes on from here")
		}
	}
	return leaving(err, written+" and there is no checkpoint yet")
}

// timed runs one study with its progress and keeps its seconds.
func (r *reproduction) timed(cmd *cobra.Command, title string, spent map[string]float64, study func(context.Context, experiment.Progress) error) error {
	bar := newProgress(cmd.ErrOrStderr(), title, r.quiet)
	start := time.Now()
	err := study(cmd.Context(), bar.update)
	bar.finish()
	spent[title] = time.Since(start).Seconds()
	return err
}

// timings is what may differ between two runs of one configuration.
type timings struct {
	Seconds map[string]float64 `json:"seconds"`
	Backend backend.Choice     `json:"backend"`
	Cores   int                `json:"cores"`
	Go      string             `json:"go"`
}

// write leaves the files of the main experiment.
func (r *reproduction) write(out folder, result *experiment.Result) error {
	var files contents
	files.addJSON("result.json", result)
	files.add("table1.md", []byte(tableMarkdown(result)), nil)
	files.add("table1.csv", tableCSV(result), nil)
	figure, err := importanceFigure(result)
	if err != nil {
		return err
	}
	files.addFigure("importance", figure)
	return files.writeTo(out)
}

// report prints the tables, or the result as JSON.
func (r *reproduction) report(cmd *cobra.Command, result *experiment.Result, grid []experiment.AblationRow) error {
	w := cmd.OutOrStdout()
	switch {
	case r.json:
		text, err := indented(result)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	case !r.quiet:
		fmt.Fprintln(w, tableText(result))
		if len(grid) > 0 {
			fmt.Fprintln(w, ablationText(grid))
		}
		fmt.Fprintln(w, "Written to", filepath.Clean(r.out))
	}
	return nil
}
