package fold

import (
	"fmt"
	"iter"
	"slices"
)

// Rows are the numbers of the samples to train on and of those held out.
type Rows struct{ Train, Test []int }

// All deals n samples into k folds, repeats times over, and returns k·repeats splits:
// each fold is once the test part, the others the training part. Samples of equal stratum
// (nil for one stratum), such as a class, are spread over the folds as evenly as can be.
// Samples of one cluster (nil for each its own), such as the visits of a patient, stay
// together, and the folds hold about as many samples. Same arguments: same folds. Errors: fewer than 2 folds, more than there are
// samples or clusters.
func All(n, k, repeats int, seed uint64, strata, clusters []int) ([]Rows, error) {
	var splits []Rows
	for rows, err := range Each(n, k, repeats, seed, strata, clusters) {
		if err != nil {
			return nil, err
		}
		splits = append(splits, rows)
	}
	return splits, nil
}

// Each is All one by one: the numbers of one alone are in memory.
func Each(n, k, repeats int, seed uint64, strata, clusters []int) iter.Seq2[Rows, error] {
	return func(yield func(Rows, error) bool) {
		if n < 0 || strata != nil && len(strata) != n || clusters != nil && len(clusters) != n {
			yield(Rows{}, fmt.Errorf("fold: %d samples with the strata of %d and the clusters of %d, expected as many, or none", n, len(strata), len(clusters)))
			return
		}
		units := unitsOf(n, strata, clusters)
		if k < 2 || k > len(units) {
			yield(Rows{}, fmt.Errorf("fold: %d folds of %d independent samples, expected at least 2 and at most as many", k, len(units)))
			return
		}
		if repeats < 1 {
			yield(Rows{}, fmt.Errorf("fold: %d repeats of the folds, expected at least 1", repeats))
			return
		}
		for r := range repeats {
			shuffled, fold := slices.Clone(units), make([]int, n)
			Shuffle(shuffled, seed, r)
			for i, part := range Deal(shuffled, k) {
				for _, row := range shuffled[i].Rows {
					fold[row] = part
				}
			}
			for f := range k {
				if !yield(apart(fold, f), nil) {
					return
				}
			}
		}
	}
}

// Units is the number of independent samples, the clusters where there are some.
func Units(n int, clusters []int) int { return len(unitsOf(n, nil, clusters)) }

func unitsOf(n int, strata, clusters []int) []Unit {
	var units []Unit
	at, own := map[int]int{}, make([]int, n)
	for i := range n {
		if clusters != nil {
			if u, ok := at[clusters[i]]; ok {
				units[u].Rows = append(units[u].Rows, i)
				continue
			}
			at[clusters[i]] = len(units)
		}
		own[i] = i
		u := Unit{Rows: own[i : i+1 : i+1]}
		if strata != nil {
			u.Stratum = strata[i]
		}
		units = append(units, u)
	}
	return units
}

// apart puts fold f into the test part.
func apart(fold []int, f int) (r Rows) {
	for i, of := range fold {
		if of == f {
			r.Test = append(r.Test, i)
		} else {
			r.Train = append(r.Train, i)
		}
	}
	return r
}

// Take copies rows of so many values each out of a matrix; nil stays nil. It panics as an index
// does for a row that is not there.
func Take[E any](from []E, width int, rows []int) []E {
	if from == nil {
		return nil
	}
	taken := make([]E, 0, len(rows)*width)
	for _, i := range rows {
		taken = append(taken, from[i*width:(i+1)*width]...)
	}
	return taken
}
