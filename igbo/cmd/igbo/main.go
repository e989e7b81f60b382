// Command igbo runs the studies of interpretability-guided bi-objective
// optimisation: see `igbo --help`.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	out := &output{to: os.Stdout}
	os.Stdout = os.Stderr // what a library prints is a message and no result
	os.Exit(supervise(newRootCommand(), os.Args[1:], out, os.Stderr, signals))
}
