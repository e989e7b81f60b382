package untrained

import "gonum.org/v1/gonum/floats"

// resample places k anchors evenly along the polyline through knots, excluding the ends.
func resample(knots [][]float64, k int) (anchors []float64) {
	at := make([]float64, len(knots))
	for i := 1; i < len(knots); i++ {
		at[i] = at[i-1] + floats.Distance(knots[i-1], knots[i], 2)
	}
	total, s := at[len(at)-1], 1
	for i := range k {
		target := total * float64(i+1) / float64(k+1)
		for s < len(knots)-1 && at[s] < target {
			s++
		}
		part := 0.0
		if length := at[s] - at[s-1]; length > 0 {
			part = (target - at[s-1]) / length
		}
		for j, v := range knots[s-1] {
			anchors = append(anchors, v+part*(knots[s][j]-v))
		}
	}
	return anchors
}
