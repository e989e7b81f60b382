package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// opsBackends lists the backends on which the table of operations was measured.
var opsBackends = []string{"go", "xla"}

func newOpsCommand() *cobra.Command {
	var asJSON, asMarkdown bool
	var backend string
	cmd := &cobra.Command{
		Use:   "ops",
		Short: "Print which GoMLX operations a model can use",
		Long: `Print the table of GoMLX operations that a model can use. The project's tests compared
two results of each operation with finite differences, in float64: the attribution h, and
the gradient of H with respect to the parameters. Both were computed with attributions
in forward and in reverse mode.

  right      equal to finite differences
  refused    an error names the operation; the note says what to use instead
  not built  the backend has no such operation`,
		Args: cli.NoArgument,
		PreRunE: func(*cobra.Command, []string) error {
			if !slices.Contains(opsBackends, backend) {
				return fmt.Errorf("ops: unknown backend %q, want one of %v", backend, opsBackends)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := derivative.Table(backend)
			switch w := cmd.OutOrStdout(); {
			case asJSON:
				return cli.PrintJSON(cmd, rows)
			case asMarkdown:
				return opsMarkdown(w, rows)
			default:
				return opsText(w, rows)
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object per row")
	cmd.Flags().BoolVar(&asMarkdown, "markdown", false, "print a Markdown table")
	cmd.Flags().StringVar(&backend, "backend", "go", fmt.Sprintf("backend of the measurements, one of %v", opsBackends))
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

var opsHeader = []string{"operation", "setting", "h forward", "h reverse", "∇H through forward", "∇H through reverse", "note"}

func opsCells(r derivative.Row) []string {
	return []string{r.Op, r.Setting, string(r.Forward), string(r.Reverse), string(r.SecondForward), string(r.SecondReverse), r.Note}
}

func opsText(w io.Writer, rows []derivative.Row) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(opsHeader, "\t"))
	for _, r := range rows {
		fmt.Fprintln(table, strings.Join(opsCells(r), "\t"))
	}
	return table.Flush()
}

func opsMarkdown(w io.Writer, rows []derivative.Row) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(opsHeader, " | "), strings.Repeat(" --- |", len(opsHeader)))
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(opsCells(r), " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
