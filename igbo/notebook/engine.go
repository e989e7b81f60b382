package notebook

import (
	"cmp"
	"os"
	"sync"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/plots/inline"
)

// Engine is the backend that the program computes on, opened once: the one that the
// environment variable GOMLX_BACKEND names (backend.Names), or the embedded one. It
// ends the cell as Check does where that does not open.
func Engine() compute.Backend {
	e, err := engine()
	inline.End(err)
	return e
}

var engine = sync.OnceValues(func() (compute.Backend, error) {
	b, _, err := backend.Select(cmp.Or(os.Getenv(compute.ConfigEnvVar), "go"))
	return b, err
})
