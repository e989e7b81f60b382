package estimate

// MaxMemory is the most memory, in bytes, that an estimate may take, also where the machine
// has more.
const MaxMemory = 8e9

// Memory estimates the bytes that an estimate takes for scores [rows, cols]:
//
//	8·rows·cols                    the columns
//	8·n·(|B| + cols)               the n batches and their means
//	8·resamples·(2|B| + cols)      what is redrawn
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

// StreamMemory estimates the bytes that [Moments] and an estimate of them take for scores
// [rows, cols]:
//
//	16·cols·(cols + 1)             moments between batches, and as much again each for those
//	                               within, for Frequency and for a correction
//	8·cols·(|B| + 2048)            rows and batch means to come
//	8·n·(2|B| + cols)              the n batches that are drawn, and their means
//	8·resamples·(3|B| + cols)      what is redrawn
//	8·cols·(drawn rows)            each once, at most all
//	16·cols·(cols − 1)/2           p-values and their order, with a correction
func (c Config) StreamMemory(rows, cols int) float64 {
	n, d := float64(rows), float64(cols)
	size, tables, drawn := min(float64(c.BatchSize), n), 1.0, 0.0
	if c.withinMost() > 0 {
		tables++
	}
	if c.Method == Frequency {
		tables++
	}
	bytes := 8 * d * (size + 2*BlockSize)
	if c.Multiplicity != NoCorrection {
		tables++
		bytes += 8*d*BlockSize + 8*d*(d-1)
	}
	bytes += 16 * d * (d + 1) * tables
	if c.Batches > 0 {
		size = float64(c.BatchSize)
		drawn += float64(c.Batches) * size
		bytes += 8 * float64(c.Batches) * (2*size + d)
	}
	if c.Resampled() {
		drawn += float64(c.Resamples) * size
		bytes += 8 * float64(c.Resamples) * (3*size + d)
	}
	return bytes + 8*d*min(n, drawn)
}
