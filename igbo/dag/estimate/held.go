package estimate

// held is scores in memory, by column.
type held struct {
	columns [][]float64 // [D][N]
	batches [][]int     // rows of each batch
	means   [][]float64 // [D][n]: s_k of each batch
	zeros   []float64   // the column and the means of the feature none
}

func newHeld(columns [][]float64, batches [][]int) *held {
	h := &held{columns: columns, batches: batches, means: make([][]float64, len(columns))}
	for k, column := range columns {
		h.means[k] = make([]float64, len(batches))
		for i, b := range batches {
			h.means[k][i] = meanAt(column, b)
		}
	}
	h.zeros = make([]float64, max(len(columns[0]), len(batches)))
	return h
}

func (h *held) column(k int) []float64 {
	if k == none {
		return h.zeros[:len(h.columns[0])]
	}
	return h.columns[k]
}

func (h *held) between(u, v int) float64 {
	if v == none {
		return differenceVariance(h.means[u], h.zeros[:len(h.batches)])
	}
	return differenceVariance(h.means[u], h.means[v])
}

func (h *held) within(u, v int) float64 {
	sum := 0.0
	for _, b := range h.batches {
		sum += differenceVarianceAt(h.columns[u], h.column(v), b)
	}
	return sum / float64(len(h.batches))
}

func (h *held) above(u, v int) (uv, vu float64) { return shares(h.means[u], h.means[v]) }

func (h *held) variance(u, v int) float64 { return differenceVariance(h.columns[u], h.columns[v]) }

func (h *held) mean(k int) float64 { return mean(h.columns[k]) }

func (h *held) outside(k int, lo, hi float64) (row int, x float64, found bool) {
	for i, x := range h.columns[k] {
		if x < lo || x > hi {
			return i, x, true
		}
	}
	return 0, 0, false
}

func (h *held) gather(draws [][]int) ([][]float64, [][]int, error) { return h.columns, draws, nil }
