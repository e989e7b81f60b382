package studies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
	"github.com/igbolab/igbolab/igbo/study/saved"
)

// showFormats are those of study show.
var showFormats = []string{"text", "markdown", "csv", "json"}

func newStudyShowCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "show DIR", Short: "Show the result in a folder again",
		Long: `Prints the tables of the result that igbo study run or gather left in a folder,
once it has checked that the result is whole. Nothing is run.`,
		Example: `  igbo study show out/recurrence
  igbo study show out/recurrence --format markdown`,
		Args: cli.Arguments(1, "the folder of a result"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		PreRunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains(showFormats, format) {
				return fmt.Errorf("--format %q: expected one of %s", format, strings.Join(showFormats, ", "))
			}
			return saved.HasResult(args[0])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			_, result, err := catalog.ReadResult(args[0])
			if err != nil {
				return err
			}
			return show(cmd, result, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", fmt.Sprintf("one of %v", showFormats))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(showFormats, cobra.ShellCompDirectiveNoFileComp)) // a flag that is there, once
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
