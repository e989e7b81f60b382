package limits

import "fmt"

// Distinct checks a list of what a study goes through, such as α: it has an
// entry, and none comes twice.
func Distinct[T comparable](pkg, what string, list []T) error {
	if len(list) == 0 {
		return fmt.Errorf("%s: no %s, expected at least one", pkg, what)
	}
	seen := make(map[T]bool, len(list))
	for _, v := range list {
		if seen[v] {
			return fmt.Errorf("%s: %s %v comes twice, expected it once", pkg, what, v)
		}
		seen[v] = true
	}
	return nil
}
