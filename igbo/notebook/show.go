package notebook

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Show is like Display, but ends the cell, as Check does, if one of the values is an error or a
// figure cannot be drawn. Use it for the results of a call:
//
//	notebook.Show(plots.Geometry(g1, g2, directions))
func Show(values ...any) {
	var errs []error
	for _, v := range values {
		if err, ok := v.(error); ok && !value.Nil(reflect.ValueOf(v)) {
			errs = append(errs, err)
		}
	}
	err := errors.Join(errs...)
	for i := 0; i < len(values) && err == nil; i++ {
		err = show(values[i])
	}
	inline.End(inline.Fail(err))
}

// Display shows each value. The kernel calls it for the last expression of a cell, which may be a
// call with several results. For each value, the first of these cases applies:
//
//   - figures, gonum plots, results, tables, graphs, matrices and models of this project have their own form
//   - types with a method MimeBundle() map[string]any, or with HTML(), Markdown(), LaTeX() or SVG() that return a string, have that form
//   - template.HTML is an HTML element, and an image.Image an image
//   - an error is red, with the errors that it wraps
//   - types with a method String are text
//   - a struct is a list of fields; lists of structs, lists of lists and maps are tables with up to twelve rows and columns
//   - everything else is text, see package value
//
// Methods with a pointer receiver also count. If a method panics, or for a nil pointer, Display
// shows the value without the method. Display does not end the cell: an error is a value like any
// other, and an untyped nil is not shown. In a plain program, Display prints text and writes
// figures to the working folder.
func Display(values ...any) {
	for _, v := range values {
		if err := show(v); err != nil {
			_ = failure(err) // a kernel that cannot be reached has no display
		}
	}
}

// show shows one value.
func show(given any) error {
	v := reflect.ValueOf(given)
	switch {
	case !v.IsValid():
		return nil
	case value.Nil(v):
		nothing, _ := value.Plain(v)
		return text(nothing)
	}
	if known, err := ours(given); known {
		return err
	}
	c, is, hookErr := hooked(v)
	if is {
		return inline.Display(c)
	}
	if err, is := given.(error); is {
		return errors.Join(failure(err), note(hookErr))
	}
	reported, is, err := value.Reported(v)
	hookErr = errors.Join(hookErr, err)
	if is {
		return noted(reported, hookErr)
	}
	return plainly(v, hookErr)
}

// ours shows a value of this project or of its libraries, and returns false for any other value.
func ours(value any) (known bool, err error) {
	switch v := value.(type) {
	case plots.Figure:
		return true, inline.Show(v)
	case *plot.Plot:
		return true, inline.Show(drawing{v})
	case tabulate.Table:
		return true, table(v)
	case *dag.DAG:
		return true, graph(v)
	case *igbo.Model:
		return true, model(v)
	case *igbo.Result:
		return true, training(v)
	case igbo.Information:
		return true, table(tabulate.Table{Name: "info", Header: []string{"", ""}, Rows: v.Rows()})
	case mat.Matrix:
		return true, table(matrix(v))
	}
	return result(value)
}

// plainly shows a value that has no way to show itself.
func plainly(v reflect.Value, hookErr error) error {
	inner := reflect.Indirect(v)
	if t, is := tabular(inner); is {
		return notedTable(t, hookErr)
	}
	switch inner.Kind() {
	case reflect.Slice, reflect.Array:
		if element := inner.Type().Elem(); inner.Len() > 0 && (displays(element) || isOurs(element)) {
			return errors.Join(list(inner), note(hookErr))
		}
	case reflect.Struct:
		if t := settings(inner); len(t.Rows) > 0 {
			if v.Kind() == reflect.Pointer {
				t.Title = "&" + t.Title
			}
			return notedTable(t, hookErr)
		}
	}
	reported, err := value.Plain(v)
	return noted(reported, errors.Join(hookErr, err))
}

// isOurs reports whether figures or tables are of a type.
func isOurs(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[plots.Figure]()) || t == reflect.TypeFor[tabulate.Table]()
}

// note shows which method panicked, if one did.
func note(err error) error {
	if err == nil {
		return nil
	}
	return text(remark(err))
}

// remark describes in one line a method that panicked.
func remark(err error) string { return "(" + strings.ReplaceAll(err.Error(), "\n", "; ") + ")" }

// noted shows a text, with a remark below it if there is an error.
func noted(s string, err error) error {
	if err != nil {
		s = strings.TrimRight(s, "\n") + "\n" + remark(err)
	}
	return text(s)
}

// notedTable shows a table, with a remark below it if there is an error.
func notedTable(t tabulate.Table, err error) error {
	if err != nil {
		t.Notes = append(t.Notes, remark(err))
	}
	return table(t)
}

// result shows the tables or figures of a value, and reports whether the value has any.
func result(value any) (known bool, err error) {
	if r, ok := value.(interface{ Tables() []tabulate.Table }); ok {
		known = true
		for _, t := range r.Tables() {
			err = errors.Join(err, table(t))
		}
	}
	var figures []plots.Figure
	switch r := value.(type) {
	case interface{ Figures() []plots.Figure }:
		known, figures = true, r.Figures()
	case interface {
		Figures() ([]plots.Figure, error)
	}:
		var failed error
		known = true
		figures, failed = r.Figures()
		err = errors.Join(err, failed)
	}
	for _, f := range figures {
		err = errors.Join(err, inline.Show(f))
	}
	return known, err
}

// mostShown is the largest number of list elements to show one after the other.
const mostShown = 50

// list shows values one after the other.
func list(v reflect.Value) error {
	for i := range min(v.Len(), mostShown) {
		if err := show(v.Index(i).Interface()); err != nil {
			return err
		}
	}
	if left := v.Len() - mostShown; left > 0 {
		return text(fmt.Sprintf("… %d more", left))
	}
	return nil
}

func table(t tabulate.Table) error {
	return inline.Display(inline.Content{Text: t.Text(), HTML: t.HTML()})
}

func text(s string) error { return inline.Display(inline.Content{Text: strings.TrimRight(s, "\n")}) }
