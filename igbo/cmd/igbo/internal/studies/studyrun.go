package studies

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

type studyRun struct {
	chosen
	checkpoints
	printed
	out string
}

func newStudyRunCommand() *cobra.Command {
	r := &studyRun{}
	cmd := &cobra.Command{
		Use: "run NAME", Short: "Run a study on this machine's cores",
		Long: `Compute the missing parts of a study, combine all parts, print the tables and write

  result.json       the result
  *.csv, *.md       tables: .csv with all digits, .md for reading
  *.png, *.svg      figures
  study.json        the study and its settings, for igbo study show
  timings.json      times and versions, which may differ between two runs
  parts/            parts that later runs reuse

To resume an interrupted run, repeat the command. If you add seeds or change settings,
only new parts are computed. A rebuilt igbo computes its own parts; remove parts/ to
delete old ones. The folder is locked during the run. A folder with the result of
another study is refused. To undo a run, remove the folder.`,
		Example: `  igbo study run teacher-student --seeds 2
  igbo study run recurrence --set alphas=0.5,0.7 --set base.epochs=60 --out out/short
  igbo study run pareto --json | jq .rows`,
		Args: oneStudy, ValidArgsFunction: completesStudy(0), SuggestFor: names(),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			if err := r.settle(cmd, args[0]); err != nil {
				return err
			}
			if !cmd.Flags().Changed("out") {
				r.out = filepath.Join("out", r.Name)
			}
			return cmp.Or(r.check(), cli.NotEmpty(cmd, "out"), owned(cmd, "out", r.out), free("out", r.out, r.Name))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	r.chosen.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "folder for the results (default out/NAME)")
	r.checkpoints.flags(cmd, " of an unfinished run")
	r.printed.flags(cmd, saved.ResultFile, "progress and ")
	return cmd
}

func (r *studyRun) run(cmd *cobra.Command) error {
	engine, out, err := cli.Begin(cmd, r.backend, r.out, r.Work(), r.NeedsBackend, r.quiet)
	if err != nil {
		return err
	}
	defer engine.Close()
	defer out.Close()
	bar, start := cli.NewProgress(cmd.ErrOrStderr(), r.Name, r.quiet), time.Now()
	options := r.options(cmd, filepath.Join(out.Path, saved.PartsFolder))
	options.Progress = bar.Update
	result, err := r.Run(cmd.Context(), engine.Backend, options)
	bar.Finish()
	if err != nil {
		return cli.Leaving(err, "no result was written; the same command continues from here")
	}
	if err := writeStudy(out, r.Instance, result); err != nil {
		return err
	}
	spent := engine.Timings(map[string]float64{r.Name: time.Since(start).Seconds()})
	if err := out.WriteJSON(saved.TimingsFile, spent); err != nil {
		return err
	}
	return cli.PrintResult(cmd, result, r.out, r.json, r.quiet)
}

// owned checks the folder of a flag for a study's result and further files.
func owned(cmd *cobra.Command, flag, dir string, more ...string) error {
	return cli.Owned(cmd, flag, dir, append(more, saved.ResultFile, saved.RecordFile, saved.TimingsFile)...)
}

// free checks that the folder of a flag contains no result of another study.
func free(flag, dir, name string) error {
	there, err := saved.ReadRecord(dir)
	if err != nil || there.Study == name {
		return nil
	}
	if _, err := catalog.Find(there.Study); err != nil {
		return fmt.Errorf("--%s %s: %s names the unknown study %q; it is damaged, or from another version of igbo; remove it, or use another folder", flag, dir, saved.RecordFile, there.Study)
	}
	return fmt.Errorf("--%s %s contains the result of %s; use another folder for %s", flag, dir, there.Study, name)
}

// writeStudy writes a study's result atomically. It omits figures that cannot be drawn, for example because numbers diverged, and returns
// the error after it has written the rest.
func writeStudy(out cli.Folder, s *study.Instance, result study.Result) error {
	if err := free("out", out.Path, s.Name); err != nil {
		return err
	}
	var files, figures cli.Contents
	files.AddTables(result, ".csv", ".md")
	figures.AddFigures(result)
	undrawn := figures.Fault()
	if undrawn == nil {
		files.Join(figures)
	}
	beside := files.Names()
	text, err := study.MarshalJSON(result)
	files.Add(saved.ResultFile, text, err)
	files.AddJSON(saved.RecordFile, saved.NewRecord(s.Name, text, beside, s.Settings))
	if err := files.WriteTo(out); err != nil {
		return errors.Join(err, errors.New("the parts are saved; run the same command again to write the result"))
	}
	if undrawn != nil {
		return fmt.Errorf("%w; everything else was written to %s", undrawn, out.Path)
	}
	return nil
}
