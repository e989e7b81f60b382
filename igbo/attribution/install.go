package attribution

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// Install gives GoMLX the gradients of operations that it lacks or computes wrongly:
// graph.Gradient then uses the table of package derivative. Importing a package of this
// module does not change GoMLX.
//
// Training, loading and creating a model, and the functions of this package call Install
// themselves. Call it before graph.Gradient of a graph that uses none of them. It may be
// called any number of times and by several goroutines. It returns an error for a version
// of GoMLX that the table does not fit.
func Install() error {
	if err := derivative.Install(); err != nil {
		return fmt.Errorf("attribution: %w", err)
	}
	return nil
}
