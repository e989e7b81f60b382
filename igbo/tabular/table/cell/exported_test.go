package cell

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil, zero values and invalid values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	layout := func(format string) func() error { return func() error { _, err := Layout(format); return err } }
	exported.Check(t, map[string]exported.Call{
		"Layout":           exported.Bad(layout(""), layout("%"), layout("%q"), layout("yyyy-mm-dd")),
		"Options.Validate": exported.Bad(Options{Decimal: 'e'}.Validate, Options{Layouts: []string{"x"}}.Validate),
		"Reading.Validate": exported.Bad((&Reading{Decimal: "12"}).Validate, (&Reading{Separator: "."}).Validate),
		"Survey.Refuse":    exported.Bad(func() error { return new(Survey).Refuse("f.csv", "a", Options{}) }),
		"Kinds":            exported.Total("no argument"), "DefaultOptions": exported.Total("no argument"),
		"Text": exported.Total("of any value"), "Instant": exported.Total("of any second"), "OnDay": exported.Total("of any second"), "ParseNumber": exported.Total("tells whether it is one"),
		"Options.Words": exported.Total("of any"), "Options.Reading": exported.Total("of any"), "Options.Expected": exported.Total("of any kind"), "Reading.Of": exported.Total("of nil too"),
		"NewParser": exported.Total("of any kind, and cells that it does not take are said"), "Parser.Names": exported.Total("no argument"), "Parser.Begin": exported.Total("no argument"),
		"Parser.Parse": exported.Total("tells whether it is one"), "Parser.Field": exported.Total("tells whether it is one"), "Parser.Category": exported.Total("of any text"),
		"Parser.Survey": exported.Total("of what was parsed"), "Survey.Like": exported.Total("no argument"), "Survey.With": exported.Total("of two of a column"),
		"Survey.Mixed": exported.Total("no argument"), "Survey.Kind": exported.Total("says whether there is one"),
	})
}
