package training

import (
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// trainingState is the state that a resumed training needs besides the values of the variables.
type trainingState struct {
	Step      int
	Stopped   string
	StepSize  float64
	Steps     []train.Step
	Counts    map[projection.Case]int
	Ascents   int
	Best      best
	Variables []string // paths of the variables; their order determines the order of sums
	Data      string   // digest of the data and the DAG
	Held      string   // digest of the held-out data, or empty
	Epochs    int      // number of completed epochs
	Batches   string   // digest of the batches read so far, for a Source
}

// writeState writes a state to a file.
func writeState(path string, state trainingState) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(f).Encode(state), f.Close())
}

// validate checks that the counts of a state are consistent.
func (s trainingState) validate() error {
	counted := 0
	for kind, n := range s.Counts {
		if n < 0 || n > s.Step {
			return fmt.Errorf("the state counts %d steps of the kind %v, want 0 to %d", n, kind, s.Step)
		}
		counted += n
	}
	switch b := s.Best; {
	case !(s.StepSize >= 0) || math.IsInf(s.StepSize, 1):
		return fmt.Errorf("the step size is %g, want a finite number of at least 0", s.StepSize)
	case len(s.Steps) > s.Step || counted > s.Step || s.Ascents < 0 || s.Ascents > s.Step:
		return fmt.Errorf("the history has %d recorded, %d counted and %d ascending steps, want 0 to %d of each", len(s.Steps), counted, s.Ascents, s.Step)
	case s.Epochs < 0 || s.Epochs > s.Step:
		return fmt.Errorf("the state has %d epochs after step %d, want 0 to %d epochs", s.Epochs, s.Step, s.Step)
	case b.Step < 0 || b.Step > s.Step || b.Waited < 0 || b.Waited > s.Step || math.IsNaN(b.Loss):
		return fmt.Errorf("the best loss is %g, found at step %d and %d evaluations ago; it must not be NaN, and both counts must be from 0 to %d (the checkpoint is damaged)", b.Loss, b.Step, b.Waited, s.Step)
	}
	return nil
}
