package notebook

import (
	"errors"
	"fmt"
	"image"
	"reflect"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Show shows each value as what it is: a figure or a plot of gonum's drawn, the tables and figures of a
// study's result, a study.Table, a graph (dag.DAG) with its edges, a matrix, an image, a trained
// model or a training's result, a struct field by field; lists of structs, lists of lists and maps as tables, of which
// twelve rows and columns are shown; anything else as fmt prints it. In a plain program
// it prints the text, and writes figures into the working folder.
//
// Errors among the values are for calls that return one; nil ones count for nothing,
// others stand where the values would be and end the cell as Check does:
//
//	notebook.Show(plots.Geometry(g1, g2, directions))
func Show(values ...any) {
	var errs []error
	for _, v := range values {
		if err, ok := v.(error); ok {
			errs = append(errs, err)
		}
	}
	err := errors.Join(errs...)
	for i := 0; i < len(values) && err == nil; i++ {
		if values[i] != nil {
			err = show(values[i])
		}
	}
	inline.End(inline.Fail(err))
}

// show shows one value.
func show(value any) error {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Pointer && v.IsNil() {
		return text(fmt.Sprintf("%T: nil", value))
	}
	switch v := value.(type) {
	case plots.Figure:
		return inline.Show(v)
	case *plot.Plot:
		return inline.Show(drawing{v})
	case study.Table:
		return table(v)
	case *dag.DAG:
		return graph(v)
	case *igbo.Model:
		return model(v)
	case *igbo.Result:
		return training(v)
	case igbo.Information:
		return table(study.Table{Name: "info", Header: []string{"", ""}, Rows: v.Rows()})
	case mat.Matrix:
		return table(matrix(v))
	case image.Image:
		return picture(v)
	case error, fmt.Stringer:
		return text(fmt.Sprint(v))
	}
	if known, err := result(value); known {
		return err
	}
	v := reflect.Indirect(reflect.ValueOf(value))
	if t, is := tabular(v); is {
		return table(t)
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return list(v)
	case reflect.Struct:
		return table(settings(v))
	}
	return text(fmt.Sprint(value))
}

// result shows what has tables or figures, and tells whether the value has any.
func result(value any) (known bool, err error) {
	if r, ok := value.(interface{ Tables() []study.Table }); ok {
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

// list shows figures and tables one after the other, and other lists as fmt prints them.
func list(v reflect.Value) error {
	element := v.Type().Elem()
	if !element.Implements(reflect.TypeFor[plots.Figure]()) && element != reflect.TypeFor[study.Table]() {
		return text(brief(v, longestList))
	}
	for i := range v.Len() {
		if err := show(v.Index(i).Interface()); err != nil {
			return err
		}
	}
	return nil
}

// longestList is how many elements of a list are shown.
const longestList = 200

// brief is a list as fmt prints it, its end cut where it has more elements than that.
func brief(v reflect.Value, elements int) string {
	if v.Len() <= elements {
		return fmt.Sprint(v.Interface())
	}
	list := make([]any, elements)
	for i := range list {
		list[i] = v.Index(i).Interface()
	}
	return fmt.Sprintf("%s …], %d in all", strings.TrimSuffix(fmt.Sprint(list), "]"), v.Len())
}

func table(t study.Table) error {
	return inline.Display(inline.Content{Text: t.Text(), HTML: t.HTML()})
}

func text(s string) error { return inline.Display(inline.Content{Text: strings.TrimRight(s, "\n")}) }
