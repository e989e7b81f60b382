package claims

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// at finds the numbers at a path in a JSON value. A path is made of segments with slashes between
// them, each of which continues from all values that were found so far:
//
//	name       the member of an object
//	3          the fourth element of an array
//	*          all elements of an array
//	name=text  those elements of an array, or that object, whose member has this value;
//	           dots lead to members of members
//	name÷name  one member of an object over another, both numbers
//
// true counts as 1, false as 0, and the strings that stand for numbers that JSON has not
// as these. Errors: a member or an element that is not there, something that is no number.
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
		return nil, fmt.Errorf("%s: nothing is there", path)
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

// step follows one segment from one value.
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
			return nil, fmt.Errorf("no element %s of %d", segment, len(array))
		}
		return array[i : i+1], nil
	}
	object, _ := v.(map[string]any)
	if over, under, quotient := strings.Cut(segment, "÷"); quotient {
		a, okA := numberOf(object[over])
		b, okB := numberOf(object[under])
		if !okA || !okB {
			return nil, fmt.Errorf("no numbers %s and %s", over, under)
		}
		return []any{a / b}, nil
	}
	inner, ok := object[segment]
	if !ok {
		return nil, fmt.Errorf("no member %s", segment)
	}
	return []any{inner}, nil
}

// has reports whether a member of a value, with dots between its names, is written as this text.
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
