// Command igbo runs the studies of interpretability-guided bi-objective
// optimisation: see `igbo --help`.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

func main() {
	if err := attribution.Install(); err != nil {
		fmt.Fprintln(os.Stderr, "igbo:", err)
		os.Exit(cli.ExitFailed)
	}
	root := newRootCommand()
	if cli.Bare(root, os.Args[1:]) {
		if err := root.Execute(); err != nil {
			fmt.Fprintln(os.Stderr, "igbo:", err)
			os.Exit(cli.ExitFailed)
		}
		return
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	out := cli.NewOutput(os.Stdout)
	if outputClosed() {
		out = cli.NewOutput(cli.Closed{})
	}
	os.Stdout = os.Stderr // output of libraries is a message, not a result
	os.Exit(cli.Supervise(root, os.Args[1:], out, os.Stderr, signals))
}
