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
	opened.Do(func() {
		opened.backend, _, opened.err = backend.Select(cmp.Or(os.Getenv(compute.ConfigEnvVar), "go"))
	})
	inline.End(opened.err)
	return opened.backend
}

// opened is the backend that Engine has opened. It is no variable of a function, which
// cells without Engine would link, too.
var opened struct {
	sync.Once
	backend compute.Backend
	err     error
}
