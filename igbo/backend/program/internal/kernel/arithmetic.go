package kernel

import (
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Arithmetic on slices and on a slice and a number: y = a∘b.

func addBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v + b[i]
	}
}

func addRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v + b
	}
}

func subBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v - b[i]
	}
}

func subRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v - b
	}
}

func subLeft[T task.Number](y []T, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a - v
	}
}

func mulBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v * b[i]
	}
}

func mulRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v * b
	}
}

func divBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v / b[i]
	}
}

func divRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v / b
	}
}

func divLeft[T task.Number](y []T, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a / v
	}
}

func maxBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = max(v, b[i])
	}
}

func maxRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = max(v, b)
	}
}

func minBoth[T task.Number](y, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = min(v, b[i])
	}
}

func minRight[T task.Number](y, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = min(v, b)
	}
}

// arithmetic is an operation in its three forms.
func arithmetic[T task.Number](op string) (vector.Binary[T, T], bool) {
	switch op {
	case "Add":
		return vector.Commuting(addBoth[T], addRight[T]), true
	case "Sub":
		return vector.Forms(subBoth[T], subRight[T], subLeft[T]), true
	case "Mul":
		return vector.Commuting(mulBoth[T], mulRight[T]), true
	case "Div":
		return vector.Forms(divBoth[T], divRight[T], divLeft[T]), true
	case "Max":
		return vector.Commuting(maxBoth[T], maxRight[T]), true
	case "Min":
		return vector.Commuting(minBoth[T], minRight[T]), true
	}
	return vector.Binary[T, T]{}, false
}
