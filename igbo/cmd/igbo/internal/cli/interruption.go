package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
)

// interruption is an interrupt that says what the command leaves behind.
type interruption struct{ leaves string }

// Error says what is left behind.
func (i *interruption) Error() string { return "interrupted; " + i.leaves }

// Unwrap makes it a cancelled context.
func (i *interruption) Unwrap() error { return context.Canceled }

// Leaving reports what is left behind if err is a cancelled context. An error that reports it already stays as it is.
func Leaving(err error, leaves string) error {
	if already := (*interruption)(nil); errors.As(err, &already) {
		return err
	}
	if errors.Is(err, context.Canceled) {
		return &interruption{leaves}
	}
	return err
}

// UnlessCancelled runs f beside, and gives up on it when the command is
// interrupted: f is of a kind that leaves nothing half-done.
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
