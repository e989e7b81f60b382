package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/report"
)

// reporting holds the flags of `igbo report`.
type reporting struct {
	folders []string
	out     string
	quiet   bool
	entries []report.Entry
}

func newReportCommand() *cobra.Command {
	r := &reporting{}
	cmd := &cobra.Command{
		Use:   "report [--results DIR...]",
		Short: "Write one page with every table and figure",
		Long: `Writes one HTML file with every table and figure of the studies: the question of
each, the command that answers it again, its seeds, and the versions and the
machine of the run where they were kept. The page needs no network, can be read on
a phone and printed.

Without --results the page shows the results that are committed beside the studies,
lists the studies that have none, and goes through the paper's claims. With it the page shows what igbo reproduce and
igbo study run or gather left in these folders, or in folders right below them;
several may follow the flag. A result that was cut or altered is refused.`,
		Example: `  igbo report
  igbo report --results out --out mine.html
  igbo report --results out/recurrence out/noise`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !cmd.Flags().Changed("results") {
				return fmt.Errorf("got %q, expected --results before the first folder", args[0])
			}
			return nil
		},
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&r.folders, "results", nil, "folder `DIR` with results, or with folders of results; more may follow")
	f.StringVar(&r.out, "out", "report.html", "the file to write")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress and no closing line")
	_ = cmd.MarkFlagDirname("results") // a flag that is there
	return cmd
}

// settle reads the results, so that a folder without one is a fault of the command line.
func (r *reporting) settle(cmd *cobra.Command, args []string) (err error) {
	r.folders = append(r.folders, args...)
	var paths cli.Paths
	for _, folder := range r.folders {
		paths.Reads("results", folder)
	}
	paths.Writes("out", r.out)
	if err := cmp.Or(cli.NotEmpty(cmd, "out"), paths.Check(cmd)); err != nil {
		return err
	}
	for _, folder := range r.folders {
		if folder == "" {
			return errors.New(`--results "": expected the folder of a study's result`)
		}
	}
	return report.Check(r.folders...)
}

func (r *reporting) run(cmd *cobra.Command) error {
	bar := cli.NewProgress(cmd.ErrOrStderr(), "report", r.quiet)
	var text []byte
	err := cli.UnlessCancelled(cmd, func(context.Context) (err error) {
		text, err = r.page(bar)
		return err
	})
	bar.Finish()
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	if err := durable.WriteFile(r.out, text, 0o666); err != nil {
		return fmt.Errorf("--out %s: %w", r.out, err)
	}
	if !r.quiet {
		fmt.Fprintln(cmd.OutOrStdout(), "Written to", r.out)
	}
	return nil
}

// page reads the results and makes the page of them.
func (r *reporting) page(bar *cli.Progress) (text []byte, err error) {
	if len(r.folders) > 0 {
		r.entries, err = report.Read(r.folders...)
	} else {
		r.entries, err = report.Committed()
	}
	if err != nil {
		return nil, err
	}
	content, err := report.Page(r.entries)
	if err != nil {
		return nil, err
	}
	if len(r.folders) == 0 {
		claims, err := report.Claims()
		if err != nil {
			return nil, err
		}
		content.Sections = append(content.Sections, claims)
	}
	return content.HTML(bar.Update)
}
