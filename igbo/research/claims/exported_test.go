package claims

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for claims without evidence and for missing values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	bad := Claim{ID: "bad", Why: "{nothing}", Outcome: Fails}
	lost := Number{Name: "lost", Study: "none", Path: "a", Format: "%g"}
	counted := Claim{Numbers: []Number{lost}}
	exported.Check(t, map[string]exported.Call{
		"All":                exported.Total("takes nothing"),
		"Parts":              exported.Total("takes nothing"),
		"Outcomes":           exported.Total("takes nothing"),
		"Headlines":          exported.Total("takes nothing"),
		"Markdown":           exported.Total("takes nothing"),
		"Counts":             exported.Total("counts whatever there is"),
		"Claim.Evidence":     exported.Total("names whatever there is"),
		"Claim.Commands":     exported.Total("names whatever there is"),
		"Number.Source":      exported.Total("names whatever there is"),
		"Need.String":        exported.Total("writes any interval"),
		"Find":               exported.Bad(func() error { _, err := Find(""); return err }),
		"Need.UnmarshalText": exported.Bad(func() error { return new(Need).UnmarshalText([]byte("much")) }),
		"Table":              exported.Bad(func() error { _, err := Table("", []Claim{bad}); return err }),
		"Figure":             exported.Bad(func() error { _, err := Figure(nil, ""); return err }),
		"Claim.Check":        exported.Bad(bad.Check, Claim{}.Check, counted.Check),
		"Claim.Reason":       exported.Bad(func() error { _, err := bad.Reason(); return err }),
		"Claim.NumbersTable": exported.Bad(func() error { _, err := counted.NumbersTable(); return err }),
		"Number.Value":       exported.Bad(func() error { _, err := lost.Value(); return err }, func() error { _, err := Number{}.Value(); return err }),
		"Number.Text":        exported.Bad(func() error { _, err := lost.Text(); return err }),
	})
}
