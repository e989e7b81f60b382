package samples

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong: zero values, nonsense and numbers beyond sense.
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
		"Normalization.Validate": exported.Bad(func() error { return Normalization{Shift: []float64{1}}.Validate(1) }, func() error { return Normalization{Scale: []float64{1}}.Validate(2) }),
		"Normalization.Apply":    exported.Total("of data that Validate took"),
		"Normalization.Targets":  exported.Total("of data that Validate took"),
		"Normalization.Units":    exported.Total("nil of the zero value"),
		"Normalization.Restore":  exported.Total("the zero value leaves them"),
		"Data.Samples":           exported.Total("0 where there are none"),
		"Data.Rows":              exported.Total("0 where there are none"),
		"Data.Targets":           exported.Total("at least 1"),
		"Data.Valid":             exported.Total("of one of Rows"),
		"Data.Counts":            exported.Total("of one of Rows"),
		"Data.Part":              exported.Total("of some of Samples"),
	})
}
