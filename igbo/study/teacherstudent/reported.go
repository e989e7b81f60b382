package teacherstudent

import (
	_ "embed"

	"github.com/igbolab/igbolab/igbo/study"
)

var (
	//go:embed result.json
	reported []byte
	//go:embed ablation.json
	reportedAblation []byte
	//go:embed timings.json
	timings []byte
)

// Reported is the committed result, of the default settings, as igbo reproduce makes it.
func Reported() (*Result, error) {
	r := &Result{}
	return r, study.UnmarshalJSON(reported, r)
}

// ReportedAblation is the committed ablation, of the default grid.
func ReportedAblation() (*Ablation, error) {
	a := &Ablation{}
	return a, study.UnmarshalJSON(reportedAblation, a)
}
