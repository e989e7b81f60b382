// Command igbo runs the studies of interpretability-guided bi-objective
// optimisation: see `igbo --help`.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	root := newRootCommand()
	if bare(root, os.Args[1:]) {
		if err := root.Execute(); err != nil {
			fmt.Fprintln(os.Stderr, "igbo:", err)
			os.Exit(exitFailed)
		}
		return
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	out := &output{to: os.Stdout}
	os.Stdout = os.Stderr // what a library prints is a message and no result
	os.Exit(supervise(root, os.Args[1:], out, os.Stderr, signals))
}
