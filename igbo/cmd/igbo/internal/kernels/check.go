package kernels

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

// mostRuns bounds --runs.
const mostRuns = 1000

func newCheckCommand() *cobra.Command {
	var home string
	var runs int
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Run sample cells in the kernel, and say how long they take and where the time goes",
		Long: `Starts the kernel that is installed, as Jupyter does, runs cells of several kinds
and prints the medians of their latencies beside their goals, which are those of a
machine that does nothing else; then what a cell's time is made of, and, beside, what
go build alone would take. Needs no Jupyter.`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if runs < 1 || runs > mostRuns {
				return fmt.Errorf("--runs %d: expected 1 to %d", runs, mostRuns)
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
			_, err = k.Check(cmd.Context(), runs, backend.XLACompiled, func(l kernel.Latency) { tell(cmd, l) })
			return err
		},
	}
	homeFlag(cmd, &home)
	cmd.Flags().IntVar(&runs, "runs", 10, "how often each cell runs")
	return cmd
}

// tell prints a latency on one line, and what it is made of on others.
func tell(cmd *cobra.Command, l kernel.Latency) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%-40s %5.3f s, goal %.2g s\n", l.Name, l.Median().Seconds(), l.Goal.Seconds())
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
