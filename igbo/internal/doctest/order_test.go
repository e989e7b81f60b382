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
// behind it. (What follows the words "You will be able to" may.)
func TestNoNotebookLeansOnALater(t *testing.T) {
	looked := 0
	for file, cells := range notebooks(t) {
		own, err := strconv.Atoi(path.Base(file)[:2])
		if err != nil || strings.Contains(file, "solutions/") {
			continue
		}
		begin, _, found := strings.Cut(cells[0].text(), "**You will be able to**")
		if !found {
			t.Errorf("%s does not say what one needs", file)
		}
		_, begin, _ = strings.Cut(begin, "\n")
		for _, m := range otherNotebook.FindAllStringSubmatch(begin, -1) {
			for _, number := range m[1:] {
				if other, err := strconv.Atoi(number); err == nil {
					if looked++; other > own {
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
