package faithfulness

import (
	"fmt"
	"math"
)

// Spread measures how much the attributions of one input differ between independently trained networks. It is
// the standard deviation between networks, over all n inputs:
//
//	√( Σ_j ‖φ_j − φ̄‖² / (J − 1) ),   φ̄ = (1/J)·Σ_j φ_j
//
// It has the units of the attributions, which are those of the output. If training does not determine the
// attributions, they do not describe what the model has learned; see D'Amour et al., "Underspecification
// Presents Challenges for Credibility in Modern Machine Learning", JMLR 2022.
//
// attributions has one row per network. Spread returns an error if there are fewer than two networks, if rows
// have different lengths, or if a number is not finite.
func Spread(attributions [][]float64) (float64, error) {
	if len(attributions) < 2 {
		return 0, fmt.Errorf("faithfulness: the attributions are of %d networks, want at least 2", len(attributions))
	}
	n := len(attributions[0])
	mean := make([]float64, n)
	for j, row := range attributions {
		if len(row) != n {
			return 0, fmt.Errorf("faithfulness: network %d has %d attributions, want %d, as the first network has", j, len(row), n)
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
