package main

import (
	"fmt"
	"path/filepath"

	"github.com/gomlx/compute"
	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/study"
)

// engine is a backend, and why it was chosen.
type engine struct {
	backend compute.Backend
	choice  backend.Choice
}

// of is what a study is run with: nothing, where it trains nothing, so that its
// parts are the same with every backend.
func (e *engine) of(d study.Definition) compute.Backend {
	if !d.NeedsBackend {
		return nil
	}
	return e.backend
}

// begin opens the backend and the folder for the results, and says which
// backend it is. Both are to be closed.
func begin(cmd *cobra.Command, name, path string, quiet bool) (*engine, folder, error) {
	selected, choice, err := backend.Select(name)
	if err != nil {
		return nil, folder{}, err
	}
	out, err := openFolder(path)
	if err != nil {
		selected.Finalize()
		return nil, folder{}, err
	}
	if !quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), choice)
	}
	return &engine{selected, choice}, out, nil
}

// printResult prints the tables of a result and where it was written, or the result as JSON.
func printResult(cmd *cobra.Command, result study.Result, out string, json, quiet bool) error {
	return printResults(cmd, []study.Result{result}, out, json, quiet)
}

// printResults prints the tables of several results, or the first one as JSON.
func printResults(cmd *cobra.Command, results []study.Result, out string, json, quiet bool) error {
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
