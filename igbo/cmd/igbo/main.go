// Command igbo runs the studies of interpretability-guided bi-objective
// optimisation: see `igbo --help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newRootCommand().ExecuteContext(ctx)
	stop()
	switch {
	case err == nil:
	case errors.Is(err, errResumable):
		fmt.Fprintln(os.Stderr, "igbo: interrupted; the same command with --resume goes on from here")
		os.Exit(130)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "igbo: interrupted; nothing was written")
		os.Exit(130)
	default:
		fmt.Fprintln(os.Stderr, "igbo:", err)
		os.Exit(1)
	}
}
