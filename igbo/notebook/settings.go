package notebook

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// settings returns a table of the fields of a struct. The fields of nested structs are below it, indented.
func settings(v reflect.Value) tabulate.Table {
	t := tabulate.Table{Name: "settings", Title: value.TypeName(v.Type()), Header: []string{"field", "value"}}
	t.Rows = fields(nil, v, 0)
	return t
}

// Limits of the table.
const (
	deepest = 8   // maximum depth of nested structs
	mostRow = 200 // maximum number of rows
)

// indent precedes the fields of a nested struct. It is not a space, which HTML would drop.
const indent = "\u2003"

func fields(rows [][]string, v reflect.Value, depth int) [][]string {
	v = value.Addressable(v)
	for i, name := range value.Fields(v.Type()) {
		if len(rows) >= mostRow {
			return append(rows, []string{"…", fmt.Sprintf("%d fields left out", len(value.Fields(v.Type()))-i)})
		}
		f := value.Field(v, name.Index[0])
		label := strings.Repeat(indent, depth) + name.Name
		inner := f
		if f.Kind() == reflect.Pointer && !f.IsNil() {
			inner = f.Elem()
		}
		if inner.Kind() == reflect.Struct && inner.Type() != v.Type() && !inner.IsZero() && !printed(f) && depth < deepest {
			rows = fields(append(rows, []string{label, ""}), inner, depth+1)
			continue
		}
		rows = append(rows, []string{label, line(f)})
	}
	return rows
}

// printed reports whether a struct, or the value of a pointer, has its own text, or only unexported fields.
func printed(v reflect.Value) bool {
	if _, ok, _ := value.Reported(v); ok {
		return true
	}
	for _, f := range value.Fields(reflect.Indirect(v).Type()) {
		if f.IsExported() {
			return false
		}
	}
	return true
}

// longest is the largest number of characters of a value in a table.
const longest = 80

// line returns a value in one line of a table: a string without quotes, anything else as package value writes it.
func line(v reflect.Value) string {
	switch {
	case value.Nil(v):
		return "nil"
	case v.Kind() == reflect.String && v.Len() == 0:
		return `""`
	}
	return value.Line(v, longest)
}
