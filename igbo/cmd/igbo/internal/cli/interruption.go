package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
)

// interruption is an interrupt with a note about what the command leaves behind.
type interruption struct{ leaves string }

// Error describes what is left behind.
func (i *interruption) Error() string { return "interrupted; " + i.leaves }

// Unwrap returns context.Canceled.
func (i *interruption) Unwrap() error { return context.Canceled }

// Leaving adds to a cancelled context's error what is left behind. It does not change an error that reports this already.
func Leaving(err error, leaves string) error {
	if already := (*interruption)(nil); errors.As(err, &already) {
		return err
	}
	if errors.Is(err, context.Canceled) {
		return &interruption{leaves}
	}
	return err
}

// UnlessCancelled runs f in another goroutine, and abandons it when the command is interrupted. f must not leave anything unfinished.
func UnlessCancelled(cmd *cobra.Command, f func(ctx context.Context) error) error {
	ctx, done := cmd.Context(), make(chan error, 1)
	if ctx == nil {
		ctx = context.Background()
	}
	go func() { done <- guarded(func() error { return f(ctx) }) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
