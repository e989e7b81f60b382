package fold_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// TestFolds checks that in each repeat every sample is held out once, strata are spread evenly, and clusters
// stay together. The same seed must give the same folds, and another seed other folds.
func TestFolds(t *testing.T) {
	const n, k, repeats = 23, 4, 3
	strata, clusters := make([]int, n), make([]int, n)
	for i := range n {
		strata[i], clusters[i] = i%2, i/3
	}
	for _, c := range []struct {
		name             string
		strata, clusters []int
	}{{"plain", nil, nil}, {"strata", strata, nil}, {"clusters", nil, clusters}} {
		folds, err := fold.All(n, k, repeats, 5, c.strata, c.clusters)
		if err != nil || len(folds) != k*repeats {
			t.Fatalf("%s: %d folds and %v", c.name, len(folds), err)
		}
		for r := range repeats {
			held := make([]int, n)
			for _, f := range folds[r*k : (r+1)*k] {
				if len(f.Train)+len(f.Test) != n {
					t.Errorf("%s: %d and %d samples, want %d", c.name, len(f.Train), len(f.Test), n)
				}
				in, ones := map[int]bool{}, 0
				for _, i := range f.Test {
					held[i]++
					ones += strata[i]
					in[clusters[i]] = true
				}
				if c.strata != nil && (ones < 2 || ones > 4) {
					t.Errorf("%s: %d of a stratum of 11 in one of 4 folds", c.name, ones)
				}
				for _, i := range f.Train {
					if c.clusters != nil && in[clusters[i]] {
						t.Errorf("%s: cluster %d is on both sides", c.name, clusters[i])
					}
				}
			}
			for i, times := range held {
				if times != 1 {
					t.Errorf("%s: sample %d is held out %d times in repeat %d", c.name, i, times, r)
				}
			}
		}
		again, _ := fold.All(n, k, repeats, 5, c.strata, c.clusters)
		other, _ := fold.All(n, k, repeats, 6, c.strata, c.clusters)
		if !reflect.DeepEqual(folds, again) || reflect.DeepEqual(folds, other) {
			t.Errorf("%s: folds do not follow the seed", c.name)
		}
	}
	for _, wrong := range [][3]int{{3, 4, 1}, {10, 1, 1}, {10, 2, 0}} {
		if _, err := fold.All(wrong[0], wrong[1], wrong[2], 1, nil, nil); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}

// TestDeal checks that single rows are assigned in turn, whatever their strata, and that parts differ by at
// most the number of rows in the largest unit.
func TestDeal(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		k, largest := 2+rng.IntN(5), 1+rng.IntN(9)
		var single, any []fold.Unit
		for i := range 40 {
			single = append(single, fold.Unit{Rows: []int{i}, Stratum: i * i / 300})
			any = append(any, fold.Unit{Rows: make([]int, 1+rng.IntN(largest))})
		}
		for i, part := range fold.Deal(single, k) {
			if part != i%k {
				t.Fatalf("single row %d goes to part %d of %d, want %d", i, part, k, i%k)
			}
		}
		held := make([]int, k)
		for i, part := range fold.Deal(any, k) {
			held[part] += len(any[i].Rows)
		}
		if slices.Max(held)-slices.Min(held) > largest {
			t.Errorf("units of up to %d rows leave parts of %v", largest, held)
		}
	}
}

// TestUnitsOfSingles checks that counting samples without clusters takes no memory, and that each cluster is
// counted once.
func TestUnitsOfSingles(t *testing.T) {
	for _, n := range []int{1_000, 1_000_000} {
		if got := testing.AllocsPerRun(10, func() {
			if fold.Units(n, nil) != n {
				t.Errorf("%d samples are %d units", n, fold.Units(n, nil))
			}
		}); got != 0 {
			t.Errorf("counting %d samples takes %g allocations", n, got)
		}
	}
	if got := fold.Units(5, []int{3, 1, 3, 1, 2}); got != 3 {
		t.Errorf("3 clusters are %d units", got)
	}
}
