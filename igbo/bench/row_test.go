package bench

import (
	"context"
	"errors"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/bench/race"
)

// TestFaultOfARowNamesThePackageOnce: what the making of a row says is said of that row.
func TestFaultOfARowNamesThePackageOnce(t *testing.T) {
	broken := row{name: "broken", make: func(context.Context, compute.Backend) (race.Contender, *peer.Work, error) {
		return nil, nil, errors.New("bench: no batch")
	}}
	if _, err := broken.compare(t.Context(), nil, Config{}, peer.Launch{}); err == nil || err.Error() != "bench: broken: no batch" {
		t.Errorf("error %v, want it to name the row, and the package once", err)
	}
}
