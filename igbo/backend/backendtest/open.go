//go:build !xla

package backendtest

import (
	"fmt"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// open opens the embedded backend. Without the build tag xla, no other backend is linked, because linking XLA into every
// test binary takes longer than most of the tests.
func open(name string) (compute.Backend, error) {
	kind, options, _ := strings.Cut(name, ":")
	if kind != "go" {
		return nil, fmt.Errorf("backendtest: these tests link only the embedded backend; %s=%s needs the tag xla (use go test -tags xla)", compute.ConfigEnvVar, name)
	}
	return embedded.Open(options)
}
