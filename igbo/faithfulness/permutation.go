package faithfulness

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// A Loss measures the error of a model on N concatenated points of n numbers each, relative to targets or to
// its own outputs. Smaller is better.
type Loss func(points []float64) (float64, error)

// Importance is the increase in the loss when the values of a feature are permuted among the samples: the mean
// and standard deviation over repeats.
type Importance struct {
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"deviation"`
}

// Permutation computes the permutation importance of groups of inputs (Breiman, "Random Forests", Machine
// Learning 2001; Fisher, Rudin and Dominici, JMLR 2019):
//
//	E[L(x with the inputs of the group taken from other samples)] − L(x)
//
// It also returns the base loss L(x). The inputs of a group are permuted together. points holds N points of n
// numbers, and each group lists inputs 0 … n−1. Equal seeds give equal permutations.
//
// Permutation importance measures how much the loss depends on a feature, while attribution decomposes the
// output. If features depend on each other, it evaluates the loss at points unlike the data.
//
// Permutation only moves numbers, so NaN may mark missing values if the loss accepts it. It returns an error
// for fewer than two points, infinite numbers, invalid inputs, no repeats, or a loss that is not finite.
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
		return 0, fmt.Errorf("faithfulness: computing the loss: %w", err)
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
		return fmt.Errorf("faithfulness: got %d numbers for points of %d numbers each, want at least two whole points", len(points), n)
	case repeats < 1:
		return fmt.Errorf("faithfulness: the number of repeats is %d, want at least 1", repeats)
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
