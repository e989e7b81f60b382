package encode

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil, zero values and absurd counts.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	ctx := context.Background()
	whole := drawn(30, 1, 0)
	e := must.Of(Fit(whole, nil, DefaultSpec("class"))).In(t)
	broken := &table.Table{Columns: []table.Column{{Name: "a", Kind: cell.Number, Values: []float64{1, 2}}, {Name: "b", Kind: cell.Number, Values: []float64{1}}}}
	f := File{Path: "none.csv", Options: table.DefaultReadOptions()}
	fit := func(t *table.Table, rows []int, s Spec) func() error {
		return func() error { _, err := Fit(t, rows, s); return err }
	}
	encode := func(e *Encoding, t *table.Table, rows []int) func() error {
		return func() error { _, err := e.Encode(t, rows); return err }
	}
	encodeIn := func(e *Encoding, t *table.Table, rows []int) func() error {
		return func() error { _, err := e.EncodeIn(nil, t, rows); return err }
	}
	samples := func(e *Encoding, rows int) func() error {
		return func() error {
			for _, err := range f.Samples(ctx, e, rows) {
				return err
			}
			return nil
		}
	}
	series := *e
	series.Spec.ID, series.Spec.Time = "place", "when"
	exported.Check(t, map[string]exported.Call{
		"Fit":                    exported.Bad(fit(nil, nil, DefaultSpec("y")), fit(&table.Table{}, nil, DefaultSpec("y")), fit(whole, nil, Spec{}), fit(broken, nil, DefaultSpec("a")), fit(whole, []int{math.MaxInt}, DefaultSpec("y")), fit(whole, []int{math.MinInt}, DefaultSpec("y"))),
		"Encoding.Encode":        exported.Bad(encode(nil, whole, nil), encode(&Encoding{}, whole, nil), encode(e, nil, nil), encode(e, broken, nil), encode(e, whole, []int{-1}), encode(e, whole, []int{})),
		"Encoding.EncodeIn":      exported.Bad(encodeIn(nil, whole, nil), encodeIn(&Encoding{}, whole, nil), encodeIn(e, nil, nil), encodeIn(e, broken, nil), encodeIn(e, whole, []int{-1})),
		"Encoding.Validate":      exported.Bad((&Encoding{}).Validate, (*Encoding)(nil).Validate),
		"Encoding.Features":      exported.Total("names of what is there"),
		"Encoding.Groups":        exported.Total("names of what is there"),
		"Encoding.Classes":       exported.Total("nil without a target"),
		"Encoding.ReadOptions":   exported.Total("any options"),
		"Encoding.MarshalJSON":   exported.Bad(func() error { _, err := (&Encoding{}).MarshalJSON(); return err }),
		"Encoding.UnmarshalJSON": exported.Bad(func() error { return new(Encoding).UnmarshalJSON(nil) }, func() error { return new(Encoding).UnmarshalJSON([]byte("{}")) }, func() error { return new(Encoding).UnmarshalJSON([]byte(`{"format":1}`)) }),
		"Spec.Validate":          exported.Bad(Spec{}.Validate),
		"File.HasTarget":         exported.Bad(func() error { _, err := f.HasTarget(ctx, nil); return err }, func() error { _, err := f.HasTarget(ctx, e); return err }),
		"File.Names":             exported.Bad(func() error { _, err := f.Names(ctx); return err }),
		"File.Fit":               exported.Bad(func() error { _, err := File{}.Fit(ctx, DefaultSpec("y")); return err }, func() error { _, err := f.Fit(ctx, series.Spec); return err }),
		"File.Samples":           exported.Bad(samples(e, 1), samples(e, 0), samples(nil, 1), samples(&series, 1)),
		"Encoding.WithoutTarget": exported.Total("nil of nil, which Encode refuses"),
		"Spec.SplitOptions":      exported.Total("checked by Split"),
		"DefaultSpec":            exported.Total("checked by Fit"),
		"Spec.ReadOptions":       exported.Total("any options"),
		"Lines":                  exported.Total("of what is there"),
		"Encoding.Lines":         exported.Total("of what is there"),
		"LinesText":              exported.Total("of any"),
		"LostText":               exported.Total("of any"),
		"Line.Reports":           exported.Total("of any"),
		"Encoding.BeyondText":    exported.Total("of any"),
		"Encoding.Warnings":      exported.Total("none of what is not there"),
		"Parts":                  exported.Total("no argument"),
		"Spec.Composed":          exported.Total("of any names"),
		"Unknowns":               exported.Total("no argument"),
		"Encoding.WithUnknown":   exported.Bad(e.WithUnknown("other", nil).Validate, (*Encoding)(nil).WithUnknown(UnknownRare, nil).Validate),
		"AddUnknown":             exported.Total("of any"),
		"UnknownText":            exported.Total("of any"),
	})
}
