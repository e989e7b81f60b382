package realdata

import (
	_ "embed"

	"github.com/igbolab/igbolab/igbo/study"
)

//go:embed result.json
var reported []byte

// Reported is the committed result, of seeds that were looked at once, with settings and
// predictions (predictions.md) that were frozen before.
func Reported() (*Result, error) {
	r := &Result{}
	return r, study.UnmarshalJSON(reported, r)
}
