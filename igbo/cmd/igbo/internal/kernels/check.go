package kernels

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/kernel"
)

// mostRuns is the maximum of --runs.
const mostRuns = 1000

// cellsARun is the number of edited cells per run whose memory is measured.
const cellsARun = 25

func newCheckCommand() *cobra.Command {
	var home string
	var runs int
	var beside []string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Measure the latency and memory of sample cells",
		Long: `Start the installed kernel as Jupyter does, run cells of several kinds, and print the
median latencies next to their goals (for an idle machine), the time of each step, the
time of go build alone, and the memory of edited cells. For comparison, it also runs a
printing cell in two other places: GoNB, and the kernels that --beside names. The
command does not need Jupyter.`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if runs < 1 || runs > mostRuns {
				return fmt.Errorf("--runs must be from 1 to %d, got %d", mostRuns, runs)
			}
			if cmd.Flags().Changed("beside") && (len(beside) == 0 || slices.Contains(beside, "")) {
				return errors.New("--beside has an empty name; each name must be that of an installed kernel, such as python3")
			}
			return checkHome(cmd, home)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			k, err := kernel.Open(kernel.Options{Home: home})
			if err != nil {
				return err
			}
			if faults := k.Faults(); len(faults) > 0 {
				return fmt.Errorf("%w; run `igbo kernel install`", faults[0])
			}
			if err := k.Stateful(); err != nil {
				fmt.Fprintf(cmd.OutOrStdout(), "stateful cells are not measured: %v\n", err)
			}
			_, err = k.Check(cmd.Context(), runs, backend.XLACompiled, beside, func(l kernel.Latency) { tell(cmd, l) })
			if err != nil || k.Stateful() != nil {
				return err
			}
			each, err := k.Growth(cmd.Context(), cellsARun*runs)
			if err == nil {
				name := fmt.Sprintf("memory of each of %d edited cells", cellsARun*runs)
				fmt.Fprintf(cmd.OutOrStdout(), "%-48s %5.0f kB, goal %.0f kB\n", name, each/1e3, kernel.GrowthGoal/1e3)
			}
			return err
		},
	}
	homeFlag(cmd, &home)
	cmd.Flags().IntVar(&runs, "runs", 20, "runs of each cell")
	cmd.Flags().StringSliceVar(&beside, "beside", nil, "other `KERNELS` to measure (Python, Rust or Go), by name or folder, such as python3")
	return cmd
}

// tell prints a latency in one line, and its parts in further lines.
func tell(cmd *cobra.Command, l kernel.Latency) {
	out := cmd.OutOrStdout()
	goal := ""
	if l.Goal > 0 {
		goal = fmt.Sprintf(", goal %.2g s", l.Goal.Seconds())
	}
	fmt.Fprintf(out, "%-48s %5.3f s%s\n", l.Name, l.Median().Seconds(), goal)
	if len(l.Parts) > 0 {
		fmt.Fprintf(out, "    of which      %s\n    compared with %s\n", parts(l.Parts), parts(l.Alone))
	}
}

func parts(all []kernel.Part) string {
	var words []string
	for _, p := range all {
		word := fmt.Sprintf("%s %.2f s", p.Name, p.Time.Seconds())
		if p.CPU > 0 {
			word += fmt.Sprintf(" (CPU %.2f s)", p.CPU.Seconds())
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}
