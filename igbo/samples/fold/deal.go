package fold

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// A Unit is a set of rows that stay together in one fold, and their stratum.
type Unit struct {
	Rows    []int
	Stratum int
}

// Shuffle shuffles the units for a repeat and sorts them by stratum.
func Shuffle(units []Unit, seed uint64, repeat int) {
	r := rand.New(rand.NewPCG(seed, uint64(repeat)))
	r.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(a.Stratum, b.Stratum) })
}

// Deal assigns each unit to one of k parts and returns the part of each unit. It sorts the units in place by
// stratum and size, large ones first. It assigns each to the part with the fewest rows of its stratum and, if
// there are several, with the fewest rows in total.
func Deal(units []Unit, k int) []int {
	slices.SortStableFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(a.Stratum, b.Stratum), cmp.Compare(len(b.Rows), len(a.Rows)))
	})
	part := make([]int, len(units))
	all, own := make([]int, k), make([]int, k)
	for i, u := range units {
		if i > 0 && u.Stratum != units[i-1].Stratum {
			clear(own)
		}
		best := fewest(own, all)
		part[i] = best
		own[best] += len(u.Rows)
		all[best] += len(u.Rows)
	}
	return part
}

// fewest returns the first part with the fewest rows in own, and among those the fewest in all.
func fewest(own, all []int) int {
	best := 0
	for p := range own {
		if own[p] < own[best] || own[p] == own[best] && all[p] < all[best] {
			best = p
		}
	}
	return best
}
