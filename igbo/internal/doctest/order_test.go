package doctest

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var otherNotebook = regexp.MustCompile(`\]\((\d\d)_|[Nn]otebooks? (\d+)(?:[ ,]+(?:and|to) (\d+))?`)

// TestNoNotebookLeansOnALater: the question that a notebook begins with, and what it says one needs, name no notebook
// that comes later in README's order. (What follows the words "You will be able to" may.)
func TestNoNotebookLeansOnALater(t *testing.T) {
	turn, looked := map[int]int{}, 0
	for i, m := range regexp.MustCompile(`(?m)^\| \[(\d\d) [^|]*\]\(notebooks/`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		number, _ := strconv.Atoi(m[1])
		turn[number] = i
	}
	for file, cells := range notebooks(t) {
		own, err := strconv.Atoi(path.Base(file)[:2])
		if err != nil || strings.Contains(file, "solutions/") {
			continue
		}
		begin, _, found := strings.Cut(cells[0].text(), "**You will be able to**")
		if !found {
			t.Errorf("%s does not say what one needs", file)
		}
		if _, listed := turn[own]; !listed {
			t.Errorf("README.md does not list %s", file)
		}
		_, begin, _ = strings.Cut(begin, "\n")
		for _, m := range otherNotebook.FindAllStringSubmatch(begin, -1) {
			for _, number := range m[1:] {
				if other, err := strconv.Atoi(number); err == nil {
					if looked++; turn[other] > turn[own] {
						t.Errorf("%s needs notebook %d, which comes later: %q", file, other, m[0])
					}
				}
			}
		}
	}
	if looked < 8 {
		t.Errorf("%d notebooks are named, so the test looks past them", looked)
	}
}
