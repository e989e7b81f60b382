package notebook

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
)

// settings is a table of the exported fields of a struct and what they hold, those of
// structs within it below it and further to the right.
func settings(v reflect.Value) study.Table {
	t := study.Table{Name: "settings", Title: named(v.Type()), Header: []string{"field", "value"}}
	t.Rows = fields(nil, v, 0)
	return t
}

// rooms are the packages behind package igbo, under whose name a cell writes their types.
var rooms = regexp.MustCompile(`^github\.com/igbolab/igbolab/igbo/(samples|settings|trained|evaluation|training)$`)

// again marks the name of a type that a cell has declared again.
var again = regexp.MustCompile(`ᵛ\d+`)

// named is a type as a cell writes it.
func named(t reflect.Type) string {
	if rooms.MatchString(t.PkgPath()) {
		return "igbo." + t.Name()
	}
	return again.ReplaceAllString(t.String(), "")
}

// deepest is how far structs within structs are followed.
const deepest = 8

// indent stands before the fields of a struct within another: no space that HTML drops.
const indent = "\u2003"

func fields(rows [][]string, v reflect.Value, depth int) [][]string {
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i)
		if !name.IsExported() || absent(f) {
			continue
		}
		label := strings.Repeat(indent, depth) + name.Name
		if f.Kind() == reflect.Pointer && !f.IsNil() {
			f = f.Elem()
		}
		if f.Kind() == reflect.Struct && !f.IsZero() && !printed(f) && depth < deepest {
			rows = fields(append(rows, []string{label, ""}), f, depth+1)
			continue
		}
		rows = append(rows, []string{label, value(f)})
	}
	return rows
}

// printed tells whether a struct says itself what it holds, or hides it.
func printed(v reflect.Value) bool {
	if _, ok := v.Interface().(fmt.Stringer); ok {
		return true
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			return false
		}
	}
	return true
}

// absent tells whether nothing is there: pointers, functions and interfaces that are nil.
func absent(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Func, reflect.Chan, reflect.Interface:
		return v.IsNil()
	}
	return false
}

// longest is how many characters of a value are shown, longestField how many elements.
const (
	longest      = 80
	longestField = 8
)

// value is what a field holds, in one line.
func value(v reflect.Value) string {
	switch k := v.Kind(); {
	case k == reflect.Func || k == reflect.Chan:
		return named(v.Type())
	case k == reflect.Slice && v.IsNil() || k == reflect.Map && v.IsNil() || k == reflect.Struct && v.IsZero() || k == reflect.String && v.Len() == 0:
		return "none"
	}
	text := ""
	if v.Kind() == reflect.Slice && v.Len() > longestField {
		text = brief(v, longestField)
	} else {
		text = fmt.Sprint(v.Interface())
	}
	s := []rune(strings.Join(strings.Fields(text), " "))
	if len(s) > longest {
		return string(s[:longest-1]) + "…"
	}
	return string(s)
}
