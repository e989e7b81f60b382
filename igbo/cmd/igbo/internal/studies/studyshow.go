package studies

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// showFormats lists the formats of study show.
var showFormats = []string{"text", "markdown", "csv", "json"}

func newStudyShowCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "show DIR|NAME", Short: "Print the tables of a saved or committed result",
		Long: `Print the tables of a result that igbo study run or gather wrote in a folder, after a
check that the result is complete. With the name of a study, print the result that is
committed with the study; ./NAME is a folder of that name. Nothing is computed.`,
		Example: `  igbo study show out/recurrence
  igbo study show recurrence
  igbo study show out/recurrence --format markdown`,
		Args: cli.Arguments(1, "the folder of a result, or the name of a study"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return names(), cobra.ShellCompDirectiveFilterDirs
		},
		PreRunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(showFormats, format) {
				return fmt.Errorf("--format must be one of %s, got %q", strings.Join(showFormats, ", "), format)
			}
			if d, err := catalog.Find(args[0]); err == nil {
				if d.Committed() == nil {
					return fmt.Errorf("study %s has no committed result; use igbo study run %s to compute it", d.Name, d.Name)
				}
				return nil
			}
			err := saved.HasResult(args[0])
			if errors.Is(err, fs.ErrNotExist) && filepath.Base(args[0]) == args[0] {
				return fmt.Errorf("study %q not found; use a name from igbo study list, or the folder of a result", args[0])
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var result study.Result
			d, err := catalog.Find(args[0])
			if err == nil {
				result, err = d.Reported()
			} else {
				_, result, err = catalog.ReadResult(args[0])
			}
			if err != nil {
				return err
			}
			return show(cmd, result, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", fmt.Sprintf("output format, one of %v", showFormats))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(showFormats, cobra.ShellCompDirectiveNoFileComp)) // the flag exists and is completed once
	return cmd
}

// show prints a result.
func show(cmd *cobra.Command, result study.Result, format string) error {
	if format == "json" {
		return cli.PrintJSON(cmd, result)
	}
	w := cmd.OutOrStdout()
	for i, t := range result.Tables() {
		if i > 0 {
			fmt.Fprintln(w)
		}
		switch format {
		case "markdown":
			fmt.Fprint(w, t.Markdown())
		case "csv":
			fmt.Fprintf(w, "%s", t.CSV())
		default:
			fmt.Fprint(w, t.Text())
		}
	}
	return nil
}
