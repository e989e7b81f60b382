package fold

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
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
		if clusters == nil && 2 <= k && k <= n && repeats >= 1 {
			eachSingle(n, k, repeats, seed, strata, yield)
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

// eachSingle is Each where each sample is a unit of its own.
func eachSingle(n, k, repeats int, seed uint64, strata []int, yield func(Rows, error) bool) {
	stratum := func(int) int { return 0 }
	if strata != nil {
		stratum = func(i int) int { return strata[i] }
	}
	for r := range repeats {
		fold := Singles(n, k, seed, r, stratum)
		for f := range k {
			if !yield(apart(fold, f), nil) {
				return
			}
		}
	}
}

// Singles deals n samples as units of one row each: [Shuffle] and [Deal] of those, in less memory. It returns the fold of each.
func Singles(n, k int, seed uint64, repeat int, stratum func(i int) int) []int32 {
	order, fold := make([]int32, n), make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	r := rand.New(rand.NewPCG(seed, uint64(repeat)))
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(stratum(int(a)), stratum(int(b))) })
	all, own := make([]int, k), make([]int, k)
	for i, row := range order {
		if i > 0 && stratum(int(row)) != stratum(int(order[i-1])) {
			clear(own)
		}
		best := fewest(own, all)
		fold[row] = int32(best)
		own[best]++
		all[best]++
	}
	return fold
}

// apart puts fold f into the test part.
func apart[F int | int32](fold []F, f int) (r Rows) {
	test := 0
	for _, of := range fold {
		if int(of) == f {
			test++
		}
	}
	if test > 0 && test < len(fold) {
		r.Train, r.Test = make([]int, 0, len(fold)-test), make([]int, 0, test)
	}
	for i, of := range fold {
		if int(of) == f {
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
	return TakeTo(make([]E, 0, len(rows)*width), from, width, rows)
}

// TakeTo appends what Take copies.
func TakeTo[E any](to, from []E, width int, rows []int) []E {
	for _, i := range rows {
		to = append(to, from[i*width:(i+1)*width]...)
	}
	return to
}
