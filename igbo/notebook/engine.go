package notebook

import (
	"cmp"
	"os"
	"sync"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/plots/inline"
)

// Engine returns the backend that the program computes on. It opens the backend once: the one that the environment variable
// GOMLX_BACKEND names (backend.Names), or the embedded one. It ends the cell as Check does if this fails.
func Engine() compute.Backend {
	opened.Do(func() {
		opened.backend, _, opened.err = backend.Select(cmp.Or(os.Getenv(compute.ConfigEnvVar), "go"))
	})
	inline.End(opened.err)
	return opened.backend
}

// opened holds the backend that Engine has opened. It is not a variable within a function, because cells without Engine would
// link that too.
var opened struct {
	sync.Once
	backend compute.Backend
	err     error
}
