package experiment

import (
	"fmt"
	"math"
	"runtime"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// MaxSteps is the largest number of training steps, or of random draws, that a
// study takes in all: at 0.1 ms a step they last four months.
const MaxSteps = 1e11

// checkSeeds checks that there are seeds and that the last one is an int64.
func checkSeeds(seeds int, seed0 int64) error {
	switch {
	case seeds < 1:
		return fmt.Errorf("experiment: %d seeds, expected at least 1", seeds)
	case seed0 > math.MaxInt64-int64(seeds-1):
		return fmt.Errorf("experiment: %d seeds from %d on, expected the last one within 2⁶³ − 1", seeds, seed0)
	}
	return nil
}

// checkSteps bounds the steps of trainings that each go epochs times over samples in batches.
func checkSteps(trainings float64, epochs, samples, batch int) error {
	switch {
	case epochs < 1:
		return fmt.Errorf("experiment: %d epochs, expected at least 1", epochs)
	case batch < 1 || batch > samples:
		return fmt.Errorf("experiment: batch size %d, expected at least 1 and at most the %d training samples", batch, samples)
	}
	perEpoch := math.Ceil(float64(samples) / float64(batch))
	return checkCount(fmt.Sprintf("%d epochs of %g steps", epochs, perEpoch), trainings*float64(epochs)*perEpoch)
}

// checkCount bounds the steps or draws that something makes in all.
func checkCount(what string, n float64) error {
	if !(n <= MaxSteps) {
		return fmt.Errorf("experiment: %s make %.2g in all, expected at most %.0g", what, n, float64(MaxSteps))
	}
	return nil
}

// need is a part of a study's memory.
type need struct {
	what  string
	bytes float64
}

// checkMemory compares the sum with what the machine has, and names the
// largest part where it is too much.
func checkMemory(needs ...need) error {
	total, most := 0.0, needs[0]
	for _, n := range needs {
		total += n.bytes
		if n.bytes > most.bytes {
			most = n
		}
	}
	if err := memory.Check(total); err != nil {
		return fmt.Errorf("experiment: %s: %w", most.what, err)
	}
	return nil
}

// The memory of a study, as measured on the embedded backend.
const (
	modelBytes = 60e3 // a trained model: variables, graph, report
	tableCopy  = 4    // data as tables, flat, and as tensors
	pathCopy   = 4    // points of a path, in 4-byte numbers
	drawCopy   = 2    // batches behind a DAG, in 8-byte indices and means
)

// pathNeed is the memory of scores at samples of a width (inputs and hidden
// units of all steps), for trainings side by side.
func pathNeed(cfg attribution.Config, samples, width float64, side int) need {
	points := float64(cfg.Points)
	if cfg.Chunk > 0 && cfg.Recompute {
		points = math.Min(points, float64(cfg.Chunk))
	}
	return need{
		fmt.Sprintf("M = %d quadrature points for %g samples at once", cfg.Points, samples),
		4 * pathCopy * points * samples * width * float64(min(runtime.GOMAXPROCS(0), side)),
	}
}

// needs are the parts of the memory of a teacher–student experiment.
func (c Config) needs() []need {
	hidden := 0.0
	for _, n := range c.Teacher.Hidden {
		hidden += float64(n)
	}
	d := float64(c.Task.Features)
	points := float64(c.Task.Train) + 2*float64(c.Task.Validation)
	trainings := 1 + 2*float64(len(c.Optimizers))
	target := d * float64(c.Task.Hidden)
	return []need{
		{fmt.Sprintf("%d seeds of %g points and %g models", c.Seeds, points, trainings), float64(c.Seeds) * (8*tableCopy*(points*(d+1)+target) + trainings*modelBytes)},
		pathNeed(c.Attribution, max(float64(c.Batch), min(1024, float64(c.Task.Validation))), d+hidden, c.Seeds),
		{
			fmt.Sprintf("%d batches of %d points for the DAG", c.DAGBatches, c.DAGBatch),
			8 * drawCopy * float64(c.DAGBatches) * (float64(c.DAGBatch) + d) * float64(min(runtime.GOMAXPROCS(0), c.Seeds)),
		},
	}
}

// needs are the parts of the memory of the study of sequences.
func (c SequencesConfig) needs() []need {
	side := min(runtime.GOMAXPROCS(0), c.Seeds)
	models, steps, d := float64(c.Seeds)*float64(len(c.Models)), float64(c.Task.Steps), float64(len(c.Task.Weights))
	samples := float64(c.Task.Samples) + float64(c.Attributed)
	return []need{
		{fmt.Sprintf("%g models", models), models * (modelBytes + 8*tableCopy*steps*d)},
		{fmt.Sprintf("%g samples of %g steps", samples, steps), 8 * tableCopy * samples * steps * (d + 1) * float64(side)},
		pathNeed(c.Attribution, max(float64(c.Batch), float64(min(1024, c.Attributed))), steps*d, c.Seeds),
		{fmt.Sprintf("attributions of %d samples at every step by every step", c.Attributed), 8 * 2 * float64(c.Attributed) * steps * steps * d * float64(side)},
	}
}
