package oracletraining

import (
	_ "embed"

	"github.com/igbolab/igbolab/igbo/study"
)

//go:embed result.json
var reported []byte

// Reported is the committed result, of the default settings.
func Reported() (*Result, error) {
	r := &Result{}
	return r, study.UnmarshalJSON(reported, r)
}
