package faithfulness

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// RankCorrelation returns Spearman's rank correlation of two lists, with mean ranks for ties. It is 1 for the
// same order, −1 for the reverse order, and 0 if one list is constant. It returns an error if the lengths
// differ or are less than 2, or if a number is not finite.
func RankCorrelation(a, b []float64) (float64, error) {
	if len(a) != len(b) || len(a) < 2 {
		return 0, fmt.Errorf("faithfulness: comparing ranks: the lists have %d and %d numbers, want the same length, at least 2", len(a), len(b))
	}
	for _, values := range [][]float64{a, b} {
		if err := finite("number", values); err != nil {
			return 0, err
		}
	}
	c := stat.Correlation(ranks(a), ranks(b), nil)
	if math.IsNaN(c) {
		return 0, nil
	}
	return c, nil
}

// ranks returns the rank of each value, 1 for the smallest. Equal values get the mean of their ranks.
func ranks(values []float64) []float64 {
	order := descending(values)
	slices.Reverse(order)
	r := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

// Randomization compares the attributions of a trained model with those of the same model with random
// parameters (Adebayo et al., "Sanity Checks for Saliency Maps", NeurIPS 2018). Both arguments have one row per
// sample. It returns the mean rank correlation of the absolute attributions. Near 0, the attributions depend on
// what the model has learned. Near 1, they depend mostly on its architecture and inputs.
func Randomization(learned, random [][]float64) (float64, error) {
	if len(learned) != len(random) || len(learned) == 0 {
		return 0, fmt.Errorf("faithfulness: the attributions are of %d and %d samples, want the same number, at least 1", len(learned), len(random))
	}
	sum := 0.0
	for i := range learned {
		c, err := RankCorrelation(magnitudes(learned[i]), magnitudes(random[i]))
		if err != nil {
			return 0, fmt.Errorf("faithfulness: sample %d has %d and %d attributions, want the same number, at least 2, all finite", i, len(learned[i]), len(random[i]))
		}
		sum += c
	}
	return sum / float64(len(learned)), nil
}
