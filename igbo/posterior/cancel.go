package posterior

import "context"

// over reports whether the context has ended. Loops that can take long ask it and return; [Sample] then drops
// what they computed.
func (p *problem) over() bool { return p.ctx.Err() != nil }

// await returns f's result, or false if the context ends first. It is for library calls that cannot be stopped: f then
// runs to its end in the background, so f must not write to variables that others use.
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
