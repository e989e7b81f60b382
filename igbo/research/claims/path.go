package claims

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// at returns the numbers at a path in a JSON value. Slashes separate the segments of a path. Each segment is applied to all
// values that the previous one found:
//
//	name       the member of an object
//	3          the fourth element of an array
//	*          all elements of an array
//	name=text  the elements of an array, or the object, whose member has this value;
//	           dots lead to members of members
//	name÷name  the ratio of two members of an object
//
// The value true counts as 1 and false as 0. The strings "NaN", "Infinity" and "-Infinity" count as these numbers. at returns
// an error if a member or an element does not exist, or if a value is not a number.
func at(root any, path string) ([]float64, error) {
	found := []any{root}
	for segment := range strings.SplitSeq(path, "/") {
		var next []any
		for _, v := range found {
			list, err := step(v, segment)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			next = append(next, list...)
		}
		found = next
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s: no value found", path)
	}
	numbers := make([]float64, len(found))
	for i, v := range found {
		n, ok := numberOf(v)
		if !ok {
			return nil, fmt.Errorf("%s is a %T, want a number", path, v)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// step applies one segment to one value.
func step(v any, segment string) ([]any, error) {
	member, want, chosen := strings.Cut(segment, "=")
	array, isArray := v.([]any)
	switch {
	case segment == "*":
		return array, nil
	case chosen && !isArray:
		array = []any{v}
		fallthrough
	case chosen:
		var kept []any
		for _, e := range array {
			if has(e, member, want) {
				kept = append(kept, e)
			}
		}
		return kept, nil
	case isArray:
		i, err := strconv.Atoi(segment)
		if err != nil || i < 0 || i >= len(array) {
			return nil, fmt.Errorf("element %s not found in a list of %d", segment, len(array))
		}
		return array[i : i+1], nil
	}
	object, _ := v.(map[string]any)
	if over, under, quotient := strings.Cut(segment, "÷"); quotient {
		a, okA := numberOf(object[over])
		b, okB := numberOf(object[under])
		if !okA || !okB {
			return nil, fmt.Errorf("numbers %s and %s not found", over, under)
		}
		return []any{a / b}, nil
	}
	inner, ok := object[segment]
	if !ok {
		return nil, fmt.Errorf("member %s not found", segment)
	}
	return []any{inner}, nil
}

// has reports whether a member of a value is formatted as this text. Dots separate the names of nested members.
func has(v any, member, want string) bool {
	for name := range strings.SplitSeq(member, ".") {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v != nil && fmt.Sprint(v) == want
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		n, ok := map[string]float64{"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)}[v]
		return n, ok
	}
	return 0, false
}
