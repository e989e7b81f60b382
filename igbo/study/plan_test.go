package study

import (
	"slices"
	"testing"
)

// TestDigests: one for each cell, the same for the same settings, and the old
// ones where there are more.
func TestDigests(t *testing.T) {
	list := func(s sums) []string {
		var p Plan
		if _, err := s.Cells(&p); err != nil {
			t.Fatal(err)
		}
		return p.Digests()
	}
	few, s := list(newSums()), newSums()
	s.Seeds++
	more := list(s)
	if len(few) != 28 || !slices.Equal(few, list(newSums())) || !slices.Equal(more[:28], few) || len(more) != 32 {
		t.Errorf("%d cells, and %d of one seed more", len(few), len(more))
	}
	slices.Sort(more)
	if n := len(slices.Compact(more)); n != 32 {
		t.Errorf("%d digests of 32 cells", n)
	}
}
