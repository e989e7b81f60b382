package kernel

import (
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Comparisons of slices and of a slice and a number: y = a∘b.

func equalBoth[T task.Number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v == b[i]
	}
}

func equalRight[T task.Number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v == b
	}
}

func notEqualBoth[T task.Number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v != b[i]
	}
}

func notEqualRight[T task.Number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v != b
	}
}

func lessBoth[T task.Number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v < b[i]
	}
}

func lessRight[T task.Number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v < b
	}
}

func lessLeft[T task.Number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a < v
	}
}

func lessOrEqualBoth[T task.Number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v <= b[i]
	}
}

func lessOrEqualRight[T task.Number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v <= b
	}
}

func lessOrEqualLeft[T task.Number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a <= v
	}
}

// comparison is an operation in its three forms.
func comparison[T task.Number](op string) (vector.Binary[T, bool], bool) {
	switch op {
	case "Equal":
		return vector.Commuting(equalBoth[T], equalRight[T]), true
	case "NotEqual":
		return vector.Commuting(notEqualBoth[T], notEqualRight[T]), true
	case "LessThan":
		return vector.Forms(lessBoth[T], lessRight[T], lessLeft[T]), true
	case "LessOrEqual":
		return vector.Forms(lessOrEqualBoth[T], lessOrEqualRight[T], lessOrEqualLeft[T]), true
	case "GreaterThan":
		return vector.Forms(lessBoth[T], lessRight[T], lessLeft[T]).Mirrored(), true
	case "GreaterOrEqual":
		return vector.Forms(lessOrEqualBoth[T], lessOrEqualRight[T], lessOrEqualLeft[T]).Mirrored(), true
	}
	return vector.Binary[T, bool]{}, false
}
