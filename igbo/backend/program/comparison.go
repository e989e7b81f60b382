package program

import "github.com/igbolab/igbolab/igbo/backend/vector"

// Comparisons of slices and of a slice and a number: y = a∘b.

func equalBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v == b[i]
	}
}

func equalRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v == b
	}
}

func equalLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a == v
	}
}

func notEqualBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v != b[i]
	}
}

func notEqualRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v != b
	}
}

func notEqualLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a != v
	}
}

func lessBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v < b[i]
	}
}

func lessRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v < b
	}
}

func lessLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a < v
	}
}

func lessOrEqualBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v <= b[i]
	}
}

func lessOrEqualRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v <= b
	}
}

func lessOrEqualLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a <= v
	}
}

func greaterBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v > b[i]
	}
}

func greaterRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v > b
	}
}

func greaterLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a > v
	}
}

func greaterOrEqualBoth[T number](y []bool, a, b []T) {
	b = b[:len(a)]
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v >= b[i]
	}
}

func greaterOrEqualRight[T number](y []bool, a []T, b T) {
	y = y[:len(a)]
	for i, v := range a {
		y[i] = v >= b
	}
}

func greaterOrEqualLeft[T number](y []bool, a T, b []T) {
	y = y[:len(b)]
	for i, v := range b {
		y[i] = a >= v
	}
}

// comparison is an operation in its three forms.
func comparison[T number](op string) (vector.Binary[T, bool], bool) {
	switch op {
	case "Equal":
		return vector.Forms(equalBoth[T], equalRight[T], equalLeft[T]), true
	case "NotEqual":
		return vector.Forms(notEqualBoth[T], notEqualRight[T], notEqualLeft[T]), true
	case "LessThan":
		return vector.Forms(lessBoth[T], lessRight[T], lessLeft[T]), true
	case "LessOrEqual":
		return vector.Forms(lessOrEqualBoth[T], lessOrEqualRight[T], lessOrEqualLeft[T]), true
	case "GreaterThan":
		return vector.Forms(greaterBoth[T], greaterRight[T], greaterLeft[T]), true
	case "GreaterOrEqual":
		return vector.Forms(greaterOrEqualBoth[T], greaterOrEqualRight[T], greaterOrEqualLeft[T]), true
	}
	return vector.Binary[T, bool]{}, false
}
