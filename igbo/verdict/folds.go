package verdict

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Rows are the numbers of the samples to train on and of those held out.
type Rows struct{ Train, Test []int }

// Folds deals n samples into k folds, repeats times over, and returns k·repeats splits:
// each fold is once the test part, the others the training part. Samples of equal stratum
// (nil for one stratum), such as a class, are spread over the folds as evenly as can be.
// Samples of one cluster (nil for each its own), such as the visits of a patient, stay
// together. Same arguments: same folds. Errors: fewer than 2 folds, more than there are
// samples or clusters.
func Folds(n, k, repeats int, seed uint64, strata, clusters []int) ([]Rows, error) {
	units := unitsOf(n, strata, clusters)
	if k < 2 || k > len(units) {
		return nil, fmt.Errorf("verdict: %d folds of %d independent samples, expected at least 2 and at most as many", k, len(units))
	}
	if repeats < 1 {
		return nil, fmt.Errorf("verdict: %d repeats of the folds, expected at least 1", repeats)
	}
	var splits []Rows
	for r := range repeats {
		rng := rand.New(rand.NewPCG(seed, uint64(r)))
		shuffled := slices.Clone(units)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		slices.SortStableFunc(shuffled, func(a, b unit) int { return cmp.Compare(a.stratum, b.stratum) })
		fold := make([]int, n)
		for i, u := range shuffled {
			for _, row := range u.rows {
				fold[row] = i % k
			}
		}
		for f := range k {
			splits = append(splits, apart(fold, f))
		}
	}
	return splits, nil
}

// unit is what stays together.
type unit struct {
	stratum int
	rows    []int
}

func unitsOf(n int, strata, clusters []int) []unit {
	var units []unit
	at := map[int]int{}
	for i := range n {
		if clusters != nil {
			if u, ok := at[clusters[i]]; ok {
				units[u].rows = append(units[u].rows, i)
				continue
			}
			at[clusters[i]] = len(units)
		}
		u := unit{rows: []int{i}}
		if strata != nil {
			u.stratum = strata[i]
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
