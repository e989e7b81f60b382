// Package must ends a test if a call that the test needs fails.
package must

import "testing"

// Outcome holds the results of a call.
type Outcome[T any] struct {
	value T
	err   error
}

// Of returns the outcome of a call: must.Of(f(x)).In(t).
func Of[T any](value T, err error) Outcome[T] { return Outcome[T]{value, err} }

// In returns the value, or ends the test if there is an error.
func (o Outcome[T]) In(tb testing.TB) T {
	tb.Helper()
	Do(tb, o.err)
	return o.value
}

// Do ends the test if a call returned an error.
func Do(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Get returns the value, or panics on an error. Use it outside of a test, for example while a graph is built.
func Get[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
