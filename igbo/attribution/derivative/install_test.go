package derivative_test

import (
	"sync"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestInstallIsIdempotentAndConcurrent checks that Install and gradients may run concurrently, and that a
// second Install changes nothing.
func TestInstallIsIdempotentAndConcurrent(t *testing.T) {
	backendtest.Open(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := derivative.Install(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	own := VJPRegistration[NodeTypeSin]
	defer func() { VJPRegistration[NodeTypeSin] = own }()
	VJPRegistration[NodeTypeSin] = nil
	must.Do(t, derivative.Install())
	if VJPRegistration[NodeTypeSin] != nil {
		t.Error("a second call replaces a gradient that was registered after the first")
	}
}
