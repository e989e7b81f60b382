package catalog

import "testing"

// TestNamesAreUnique: a study stands in the list once, and Find gives the one of its name.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Studies() {
		if seen[d.Name] {
			t.Errorf("the study %s stands in the list twice", d.Name)
		}
		seen[d.Name] = true
		if found, err := Find(d.Name); err != nil || found.Name != d.Name {
			t.Errorf("Find(%q) gives %q, %v", d.Name, found.Name, err)
		}
	}
}
