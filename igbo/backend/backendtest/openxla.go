//go:build xla

package backendtest

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
)

// open opens the named backend, which can be any backend.
func open(name string) (compute.Backend, error) {
	b, _, err := backend.Select(name)
	return b, err
}
