package bench

import (
	"context"
	"errors"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// TestFaultOfARowNamesThePackageOnce checks that an error while making a row is reported for that row, with the package named
// once.
func TestFaultOfARowNamesThePackageOnce(t *testing.T) {
	broken := row{name: "broken", make: func(context.Context, compute.Backend) (race.Contender, *reference.Work, error) {
		return nil, nil, errors.New("workload: no batch")
	}}
	if _, err := broken.compare(t.Context(), nil, Config{}, reference.Launch{}); err == nil || err.Error() != "broken: workload: no batch" {
		t.Errorf("error %v, want it to name the row, and the package once", err)
	}
}
