package dag

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// MaxMemory is the most memory, in bytes, that Build takes before it draws edges,
// also where the machine has more.
const MaxMemory = 8e9

// memory estimates the bytes that Build takes for scores [rows, cols], edges apart:
//
//	8·rows·cols                    the columns
//	8·n·(|B| + cols)               the n batches and their means
//	8·resamples·(2|B| + cols)      what is redrawn
//	16·cols·(cols − 1)/2           p-values and their order, with a correction
func (o Options) memory(rows, cols int) float64 {
	n, d := float64(rows), float64(cols)
	size, batches := min(float64(o.BatchSize), n), float64(o.Batches)
	if o.Batches > 0 {
		size = float64(o.BatchSize)
	} else {
		batches = n / size
	}
	bytes := 8*n*d + 8*batches*(size+d)
	if o.resamples() {
		bytes += 8 * float64(o.Resamples) * (2*size + d)
	}
	if o.Multiplicity != NoCorrection {
		bytes += 8 * d * (d - 1)
	}
	return bytes
}

// checkMemory refuses what would take more than MaxMemory, or than the machine has.
func (o Options) checkMemory(rows, cols int) error {
	if bytes, most := o.memory(rows, cols), min(MaxMemory, memory.Available()); bytes > most {
		return fmt.Errorf("dag: %d rows of %d features with batch_size = %d, batches = %d, resamples = %d would take about %s of memory, expected at most %s",
			rows, cols, o.BatchSize, o.Batches, o.Resamples, memory.Size(bytes), memory.Size(most))
	}
	return nil
}
