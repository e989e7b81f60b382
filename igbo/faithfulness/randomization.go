package faithfulness

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// RankCorrelation is Spearman's rank correlation of two lists, ties by mean ranks: 1
// for the same order, −1 for the reverse, 0 where one of them is constant.
// Errors: lists of different lengths or fewer than two numbers, NaN or Inf.
func RankCorrelation(a, b []float64) (float64, error) {
	if len(a) != len(b) || len(a) < 2 {
		return 0, fmt.Errorf("faithfulness: ranks of %d and %d numbers, want equal numbers of at least 2", len(a), len(b))
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

// ranks are 1 for the smallest value, the mean of their ranks for equal ones.
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

// Randomization compares the attributions of a model with those of the same model
// whose parameters are random (Adebayo et al., "Sanity Checks for Saliency Maps",
// NeurIPS 2018): the mean over samples of the rank correlation of magnitudes. Near 1,
// the attributions say more of the architecture and the inputs than of what was
// learned; near 0 they depend on it. Both hold one row a sample.
func Randomization(learned, random [][]float64) (float64, error) {
	if len(learned) != len(random) || len(learned) == 0 {
		return 0, fmt.Errorf("faithfulness: attributions of %d and %d samples, want equal numbers of at least 1", len(learned), len(random))
	}
	sum := 0.0
	for i := range learned {
		c, err := RankCorrelation(magnitudes(learned[i]), magnitudes(random[i]))
		if err != nil {
			return 0, fmt.Errorf("faithfulness: sample %d has %d and %d attributions, want equal numbers of finite ones, at least 2", i, len(learned[i]), len(random[i]))
		}
		sum += c
	}
	return sum / float64(len(learned)), nil
}
