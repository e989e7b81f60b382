package table

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// TestExportedFunctionsNameWhatIsWrong: nil, zero values and counts beyond sense.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	ctx := context.Background()
	whole := drawn(30, 1, 0)
	e, err := Fit(whole, nil, DefaultSpec("class"))
	if err != nil {
		t.Fatal(err)
	}
	broken := &Table{Columns: []Column{{Name: "a", Kind: cell.Number, Values: []float64{1, 2}}, {Name: "b", Kind: cell.Number, Values: []float64{1}}}}
	f := File{Path: "none.csv", Options: DefaultReadOptions()}
	reading := func(name string, r io.Reader, o ReadOptions) func() error {
		return func() error { _, err := ReadFrom(ctx, name, r, o); return err }
	}
	fit := func(t *Table, rows []int, s Spec) func() error {
		return func() error { _, err := Fit(t, rows, s); return err }
	}
	encode := func(e *Encoding, t *Table, rows []int) func() error {
		return func() error { _, err := e.Encode(t, rows); return err }
	}
	encodeIn := func(e *Encoding, t *Table, rows []int) func() error {
		return func() error { _, err := e.EncodeIn(nil, t, rows); return err }
	}
	split := func(t *Table, rows []int, o SplitOptions) func() error {
		return func() error { _, err := Split(t, rows, o); return err }
	}
	folds := func(t *Table, rows []int, o SplitOptions) func() error {
		return func() error { _, err := Folds(t, rows, o); return err }
	}
	dataset := func(e *Encoding, change func(*DatasetOptions)) func() error {
		return func() error {
			o := DefaultDatasetOptions(1)
			change(&o)
			_, err := f.Dataset(ctx, e, o)
			return err
		}
	}
	samples := func(e *Encoding, rows int) func() error {
		return func() error {
			for _, err := range f.Samples(ctx, e, rows) {
				return err
			}
			return nil
		}
	}
	many := DefaultSplitOptions(1)
	many.Folds, many.Repeats = math.MaxInt, math.MaxInt
	series := *e
	series.Spec.ID, series.Spec.Time = "place", "when"
	exported.Check(t, map[string]exported.Call{
		"Read":              exported.Bad(func() error { _, err := Read(ctx, "", ReadOptions{}); return err }, func() error { _, err := Read(ctx, "none.csv", ReadOptions{}); return err }),
		"ReadFrom":          exported.Bad(reading("f.csv", nil, DefaultReadOptions()), reading("", strings.NewReader(good), ReadOptions{}), reading("f.parquet", strings.NewReader(good), ReadOptions{}), reading("f.csv", strings.NewReader(""), ReadOptions{})),
		"Fit":               exported.Bad(fit(nil, nil, DefaultSpec("y")), fit(&Table{}, nil, DefaultSpec("y")), fit(whole, nil, Spec{}), fit(broken, nil, DefaultSpec("a")), fit(whole, []int{math.MaxInt}, DefaultSpec("y")), fit(whole, []int{math.MinInt}, DefaultSpec("y"))),
		"Encoding.Encode":   exported.Bad(encode(nil, whole, nil), encode(&Encoding{}, whole, nil), encode(e, nil, nil), encode(e, broken, nil), encode(e, whole, []int{-1}), encode(e, whole, []int{})),
		"Encoding.EncodeIn": exported.Bad(encodeIn(nil, whole, nil), encodeIn(&Encoding{}, whole, nil), encodeIn(e, nil, nil), encodeIn(e, broken, nil), encodeIn(e, whole, []int{-1})),
		"Encoding.Validate": exported.Bad((&Encoding{}).Validate, (*Encoding)(nil).Validate), "Encoding.Features": exported.Total("names of what is there"), "Encoding.Groups": exported.Total("names of what is there"),
		"Encoding.Classes": exported.Total("nil without a target"), "Encoding.ReadOptions": exported.Total("any options"),
		"Encoding.MarshalJSON":   exported.Bad(func() error { _, err := (&Encoding{}).MarshalJSON(); return err }),
		"Encoding.UnmarshalJSON": exported.Bad(func() error { return new(Encoding).UnmarshalJSON(nil) }, func() error { return new(Encoding).UnmarshalJSON([]byte("{}")) }, func() error { return new(Encoding).UnmarshalJSON([]byte(`{"format":1}`)) }),
		"Split":                  exported.Bad(split(nil, nil, DefaultSplitOptions(1)), split(whole, nil, SplitOptions{}), split(whole, []int{30}, DefaultSplitOptions(1)), split(whole, []int{0}, DefaultSplitOptions(1))),
		"Folds":                  exported.Bad(folds(nil, nil, DefaultSplitOptions(1)), folds(whole, nil, SplitOptions{}), folds(whole, nil, many), folds(broken, nil, DefaultSplitOptions(1))),
		"SplitOptions.Validate":  exported.Bad(SplitOptions{}.Validate, many.Validate, func() error { o := many; o.Test = math.NaN(); return o.Validate() }),
		"ReadOptions.Validate":   exported.Bad(ReadOptions{Format: "doc"}.Validate, ReadOptions{Comma: math.MinInt32}.Validate), "Spec.Validate": exported.Bad(Spec{}.Validate),
		"File.HasTarget": exported.Bad(func() error { _, err := f.HasTarget(ctx, nil); return err }, func() error { _, err := f.HasTarget(ctx, e); return err }), "File.Names": exported.Bad(func() error { _, err := f.Names(ctx); return err }),
		"File.Fit":     exported.Bad(func() error { _, err := File{}.Fit(ctx, DefaultSpec("y")); return err }, func() error { _, err := f.Fit(ctx, series.Spec); return err }),
		"File.Scale":   exported.Bad(func() error { _, err := f.Scale(ctx, e); return err }, func() error { _, err := f.Scale(ctx, nil); return err }),
		"File.Samples": exported.Bad(samples(e, 1), samples(e, 0), samples(nil, 1), samples(&series, 1)), "Encoding.WithoutTarget": exported.Total("nil of nil, which Encode refuses"),
		"EachFold": exported.Bad(func() error {
			for _, err := range EachFold(nil, nil, many) {
				return err
			}
			return nil
		}),
		"File.Dataset": exported.Bad(dataset(nil, func(*DatasetOptions) {}), dataset(&series, func(*DatasetOptions) {}), dataset(e, func(o *DatasetOptions) { o.Batch = 0 }), dataset(e, func(o *DatasetOptions) { o.Shuffle = -1 }), dataset(e, func(o *DatasetOptions) { o.DType = dtypes.Int32 }), dataset(e, func(o *DatasetOptions) { o.Scale = &Scale{} })),
		"Dataset.Iter": exported.Bad(func() error {
			for _, err := range (*Dataset)(nil).Iter() {
				return err
			}
			return nil
		}),
		"Dataset.Name": exported.Total("names any"), "Column.Missing": exported.Total("of a row that is there"), "Column.Text": exported.Total("of a row that is there"), "Table.Rows": exported.Total("0 of nil"), "Table.Space": exported.Total("nil of nil"), "Table.Names": exported.Total("names of what is there"), "Table.Column": exported.Total("nil for what is not there"), "Table.String": exported.Total("of any, nil too"),
		"Samples.N": exported.Total("counts"), "Spec.SplitOptions": exported.Total("checked by Split"), "DefaultSpec": exported.Total("checked by Fit"),
		"Spec.ReadOptions": exported.Total("any options"), "Table.Lines": exported.Total("of what is there"), "Encoding.Lines": exported.Total("of what is there"), "LinesText": exported.Total("of any"), "LostText": exported.Total("of any"), "Line.Says": exported.Total("of any"), "Encoding.BeyondText": exported.Total("of any"),
		"Parts": exported.Total("no argument"), "DefaultReadOptions": exported.Total("no argument"),
		"DefaultSplitOptions": exported.Total("any seed"), "DefaultDatasetOptions": exported.Total("any seed"),
	})
}
