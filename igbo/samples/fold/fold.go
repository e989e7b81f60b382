package fold

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Rows holds the numbers of the training samples and of the test samples of a split.
type Rows struct{ Train, Test []int }

// All divides n samples into k folds, repeats times, and returns k·repeats splits. In each split, one fold is
// the test part and the others are the training part. Samples with equal strata, such as classes, are spread
// over the folds as evenly as possible. Samples of one cluster, such as the visits of a patient, stay in one
// fold, and the folds have nearly equal sizes. strata may be nil for a single stratum, and clusters may be nil
// if all samples are independent. The same arguments give the same folds.
//
// It returns an error if k is less than 2 or greater than the number of samples or clusters, if repeats is less
// than 1, or if strata or clusters is not nil and does not have n entries.
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

// Each is like [All] but yields one split at a time, so only one split is in memory.
func Each(n, k, repeats int, seed uint64, strata, clusters []int) iter.Seq2[Rows, error] {
	return EachIn(nil, n, k, repeats, seed, strata, clusters)
}

// EachIn is like [Each] but allocates the sample numbers in the given space, which keeps them, if there are no
// clusters. A nil space means the heap.
func EachIn(space *spool.Space, n, k, repeats int, seed uint64, strata, clusters []int) iter.Seq2[Rows, error] {
	return func(yield func(Rows, error) bool) {
		if n < 0 {
			yield(Rows{}, fmt.Errorf("fold: the number of samples must be at least 0, got %d", n))
			return
		}
		if strata != nil && len(strata) != n {
			yield(Rows{}, fmt.Errorf("fold: strata has %d entries, want one for each of the %d samples, or nil", len(strata), n))
			return
		}
		if clusters != nil && len(clusters) != n {
			yield(Rows{}, fmt.Errorf("fold: clusters has %d entries, want one for each of the %d samples, or nil", len(clusters), n))
			return
		}
		if clusters == nil && 2 <= k && k <= n && repeats >= 1 {
			eachSingle(space, n, k, repeats, seed, strata, yield)
			return
		}
		units := unitsOf(n, strata, clusters)
		if k < 2 || k > len(units) {
			yield(Rows{}, fmt.Errorf("fold: the number of folds must be 2 to %d, the number of independent samples, got %d", len(units), k))
			return
		}
		if repeats < 1 {
			yield(Rows{}, fmt.Errorf("fold: the number of repeats must be at least 1, got %d", repeats))
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
				if !yield(Apart(nil, fold, f), nil) {
					return
				}
			}
		}
	}
}

// Units returns the number of independent units: the number of clusters, or n if clusters is nil.
func Units(n int, clusters []int) int {
	if clusters == nil {
		return n
	}
	return len(unitsOf(n, nil, clusters))
}

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

// eachSingle is like Each for samples without clusters.
func eachSingle(space *spool.Space, n, k, repeats int, seed uint64, strata []int, yield func(Rows, error) bool) {
	stratum := func(int) int { return 0 }
	if strata != nil {
		stratum = func(i int) int { return strata[i] }
	}
	for r := range repeats {
		if !eachOf(space, n, k, seed, r, stratum, yield) {
			return
		}
	}
}

// eachOf yields the folds of one repeat.
func eachOf(space *spool.Space, n, k int, seed uint64, repeat int, stratum func(int) int, yield func(Rows, error) bool) bool {
	own := space.Like()
	defer own.Close()
	fold := Singles(own, n, k, seed, repeat, stratum)
	for f := range k {
		if !yield(Apart(space, fold, f), nil) {
			return false
		}
	}
	return true
}

// Singles divides n samples like [Shuffle] and [Deal] with one unit per sample, but uses less memory. It
// returns the fold of each sample, allocated in the given space, or on the heap if it is nil.
func Singles(space *spool.Space, n, k int, seed uint64, repeat int, stratum func(i int) int) []int32 {
	order, fold := spool.Scratch[int32](space, n), spool.Scratch[int32](space, n)
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

// Apart returns the split with fold f as the test part. The argument fold holds the fold of each row. The
// result is allocated in the given space, or on the heap if it is nil.
func Apart[F int | int32](space *spool.Space, fold []F, f int) (r Rows) {
	test := 0
	for _, of := range fold {
		if int(of) == f {
			test++
		}
	}
	if test > 0 && test < len(fold) {
		r.Train, r.Test = spool.Scratch[int](space, len(fold)-test)[:0], spool.Scratch[int](space, test)[:0]
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

// Take copies the given rows of a matrix with the given width. It returns nil for a nil matrix, and panics if a
// row is out of range.
func Take[E any](from []E, width int, rows []int) []E {
	if from == nil {
		return nil
	}
	return TakeTo(make([]E, 0, len(rows)*width), from, width, rows)
}

// TakeTo is like [Take] but appends the rows to a list.
func TakeTo[E any](to, from []E, width int, rows []int) []E {
	for _, i := range rows {
		to = append(to, from[i*width:(i+1)*width]...)
	}
	return to
}
