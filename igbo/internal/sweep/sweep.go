// Package sweep selects how many cases tests run: by default a selection that covers each kind, so `go test ./...` takes minutes, or all
// cases with IGBO_EXHAUSTIVE=1 in the environment, as in CI.
package sweep

import "os"

// Whole reports whether tests run all cases.
func Whole() bool { return os.Getenv("IGBO_EXHAUSTIVE") == "1" }

// Part returns one of n parts of the cases, the next one at each call, so n calls cover every case; with IGBO_EXHAUSTIVE=1 it
// returns all of them.
func Part[T any](cases []T, n, turn int) (part []T) {
	if Whole() {
		return cases
	}
	for i := turn % n; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	return part
}

// Count returns how many random cases to draw: few, or all with IGBO_EXHAUSTIVE=1.
func Count(few, all int) int {
	if Whole() {
		return all
	}
	return few
}

// Draws returns how many data sets a simulation draws: few by default, some with IGBO_EXHAUSTIVE=1, and all with IGBO_SIMULATE=1. The
// numbers in the documentation are based on all, which takes hours.
func Draws(few, some, all int) int {
	if os.Getenv("IGBO_SIMULATE") == "1" {
		return all
	}
	return Count(few, some)
}
