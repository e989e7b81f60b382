package studies

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
	"github.com/igbolab/igbolab/igbo/study/saved"
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
		Long: `Does the cells whose parts are not in the folder yet, folds, prints the tables
and leaves

  result.json       the result
  *.csv, *.md       its tables, with full numbers and to be read
  *.png, *.svg      its figures
  study.json        the study and its settings, for igbo study show
  timings.json      what may differ between two runs
  parts/            the parts; with them a run of more seeds or other settings
                    does what is new alone, and without them everything

Remove the folder to undo it all. A rebuilt igbo makes parts of its own; those
of older builds stay until you remove parts/. An interrupted run goes on with
the same command. While it runs the folder is locked. A folder with another
study's result is refused. A study that trains nothing needs no backend and
opens none.`,
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
	r.checkpoints.flags(cmd, " of an unfinished cell")
	r.printed.flags(cmd, saved.ResultFile, "no progress, ")
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
		return cli.Leaving(err, "no result was written; the same command goes on from here")
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

// owned checks the folder of a flag for a study's result, and for more files.
func owned(cmd *cobra.Command, flag, dir string, more ...string) error {
	return cli.Owned(cmd, flag, dir, append(more, saved.ResultFile, saved.RecordFile, saved.TimingsFile)...)
}

// free checks that the folder of a flag holds no other study's result.
func free(flag, dir, name string) error {
	there, err := saved.ReadRecord(dir)
	if err != nil || there.Study == name {
		return nil
	}
	if _, err := catalog.Find(there.Study); err != nil {
		return fmt.Errorf("--%s %s: its %s names the study %q, which this igbo does not know: it is damaged or another version's; remove it, or name another folder", flag, dir, saved.RecordFile, there.Study)
	}
	return fmt.Errorf("--%s %s: holds the result of %s, expected another folder for that of %s", flag, dir, there.Study, name)
}

// writeStudy writes a study's result, all files or none. Figures that cannot be
// drawn, as of numbers that diverged, are left out: the error comes with the rest.
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
		return errors.Join(err, errors.New("the parts are kept, the same command writes them again"))
	}
	if undrawn != nil {
		return fmt.Errorf("%w; all else was written to %s", undrawn, out.Path)
	}
	return nil
}
