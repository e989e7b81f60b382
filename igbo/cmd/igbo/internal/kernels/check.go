package kernels

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

// mostRuns bounds --runs.
const mostRuns = 1000

// cellsARun is how many edited living cells run for each of --runs, to see what memory they take.
const cellsARun = 25

func newCheckCommand() *cobra.Command {
	var home string
	var runs int
	var beside []string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Run sample cells in the kernel, and say how long they take and where the time goes",
		Long: `Starts the kernel that is installed, as Jupyter does, runs cells of several kinds
and prints the medians of their latencies beside their goals, which are those of a
machine that does nothing else; then what a cell's time is made of, and, beside, what
go build alone would take, and what memory edited living cells take. Beside them GoNB alone runs a cell that prints, and so do the
kernels that --beside names. Needs no Jupyter.`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if runs < 1 || runs > mostRuns {
				return fmt.Errorf("--runs %d: expected 1 to %d", runs, mostRuns)
			}
			if cmd.Flags().Changed("beside") && (len(beside) == 0 || slices.Contains(beside, "")) {
				return errors.New("--beside has an empty name: expected KERNELS such as python3")
			}
			return checkHome(cmd, home)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			k, err := kernel.Open(kernel.Options{Home: home})
			if err != nil {
				return err
			}
			if faults := k.Faults(); len(faults) > 0 {
				return fmt.Errorf("%w; `igbo kernel install` mends it", faults[0])
			}
			if err := k.Lives(); err != nil {
				fmt.Fprintf(cmd.OutOrStdout(), "living cells are not measured: %v\n", err)
			}
			_, err = k.Check(cmd.Context(), runs, backend.XLACompiled, beside, func(l kernel.Latency) { tell(cmd, l) })
			if err != nil || k.Lives() != nil {
				return err
			}
			each, err := k.Growth(cmd.Context(), cellsARun*runs)
			if err == nil {
				name := fmt.Sprintf("memory of each of %d edited living cells", cellsARun*runs)
				fmt.Fprintf(cmd.OutOrStdout(), "%-48s %5.0f kB, goal %.0f kB\n", name, each/1e3, kernel.GrowthGoal/1e3)
			}
			return err
		},
	}
	homeFlag(cmd, &home)
	cmd.Flags().IntVar(&runs, "runs", 20, "how often each cell runs")
	cmd.Flags().StringSliceVar(&beside, "beside", nil, "`KERNELS` of Jupyter in Python, Rust or Go to measure beside, by name or folder, such as python3")
	return cmd
}

// tell prints a latency on one line, and what it is made of on others.
func tell(cmd *cobra.Command, l kernel.Latency) {
	out := cmd.OutOrStdout()
	goal := ""
	if l.Goal > 0 {
		goal = fmt.Sprintf(", goal %.2g s", l.Goal.Seconds())
	}
	fmt.Fprintf(out, "%-48s %5.3f s%s\n", l.Name, l.Median().Seconds(), goal)
	if len(l.Parts) > 0 {
		fmt.Fprintf(out, "    of which %s\n    beside    %s\n", parts(l.Parts), parts(l.Alone))
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
