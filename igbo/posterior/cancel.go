package posterior

import "context"

// over reports whether the context has ended. Long loops check it and return; [Sample] then discards what they
// computed.
func (p *problem) over() bool { return p.ctx.Err() != nil }

// await returns the result of f, or false if the context ends first. Use it for library calls that cannot be
// stopped. f then continues in the background, so it must not write to variables that others use.
func await[T any](ctx context.Context, f func() T) (result T, ok bool) {
	if ctx.Err() != nil {
		return result, false
	}
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case result = <-done:
		return result, true
	case <-ctx.Done():
		return result, false
	}
}
