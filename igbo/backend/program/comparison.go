package program

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
func comparison[T number](op string) (binary[T, bool], bool) {
	switch op {
	case "Equal":
		return binary[T, bool]{equalBoth[T], equalRight[T], equalLeft[T]}, true
	case "NotEqual":
		return binary[T, bool]{notEqualBoth[T], notEqualRight[T], notEqualLeft[T]}, true
	case "LessThan":
		return binary[T, bool]{lessBoth[T], lessRight[T], lessLeft[T]}, true
	case "LessOrEqual":
		return binary[T, bool]{lessOrEqualBoth[T], lessOrEqualRight[T], lessOrEqualLeft[T]}, true
	case "GreaterThan":
		return binary[T, bool]{greaterBoth[T], greaterRight[T], greaterLeft[T]}, true
	case "GreaterOrEqual":
		return binary[T, bool]{greaterOrEqualBoth[T], greaterOrEqualRight[T], greaterOrEqualLeft[T]}, true
	}
	return binary[T, bool]{}, false
}
