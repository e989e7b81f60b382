// Package must ends a test where a call that it needs fails.
package must

import "testing"

// Outcome is what a call returned.
type Outcome[T any] struct {
	value T
	err   error
}

// Of is the outcome of a call: must.Of(f(x)).In(t).
func Of[T any](value T, err error) Outcome[T] { return Outcome[T]{value, err} }

// In returns the value; an error ends the test.
func (o Outcome[T]) In(tb testing.TB) T {
	tb.Helper()
	Do(tb, o.err)
	return o.value
}

// Do ends the test where a call gave an error.
func Do(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// Get returns the value where there is no test at hand, as in the building of a graph; an error panics.
func Get[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
