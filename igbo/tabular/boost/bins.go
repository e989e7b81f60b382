package boost

import (
	"math"
	"slices"
	"sort"
)

// missing is the bin of NaN; the other bins are below it.
const missing = 255

// column is one input as bins. Bin b holds the values v with cuts[b-1] < v ≤ cuts[b].
type column struct {
	cuts []float64 // ascending
	bin  []uint8   // of every row; nil if no split can use the column
}

// newColumn divides values into at most most bins: one for each distinct value if that is enough,
// else quantiles.
func newColumn(values []float64, most int) column {
	sorted := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	c := column{cuts: cutsOf(sorted, most)}
	if len(c.cuts) == 0 && (len(sorted) == 0 || len(sorted) == len(values)) {
		return c
	}
	c.bin = make([]uint8, len(values))
	for i, v := range values {
		c.bin[i] = missing
		if !math.IsNaN(v) {
			c.bin[i] = uint8(sort.SearchFloat64s(c.cuts, v))
		}
	}
	return c
}

// cutsOf returns the cuts between the bins of sorted values.
func cutsOf(sorted []float64, most int) (cuts []float64) {
	var ends []int // of runs of equal values, without the last
	for i := 1; i < len(sorted); i++ {
		if sorted[i] > sorted[i-1] {
			ends = append(ends, i)
		}
	}
	if len(ends) < most {
		for _, end := range ends {
			cuts = append(cuts, between(sorted[end-1], sorted[end]))
		}
		return cuts
	}
	last := 0
	for b := 1; b < most; b++ {
		at, _ := slices.BinarySearch(ends, b*len(sorted)/most)
		if at < len(ends) && ends[at] > last {
			last = ends[at]
			cuts = append(cuts, between(sorted[last-1], sorted[last]))
		}
	}
	return cuts
}

// between returns the middle of a < b, or a if rounding puts the middle at b.
func between(a, b float64) float64 {
	if middle := a/2 + b/2; middle >= a && middle < b {
		return middle
	}
	return a
}
