package notebook

import (
	"cmp"
	"os"
	"sync"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/plots/inline"
)

// Engine returns the backend for the program's computations. It opens the backend at the first
// call: the one named by the environment variable GOMLX_BACKEND (see backend.Names), or the
// embedded one. If that fails, Engine ends the cell as Check does.
func Engine() compute.Backend {
	opened.Do(func() {
		opened.backend, _, opened.err = backend.Select(cmp.Or(os.Getenv(compute.ConfigEnvVar), "go"))
	})
	inline.End(opened.err)
	return opened.backend
}

// opened holds the backend that Engine has opened. It is not inside a sync.OnceValue variable,
// because cells that do not use Engine would link that too.
var opened struct {
	sync.Once
	backend compute.Backend
	err     error
}
