package source

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for a nil dataset and invalid sizes.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	first := func(s *Stream) func() error {
		return func() error {
			for _, err := range s.Iter() {
				return err
			}
			return nil
		}
	}
	exported.Check(t, map[string]exported.Call{
		"Layout.Validate": exported.Bad(Layout{}.Validate, Layout{Steps: math.MinInt, Features: 1, Targets: 1, DType: dtypes.Float32}.Validate, Layout{Steps: 1, Features: 1, Targets: 1}.Validate),
		"Stream.Iter":     exported.Bad(first(nil), first(&Stream{})),
		"Stream.Name":     exported.Total("says that there is none"), "Stream.Mark": exported.Total("zero where nothing is known"),
	})
}
