package estimate

// MaxMemory is the largest amount of memory in bytes that an estimate may need, even if the machine
// has more.
const MaxMemory = 8e9

// Memory returns an estimate of the memory in bytes for scores [rows, cols]. It is the sum of
//
//	8·rows·cols                    the columns
//	8·n·(|B| + cols)               the n batches and their means
//	8·resamples·(2|B| + cols)      the resamples
//	16·cols·(cols − 1)/2           p-values and their order, with a correction
func (c Config) Memory(rows, cols int) float64 {
	n, d := float64(rows), float64(cols)
	size, batches := min(float64(c.BatchSize), n), float64(c.Batches)
	if c.Batches > 0 {
		size = float64(c.BatchSize)
	} else {
		batches = n / size
	}
	bytes := 8*n*d + 8*batches*(size+d)
	if c.Resampled() {
		bytes += 8 * float64(c.Resamples) * (2*size + d)
	}
	if c.Multiplicity != NoCorrection {
		bytes += 8 * d * (d - 1)
	}
	return bytes
}
