package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// parallel runs jobs 0 … n−1 on every core and returns the first error by job
// number. After an error or a cancelled context no further job starts. A job's
// panic becomes one of the caller's, with a *crash, where it can be caught.
func parallel(ctx context.Context, n int, job func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs, next := make([]error, n), make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := range next {
				if errs[i] = caught(func() error { return job(ctx, i) }); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	for _, err := range errs {
		if c := (*crash)(nil); errors.As(err, &c) {
			panic(c)
		}
	}
	return firstCause(ctx, errs)
}

// firstCause prefers a job's own error to the cancellation it caused.
func firstCause(ctx context.Context, errs []error) error {
	var cancelled error
	for _, err := range errs {
		switch {
		case err == nil:
		case context.Cause(ctx) != nil && isCancellation(err):
			cancelled = err
		default:
			return err
		}
	}
	if cancelled != nil {
		return cancelled
	}
	return ctx.Err()
}

// crash is a job's panic and where it happened.
type crash struct {
	value any
	stack []byte
}

func (c *crash) Error() string { return fmt.Sprintf("experiment: a job panicked: %v", c.value) }

// Stack is that of the job.
func (c *crash) Stack() []byte { return c.stack }

func caught(job func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &crash{r, debug.Stack()}
		}
	}()
	return job()
}
