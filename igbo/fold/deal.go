package fold

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Unit is what stays together: some rows, and the stratum that they are counted in.
type Unit struct {
	Rows    []int
	Stratum int
}

// Shuffle draws the order of units in a repeat, strata one after the other.
func Shuffle(units []Unit, seed uint64, repeat int) {
	r := rand.New(rand.NewPCG(seed, uint64(repeat)))
	r.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(a.Stratum, b.Stratum) })
}

// Deal gives each unit one of k parts, large units of a stratum first, each to the part that has
// the fewest rows of its stratum, then the fewest of all. It sorts the units so, and returns the parts in their order.
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

// fewest is the first part that has the fewest of its own, then of all.
func fewest(own, all []int) int {
	best := 0
	for p := range own {
		if own[p] < own[best] || own[p] == own[best] && all[p] < all[best] {
			best = p
		}
	}
	return best
}
