package attribution

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// Install registers gradients that GoMLX lacks or computes wrongly. From then on, graph.Gradient uses the rules
// of package derivative. Importing this module does not change GoMLX.
//
// The functions of this package call Install, and so do training, loading and creating a model. Call it
// yourself before using graph.Gradient without them. It is safe for concurrent use; only the first call has an
// effect. It returns an error if the version of GoMLX is not supported.
func Install() error {
	if err := derivative.Install(); err != nil {
		return fmt.Errorf("attribution: %w", err)
	}
	return nil
}
