// Package sweep tells tests how far to go through cases that are many of a kind: a part of
// them that meets each kind, so that `go test ./...` ends in two minutes, and all of them with
// IGBO_EXHAUSTIVE=1 in the environment, as in CI.
package sweep

import "os"

// Whole reports whether tests go through all cases.
func Whole() bool { return os.Getenv("IGBO_EXHAUSTIVE") == "1" }

// Part returns one of n parts of the cases, at each turn the next one, so that n turns meet
// every case; where sweeps are whole, it returns all of them.
func Part[T any](cases []T, n, turn int) (part []T) {
	if Whole() {
		return cases
	}
	for i := turn % n; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}

// Count is how many random cases are drawn: few, or all where sweeps are whole.
func Count(few, all int) int {
	if Whole() {
		return all
	}
	return few
}

// Draws is how many data sets a simulation draws: few, some where sweeps are whole, and all, as many as the numbers in the documentation rest on,
// with IGBO_SIMULATE=1 in the environment. All take hours together.
func Draws(few, some, all int) int {
	if os.Getenv("IGBO_SIMULATE") == "1" {
		return all
	}
	return Count(few, some)
}
