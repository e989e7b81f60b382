package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/report"
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
		Short: "Write one HTML page with every table and figure",
		Long: `Write one HTML file with every table and figure of the studies. For each study the
page shows its question, the command that repeats it, its seeds, and the versions and
machine of the run, if they were recorded. The page needs no network.

By default the page shows the committed results, the studies without results, and the
paper's claims. With --results it shows the results that igbo reproduce, igbo study run
and igbo study gather wrote to these folders or their direct subfolders. The command
refuses incomplete or modified results.`,
		Example: `  igbo report
  igbo report --results out --out mine.html
  igbo report --results out/recurrence out/noise`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && !cmd.Flags().Changed("results") {
				return fmt.Errorf("unexpected argument %q: put --results before the first folder", args[0])
			}
			return nil
		},
		PreRunE: func(cmd *cobra.Command, args []string) error { return r.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&r.folders, "results", nil, "folder `DIR` with results, or with subfolders of results; several folders can follow the flag")
	f.StringVar(&r.out, "out", "report.html", "file to write")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "suppress progress and the final line")
	_ = cmd.MarkFlagDirname("results") // the flag exists
	return cmd
}

// settle reads the results, so a folder without a result is a usage error.
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
			return errors.New("--results is empty; it must be a folder with the result of a study")
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

// page reads the results and renders the page.
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
