package study

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Check checks settings against the bounds that are declared next to their fields, including nested settings and
// lists of settings:
//
//	Test   int       `json:"test" bounds:"[2, 1e5]"`     // 2 to 1e5
//	Level  float64   `json:"level" bounds:"(0, 1)"`      // inside (0, 1)
//	Noise  float64   `json:"noise" bounds:"[0, inf)"`    // finite, at least 0
//	Kept   []float64 `json:"kept" bounds:"distinct (0, 1)"` // at least one, none twice, each inside (0, 1)
//	Cases  []Case    `json:"cases" bounds:"named"`       // at least one, each with a distinct Name
//	Rules  []string  `json:"rules" bounds:"some"`        // at least one
//	Queries []int    `json:"queries" bounds:"apart"`     // any number, none twice
//	Base   Config    `json:"base" bounds:"-"`            // not checked here
//
// The error contains the package, the setting in the syntax of --set, and the allowed values.
func Check(pkg string, settings any) error {
	return checkBounds(pkg, "", reflect.ValueOf(settings))
}

func checkBounds(pkg, path string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			if err := checkBounds(pkg, fmt.Sprintf("%s[%d]", path, i), v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			at := strings.TrimPrefix(path+"."+name, ".")
			if f.Tag.Get("bounds") == "-" {
				continue
			}
			if err := checkField(pkg, at, f.Tag.Get("bounds"), v.Field(i)); err != nil {
				return err
			}
			if err := checkBounds(pkg, at, v.Field(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkField checks a setting against its tag: a word for a list, a range for numbers.
func checkField(pkg, path, declared string, v reflect.Value) error {
	list, within, _ := strings.Cut(declared, " ")
	if declared == "" || strings.ContainsAny(declared[:1], "([") {
		list, within = "", declared
	}
	if list != "" {
		if v.Len() == 0 && list != "apart" {
			return fmt.Errorf("%s: %s must have at least one entry", pkg, path)
		}
		if err := checkList(pkg, path, list, v); err != nil {
			return err
		}
	}
	if within == "" {
		return nil
	}
	r := parseRange(within)
	if v.Kind() != reflect.Slice {
		return r.hold(pkg, path, v)
	}
	for i := range v.Len() {
		if err := r.hold(pkg, path, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkList checks that the entries of a list, or their names, are distinct.
func checkList(pkg, path, how string, list reflect.Value) error {
	seen := map[any]bool{}
	for i := range list.Len() {
		entry := list.Index(i)
		switch how {
		case "some":
			return nil
		case "named":
			if entry = entry.FieldByName("Name"); entry.String() == "" {
				return fmt.Errorf("%s: %s[%d] must have a name", pkg, path, i)
			}
		case "distinct", "apart":
		default:
			panic(fmt.Errorf("study: bounds of %s are %q, want \"some\", \"distinct\", \"apart\", \"named\" or a range", path, how))
		}
		if seen[entry.Interface()] {
			return fmt.Errorf("%s: %s: %v occurs twice; each entry must occur once", pkg, path, entry)
		}
		seen[entry.Interface()] = true
	}
	return nil
}

// numberRange is a range of numbers.
type numberRange struct {
	text         string
	least, most  float64
	above, below bool // the end is excluded
}

// parseRange parses a range such as "[2, 1e5]" or "(0, inf)". It panics if the tag is invalid, which is a programming error.
func parseRange(text string) numberRange {
	r := numberRange{text: text, above: strings.HasPrefix(text, "("), below: strings.HasSuffix(text, ")")}
	if _, err := fmt.Sscanf(strings.Trim(text, "()[]"), "%g, %g", &r.least, &r.most); err != nil {
		panic(fmt.Errorf("study: the range is %q, want one such as [2, 1e5] or (0, inf): %w", text, err))
	}
	return r
}

func (r numberRange) hold(pkg, path string, v reflect.Value) error {
	x := math.NaN()
	switch {
	case v.CanInt():
		x = float64(v.Int())
	case v.CanFloat():
		x = v.Float()
	}
	if !(x >= r.least && x <= r.most) || r.above && x == r.least || r.below && x == r.most {
		return fmt.Errorf("%s: %s must be %s, got %v", pkg, path, r.words(v.CanInt()), v)
	}
	return nil
}

// words describes the allowed numbers.
func (r numberRange) words(whole bool) string {
	switch {
	case math.IsInf(r.least, -1) && math.IsInf(r.most, 1):
		return "a finite number"
	case math.IsInf(r.most, 1) && r.above:
		return fmt.Sprintf("a finite number above %.10g", r.least)
	case math.IsInf(r.most, 1) && whole:
		return fmt.Sprintf("at least %.10g", r.least)
	case math.IsInf(r.most, 1):
		return fmt.Sprintf("a finite number of at least %.10g", r.least)
	case r.above || r.below:
		return fmt.Sprintf("a number within %s", r.text)
	}
	return fmt.Sprintf("from %.10g to %.10g", r.least, r.most)
}
