package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/study"
)

// PrintResult prints the tables of a result and where it was written, or the result as JSON.
func PrintResult(cmd *cobra.Command, result study.Result, out string, json, quiet bool) error {
	return PrintResults(cmd, []study.Result{result}, out, json, quiet)
}

// PrintResults prints the tables of several results, or the first one as JSON.
func PrintResults(cmd *cobra.Command, results []study.Result, out string, json, quiet bool) error {
	w := cmd.OutOrStdout()
	switch {
	case json:
		text, err := study.MarshalJSON(results[0])
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
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
