package samples

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with zero, invalid and excessive values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	named := func(features ...string) func() error {
		return func() error { _, err := Tabular(features, [][]float64{{1, 2}}, []float64{1}); return err }
	}
	one := Data{Features: []string{"a"}, Steps: 1, X: []float64{1e40}, Y: []float64{1}}
	exported.Check(t, map[string]exported.Call{
		"Tabular":                exported.Bad(named(), named("a", "a"), named("a", ""), func() error { _, err := Tabular(nil, nil, nil); return err }),
		"Data.Validate":          exported.Bad(Data{}.Validate, Data{Features: []string{"a"}, Steps: math.MinInt}.Validate, Data{Features: []string{"a"}, Steps: math.MaxInt, X: []float64{1}, Y: []float64{1}}.Validate),
		"Data.ValidateBurnIn":    exported.Bad(func() error { return Data{}.ValidateBurnIn(0) }, func() error { return one.ValidateBurnIn(math.MaxInt) }),
		"Data.ValidateDType":     exported.Bad(func() error { return one.ValidateDType(dtypes.Float32, 0) }),
		"ValidateNames":          exported.Bad(func() error { return ValidateNames([]string{""}) }, func() error { return ValidateNames([]string{"a", "a"}) }),
		"Standardize":            exported.Bad(func() error { _, _, err := Standardize(Data{}); return err }),
		"Standardization":        exported.Total("of data that Validate took"),
		"MeanScale":              exported.Total("NaN and 1 of no numbers"),
		"Normalization.Input":    exported.Total("of one of the columns"),
		"Normalization.Target":   exported.Total("of one of the targets"),
		"Normalization.Validate": exported.Bad(func() error { return Normalization{Shift: []float64{1}}.Validate(1) }, func() error { return Normalization{Scale: []float64{1}}.Validate(2) }),
		"Normalization.ValidateFor": exported.Bad(func() error { return Normalization{Scale: []float64{1}}.ValidateFor(one) },
			func() error {
				return Normalization{Shift: []float64{1}, Scale: []float64{1}, TargetShifts: []float64{1, 1}, TargetScales: []float64{1, 1}}.ValidateFor(one)
			}),
		"Data.ValidateSizes":      exported.Bad(Data{}.ValidateSizes, Data{Features: []string{"a"}, Steps: 1, X: []float64{1}, Y: []float64{1}, Weights: []float64{1, 2}}.ValidateSizes),
		"Normalization.Apply":     exported.Total("of data that Validate took"),
		"Normalization.Targets":   exported.Total("of data that Validate took"),
		"Normalization.Units":     exported.Total("nil of the zero value"),
		"Normalization.Restore":   exported.Total("the zero value leaves them"),
		"Data.Samples":            exported.Total("0 where there are none"),
		"Data.Rows":               exported.Total("0 where there are none"),
		"Data.Targets":            exported.Total("at least 1"),
		"Data.Valid":              exported.Total("of one of Rows"),
		"Data.Counts":             exported.Total("of one of Rows"),
		"Data.View":               exported.Total("an index panics out of range"),
		"View.Columns":            exported.Total("an index panics out of range"),
		"View.Row":                exported.Total("an index panics out of range"),
		"View.Column":             exported.Total("an index panics out of range"),
		"View.Target":             exported.Total("an index panics out of range"),
		"View.Weight":             exported.Total("an index panics out of range"),
		"View.Rows":               exported.Total("none of the zero value"),
		"View.Width":              exported.Total("none of the zero value"),
		"View.Features":           exported.Total("none of the zero value"),
		"View.Inputs":             exported.Total("none of the zero value"),
		"View.Outputs":            exported.Total("none of the zero value"),
		"View.Targets":            exported.Total("none of the zero value"),
		"View.Weights":            exported.Total("none of the zero value"),
		"View.Data":               exported.Total("none of the zero value"),
		"Data.WithTargets":        exported.Total("zeros of none"),
		"Data.Take":               exported.Total("an index panics out of range"),
		"TakeIn":                  exported.Total("fails if the disk is full"),
		"In":                      exported.Total("any data"),
		"Scratch":                 exported.Total("the heap of none"),
		"View.Scratch":            exported.Total("the heap of none"),
		"Normalization.TargetsIn": exported.Total("of data that Validate took"),
		"View.OfIn":               exported.Total("an index panics out of range"),
		"View.TargetsIn":          exported.Total("none of the zero value"),
		"View.WeightsIn":          exported.Total("none of the zero value"),
		"Data.Append":             exported.Total("of data of one kind"),
		"View.Late":               exported.Total("none of a burn-in of all steps"),
		"View.Of":                 exported.Total("an index panics out of range"),
		"View.Sample":             exported.Total("an index panics out of range"),
		"Means.Add":               exported.Total("of views of the same columns"),
		"Means.Values":            exported.Total("nil of none"),
		"Data.Part":               exported.Total("of some of Samples"),
	})
}
