package table

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil, zero values and absurd counts.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	ctx := context.Background()
	whole := read(t, "x,class\n"+strings.Repeat("1,p\n2,q\n", 15))
	broken := &Table{Columns: []Column{{Name: "a", Kind: cell.Number, Values: []float64{1, 2}}, {Name: "b", Kind: cell.Number, Values: []float64{1}}}}
	reading := func(name string, r io.Reader, o ReadOptions) func() error {
		return func() error { _, err := ReadFrom(ctx, name, r, o); return err }
	}
	choose := func(t *Table, rows []int) func() error {
		return func() error { _, err := t.Choose(rows); return err }
	}
	split := func(t *Table, rows []int, o SplitOptions) func() error {
		return func() error { _, err := Split(t, rows, o); return err }
	}
	folds := func(t *Table, rows []int, o SplitOptions) func() error {
		return func() error { _, err := Folds(t, rows, o); return err }
	}
	many := DefaultSplitOptions(1)
	many.Folds, many.Repeats = math.MaxInt, math.MaxInt
	exported.Check(t, map[string]exported.Call{
		"Read":                  exported.Bad(func() error { _, err := Read(ctx, "", ReadOptions{}); return err }, func() error { _, err := Read(ctx, "none.csv", ReadOptions{}); return err }),
		"ReadFrom":              exported.Bad(reading("f.csv", nil, DefaultReadOptions()), reading("", strings.NewReader(good), ReadOptions{}), reading("f.parquet", strings.NewReader(good), ReadOptions{}), reading("f.csv", strings.NewReader(""), ReadOptions{})),
		"Split":                 exported.Bad(split(nil, nil, DefaultSplitOptions(1)), split(whole, nil, SplitOptions{}), split(whole, []int{30}, DefaultSplitOptions(1)), split(whole, []int{0}, DefaultSplitOptions(1))),
		"Folds":                 exported.Bad(folds(nil, nil, DefaultSplitOptions(1)), folds(whole, nil, SplitOptions{}), folds(whole, nil, many), folds(broken, nil, DefaultSplitOptions(1))),
		"SplitOptions.Validate": exported.Bad(SplitOptions{}.Validate, many.Validate, func() error { o := many; o.Test = math.NaN(); return o.Validate() }),
		"ReadOptions.Validate":  exported.Bad(ReadOptions{Format: "doc"}.Validate, ReadOptions{Comma: math.MinInt32}.Validate),
		"EachFold": exported.Bad(func() error {
			for _, err := range EachFold(nil, nil, many) {
				return err
			}
			return nil
		}),
		"Column.Missing":      exported.Total("of a row that is there"),
		"Column.Text":         exported.Total("of a row that is there"),
		"Table.Rows":          exported.Total("0 of nil"),
		"Table.Space":         exported.Total("nil of nil"),
		"Table.Names":         exported.Total("names of what is there"),
		"Table.Column":        exported.Total("nil for what is not there"),
		"Table.String":        exported.Total("of any, nil too"),
		"DefaultReadOptions":  exported.Total("no argument"),
		"DefaultSplitOptions": exported.Total("any seed"),
		"Pieces": exported.Bad(func() error {
			for _, err := range Pieces(ctx, "", ReadOptions{}) {
				return err
			}
			return nil
		}),
		"Kinds":               exported.Bad(func() error { _, err := Kinds(ctx, "none.csv", DefaultReadOptions()); return err }),
		"Table.ChooseIn":      exported.Bad(func() error { _, err := (*Table)(nil).ChooseIn(nil, nil); return err }),
		"Table.Choose":        exported.Bad(choose(nil, nil), choose(&Table{}, nil), choose(broken, nil), choose(whole, []int{30}), choose(whole, []int{-1}), choose(whole, []int{})),
		"Table.InTime":        exported.Bad(func() error { return whole.InTime("class") }),
		"NoColumn":            exported.Bad(func() error { return NoColumn("f.csv", "a", nil) }),
		"ListNames":           exported.Total("of any"),
		"Composed":            exported.Total("of any"),
		"Table.Header":        exported.Total("names of what is there"),
		"Table.ByName":        exported.Total("nil for what is not there"),
		"Table.Reading":       exported.Total("nil for the usual way"),
		"Table.Place":         exported.Total("of any row"),
		"Column.CountMissing": exported.Total("of what is there"),
		"Column.Summary":      exported.Total("of what is there"),
	})
}
