package cells

import (
	"fmt"
	"go/types"
	"strings"
)

// meant offers a name like one that is not known.
func (s *Session) meant(name string, scope *types.Scope) string {
	best, far := "", 3
	for _, other := range append(scope.Names(), s.Names()...) {
		if n := distance(name, other); n < far && n < len(name) && !strings.HasPrefix(other, "cell_") {
			best, far = other, n
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance is how many letters are put in, left out or changed.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}
