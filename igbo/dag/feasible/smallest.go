package feasible

import "slices"

// MaxSearch is the largest number of groups for which Contradiction searches for the smallest
// contradictory set. With more groups, it only tries single groups.
const MaxSearch = 500

// smallest searches for fewer contradictory groups than the given ones. It returns the smallest set
// found, sorted, and whether it is proven to be smallest.
//
// It first tries single groups. Then it uses implicit hitting sets: a contradictory set must
// contain a group of each correction, which is a set of groups without which all others are
// satisfiable. A smallest set of groups that hits all corrections known so far is either
// contradictory, and then smallest, or yields a new correction.
func (f *finder) smallest(groups []int) (fewest []int, proven bool) {
	slices.Sort(groups)
	if len(groups) <= 1 {
		return groups, true
	}
	for g := range f.byGroup {
		if *f.work <= 0 {
			return groups, false
		}
		if len(f.byGroup[g]) == 0 {
			continue
		}
		if v := f.solve([]int{g}); v.Decided && !v.Feasible {
			return []int{g}, true
		}
	}
	if len(groups) == 2 || len(f.byGroup) > MaxSearch {
		return groups, len(groups) == 2
	}
	var corrections [][]int
	for *f.work > 0 {
		few, ok := f.hit(corrections, len(groups))
		if !ok {
			return groups, *f.work > 0
		}
		v := f.solve(few)
		if v.Decided && !v.Feasible {
			return few, true
		}
		others := f.correction(few)
		if !v.Decided || len(others) == 0 {
			break
		}
		corrections = append(corrections, others)
	}
	return groups, false
}

// correction extends a satisfiable set of groups as far as possible and returns the other groups.
// It treats undecided sets as contradictory. That is safe, because the returned set only gets
// larger.
func (f *finder) correction(groups []int) []int {
	held := slices.Clone(groups)
	var others []int
	for g := range f.byGroup {
		if len(f.byGroup[g]) == 0 || slices.Contains(groups, g) {
			continue
		}
		if v := f.solve(append(held, g)); *f.work > 0 && v.Decided && v.Feasible {
			held = append(held, g)
		} else {
			others = append(others, g)
		}
	}
	return others
}

// hit returns the smallest set of groups that hits every set, and whether there is one smaller than
// limit.
func (f *finder) hit(sets [][]int, limit int) (fewest []int, ok bool) {
	chosen := map[int]bool{}
	var search func(size int)
	search = func(size int) {
		*f.work -= 8*len(sets) + 1
		open := unhit(sets, chosen)
		if open == nil {
			if size < limit {
				limit, ok, fewest = size, true, fewest[:0]
				for g := range chosen {
					fewest = append(fewest, g)
				}
				slices.Sort(fewest)
			}
			return
		}
		if size+disjoint(sets, chosen) >= limit || *f.work <= 0 {
			return
		}
		for _, g := range open {
			chosen[g] = true
			search(size + 1)
			delete(chosen, g)
		}
	}
	search(0)
	return fewest, ok && *f.work > 0
}

// unhit returns the smallest set without chosen members, or nil.
func unhit(sets [][]int, chosen map[int]bool) []int {
	var least []int
	for _, s := range sets {
		if (least == nil || len(s) < len(least)) && !hits(s, chosen) {
			least = s
		}
	}
	return least
}

func hits(set []int, chosen map[int]bool) bool {
	return slices.ContainsFunc(set, func(g int) bool { return chosen[g] })
}

// disjoint counts disjoint sets without chosen members. Each one requires a different group.
func disjoint(sets [][]int, chosen map[int]bool) int {
	used := map[int]bool{}
	n := 0
	for _, s := range sets {
		if hits(s, chosen) || hits(s, used) {
			continue
		}
		n++
		for _, g := range s {
			used[g] = true
		}
	}
	return n
}
