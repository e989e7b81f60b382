package experiment

import (
	"context"
	"runtime"
	"sync"
)

// parallel runs jobs 0 … n−1 on every core and returns the first error by job
// number. After an error or a cancelled context no further job starts.
func parallel(ctx context.Context, n int, job func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs, next := make([]error, n), make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := range next {
				if errs[i] = job(ctx, i); errs[i] != nil {
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
