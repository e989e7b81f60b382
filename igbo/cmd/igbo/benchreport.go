package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/bench/results"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab"
)

func newBenchReportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report [RUN …]",
		Short: "Write igbo/bench/RESULTS.md of the runs that are kept",
		Long: `Writes igbo/bench/RESULTS.md of this checkout of the runs in igbo/bench/results.
Runs that are given, folders of igbo bench --out or their bench.json, are
first copied there in the place of those of the same backends.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			checkout, err := lab.FindCheckout(".")
			if err != nil {
				return err
			}
			page, err := reportBench(filepath.Join(checkout, "igbo", "bench"), args)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), "written:", page)
			}
			return err
		},
	}
}

// reportBench keeps runs and writes the page, whose path it returns.
func reportBench(dir string, paths []string) (string, error) {
	kept, page := filepath.Join(dir, "results"), filepath.Join(dir, "RESULTS.md")
	runs, err := results.Read(paths...)
	if err != nil {
		return "", err
	}
	if err := results.Store(kept, runs); err != nil {
		return "", err
	}
	text, err := results.Render(kept)
	if err != nil {
		return "", err
	}
	return page, durable.WriteFile(page, text, 0o666)
}
