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

// trainingState is what a resume needs beside the variables.
type trainingState struct {
	Step      int
	Stopped   string
	StepSize  float64
	Steps     []train.Step
	Counts    map[projection.Case]int
	Ascents   int
	Best      best
	Variables []string // in their order, which decides the order of sums
	Data      string   // digest of the data and the DAG
	Held      string   // digest of the held-out data; empty where there is none
	Epochs    int      // that have ended
	Batches   string   // digest of a dataset's batches so far
}

// writeState writes a state into a file.
func writeState(path string, state trainingState) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(gob.NewEncoder(f).Encode(state), f.Close())
}

// validate checks that a state can be one after its step.
func (s trainingState) validate() error {
	counted := 0
	for kind, n := range s.Counts {
		if n < 0 || n > s.Step {
			return fmt.Errorf("%d steps of the kind %v in %d, expected 0 to as many", n, kind, s.Step)
		}
		counted += n
	}
	switch b := s.Best; {
	case !(s.StepSize >= 0) || math.IsInf(s.StepSize, 1):
		return fmt.Errorf("a step size of %g, expected a finite number of at least 0", s.StepSize)
	case len(s.Steps) > s.Step || counted > s.Step || s.Ascents < 0 || s.Ascents > s.Step:
		return fmt.Errorf("a history of %d steps and %d counted after step %d, expected as many at most", len(s.Steps), counted, s.Step)
	case s.Epochs < 0 || s.Epochs > s.Step:
		return fmt.Errorf("%d epochs after step %d, expected 0 to as many", s.Epochs, s.Step)
	case b.Step < 0 || b.Step > s.Step || b.Waited < 0 || b.Waited > s.Step || math.IsNaN(b.Loss):
		return fmt.Errorf("a best loss of %g at step %d, %d evaluations ago, expected a number and 0 to %d", b.Loss, b.Step, b.Waited, s.Step)
	}
	return nil
}
