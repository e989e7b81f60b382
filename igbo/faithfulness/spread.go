package faithfulness

import (
	"fmt"
	"math"
)

// Spread is how far the attributions of one input by networks that were trained
// independently differ: the deviation between networks, over all n inputs,
//
//	√( Σ_j ‖φ_j − φ̄‖² / (J − 1) ),   φ̄ = (1/J)·Σ_j φ_j
//
// in the units of the attributions, which are those of the output. Attributions that a
// model's weights leave open are no property of what it learned (compare D'Amour et al.,
// "Underspecification Presents Challenges for Credibility in Modern Machine Learning",
// JMLR 2022).
//
// attributions has one row a network. Errors: fewer than two networks, rows of different
// lengths, NaN or Inf.
func Spread(attributions [][]float64) (float64, error) {
	if len(attributions) < 2 {
		return 0, fmt.Errorf("faithfulness: attributions of %d networks, want at least 2", len(attributions))
	}
	n := len(attributions[0])
	mean := make([]float64, n)
	for j, row := range attributions {
		if len(row) != n {
			return 0, fmt.Errorf("faithfulness: %d attributions of network %d, want %d as of the first", len(row), j, n)
		}
		if err := finite("attribution", row); err != nil {
			return 0, err
		}
		for i, v := range row {
			mean[i] += v / float64(len(attributions))
		}
	}
	sum := 0.0
	for _, row := range attributions {
		for i, v := range row {
			sum += (v - mean[i]) * (v - mean[i])
		}
	}
	return math.Sqrt(sum / float64(len(attributions)-1)), nil
}
