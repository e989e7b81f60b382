package faithfulness

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// Loss is how far a model is from its targets, or from its own outputs, on N points of
// n numbers, one after the other: the smaller the better.
type Loss func(points []float64) (float64, error)

// Importance is by how much a loss rises where a feature's values are permuted
// among the samples: the mean over repeats, and their deviation.
type Importance struct {
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"deviation"`
}

// Permutation is the permutation importance of each group of inputs,
//
//	E[L(x with the inputs of the group taken from other samples)] − L(x)
//
// (Breiman, "Random Forests", Machine Learning 2001; Fisher, Rudin and Dominici,
// JMLR 2019). The inputs of a group move together. It asks what the loss loses without
// a feature and goes through points off the data where features depend on each
// other; attribution asks what the output is made of. points holds N points of n numbers; groups list
// inputs 0 … n−1. Losses that repeat the same seed repeat the same permutations.
//
// Permutation moves numbers and does not compute with them, so NaN may mark a missing value if the loss takes it.
//
// Errors: fewer than two points, infinite numbers, an input that is none, no repeats, a loss that is not finite.
func Permutation(loss Loss, points []float64, n int, groups [][]int, repeats int, seed uint64) (base float64, importances []Importance, err error) {
	if err := checkPermutation(loss, points, n, groups, repeats); err != nil {
		return 0, nil, err
	}
	if base, err = loss.at(points); err != nil {
		return 0, nil, err
	}
	count := len(points) / n
	moved := make([]float64, len(points))
	for k, group := range groups {
		rises := make([]float64, repeats)
		for r := range rises {
			copy(moved, points)
			order := rand.New(rand.NewPCG(seed, uint64(k*repeats+r))).Perm(count)
			for i, from := range order {
				for _, j := range group {
					moved[i*n+j] = points[from*n+j]
				}
			}
			l, err := loss.at(moved)
			if err != nil {
				return 0, nil, err
			}
			rises[r] = l - base
		}
		mean, stdDev := stat.MeanStdDev(rises, nil)
		if repeats == 1 {
			stdDev = 0
		}
		importances = append(importances, Importance{mean, stdDev})
	}
	return base, importances, nil
}

func (l Loss) at(points []float64) (float64, error) {
	v, err := l(points)
	if err != nil {
		return 0, fmt.Errorf("faithfulness: the loss: %w", err)
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("faithfulness: the loss is %g, want a finite number", v)
	}
	return v, nil
}

func checkPermutation(loss Loss, points []float64, n int, groups [][]int, repeats int) error {
	switch {
	case loss == nil:
		return fmt.Errorf("faithfulness: the loss is nil (want a function)")
	case n < 1 || len(points)%max(n, 1) != 0 || len(points)/max(n, 1) < 2:
		return fmt.Errorf("faithfulness: %d numbers as points of %d, want at least two points", len(points), n)
	case repeats < 1:
		return fmt.Errorf("faithfulness: %d repeats, want at least 1", repeats)
	}
	for k, group := range groups {
		for _, j := range group {
			if j < 0 || j >= n {
				return fmt.Errorf("faithfulness: group %d has the input %d, want 0 to %d", k, j, n-1)
			}
		}
	}
	for i, v := range points {
		if math.IsInf(v, 0) {
			return fmt.Errorf("faithfulness: permuting inputs: input %d is %g, want a finite number, or NaN for a missing value", i, v)
		}
	}
	return nil
}
