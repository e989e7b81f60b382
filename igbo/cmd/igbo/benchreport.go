package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/bench/results"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab"
)

func newBenchReportCommand() *cobra.Command {
	page := ""
	return &cobra.Command{
		Use:   "report [RUN …]",
		Short: "Write igbo/bench/RESULTS.md of the runs that are kept",
		Long: `Writes igbo/bench/RESULTS.md of this checkout of the runs in igbo/bench/results.
Runs that are given, folders of igbo bench --out or their bench.json, are
first copied there in the place of those of the same backends.`,
		PreRunE: func(cmd *cobra.Command, args []string) error {
			checkout, err := lab.FindCheckout(".")
			if err != nil {
				return fmt.Errorf("%w, expected to find igbo/bench there", err)
			}
			page = filepath.Join(checkout, "igbo", "bench", "RESULTS.md")
			var paths cli.Paths
			for _, run := range args {
				paths.Reads("RUN", run)
			}
			paths.Writes("PAGE", page)
			return paths.Check(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			err := reportBench(page, args)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), "written:", page)
			}
			return err
		},
	}
}

// reportBench keeps runs beside the page, and writes it.
func reportBench(page string, paths []string) error {
	kept := filepath.Join(filepath.Dir(page), "results")
	runs, err := results.Read(paths...)
	if err != nil {
		return err
	}
	if err := results.Store(kept, runs); err != nil {
		return err
	}
	text, err := results.Render(kept)
	if err != nil {
		return err
	}
	return durable.WriteFile(page, text, 0o666)
}
