// Package limits checks the size of a study before it starts. It returns an error if the settings need too many steps, or more
// memory than the machine has.
package limits

import (
	"fmt"
	"math"
	"runtime"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// MaxSteps is the largest total number of training steps or random draws of a study. At 0.1 ms per step, they take four months.
const MaxSteps = 1e11

// Seeds checks that there are seeds and that the last one is an int64.
func Seeds(seeds int, seed0 int64) error {
	switch {
	case seeds < 1:
		return fmt.Errorf("study: seeds must be at least 1, got %d", seeds)
	case seed0 > math.MaxInt64-int64(seeds-1):
		return fmt.Errorf("study: the last of %d seeds from %d is too large (max 2⁶³ − 1)", seeds, seed0)
	}
	return nil
}

// Steps checks the total number of steps of trainings. Each training has this number of epochs over samples in batches.
func Steps(trainings float64, epochs, samples, batch int) error {
	switch {
	case epochs < 1:
		return fmt.Errorf("study: epochs must be at least 1, got %d", epochs)
	case batch < 1 || batch > samples:
		return fmt.Errorf("study: batch must be from 1 to the %d training samples, got %d", samples, batch)
	}
	perEpoch := math.Ceil(float64(samples) / float64(batch))
	return Count(fmt.Sprintf("%d epochs of %g steps", epochs, perEpoch), trainings*float64(epochs)*perEpoch)
}

// Count checks a total number of steps or draws.
func Count(what string, n float64) error {
	if !(n <= MaxSteps) {
		return fmt.Errorf("study: %s are too many: %.2g in total (max %.0g)", what, n, float64(MaxSteps))
	}
	return nil
}

// Each returns the first error that a check finds in a list.
func Each[T any](list []T, check func(T) error) error {
	for _, item := range list {
		if err := check(item); err != nil {
			return err
		}
	}
	return nil
}

// Need is a part of a study's memory.
type Need struct {
	What  string
	Bytes float64
}

// Memory checks that the sum fits into the memory of the machine. If it does not, the error names the largest part.
func Memory(needs ...Need) error {
	total, most := 0.0, needs[0]
	for _, n := range needs {
		total += n.Bytes
		if n.Bytes > most.Bytes {
			most = n
		}
	}
	if err := memory.Check(total); err != nil {
		return fmt.Errorf("study: %s: %w", most.What, err)
	}
	return nil
}

// The memory of parts of a study, as measured on the embedded backend.
const (
	ModelBytes = 60e3 // a trained model: variables, graph, report
	TableCopy  = 4    // copies of data: as tables, flat, and as tensors
	DrawCopy   = 2    // batches behind a DAG, in 8-byte indices and means
	pathCopy   = 4    // points of a path, in 4-byte numbers
)

// Path returns the memory of scores for several samples. width counts the inputs and hidden units of all steps, and side is the
// number of simultaneous trainings.
func Path(cfg attribution.Config, samples, width float64, side int) Need {
	points := float64(cfg.Points)
	if cfg.Chunk > 0 && cfg.Recompute {
		points = math.Min(points, float64(cfg.Chunk))
	}
	return Need{
		fmt.Sprintf("M = %d quadrature points for %g samples at once", cfg.Points, samples),
		4 * pathCopy * points * samples * width * float64(min(runtime.GOMAXPROCS(0), side)),
	}
}
