package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// PrintResult prints the tables of a result and the path of the output, or the result as JSON.
func PrintResult(cmd *cobra.Command, result study.Result, out string, json, quiet bool) error {
	return PrintResults(cmd, []study.Result{result}, out, json, quiet)
}

// PrintJSON prints a value as JSON.
func PrintJSON(cmd *cobra.Command, value any) error {
	text, err := study.MarshalJSON(value)
	if err == nil {
		_, err = cmd.OutOrStdout().Write(text)
	}
	return err
}

// PrintResults prints the tables of several results, or the first one as JSON.
func PrintResults(cmd *cobra.Command, results []study.Result, out string, json, quiet bool) error {
	w := cmd.OutOrStdout()
	switch {
	case json:
		return PrintJSON(cmd, results[0])
	case !quiet:
		for _, r := range results {
			for _, t := range r.Tables() {
				fmt.Fprintln(w, t.Text())
			}
		}
		fmt.Fprintln(w, "Written to", filepath.Clean(out))
	}
	return nil
}
