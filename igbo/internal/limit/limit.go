// Package limit checks that integer settings are in their ranges. Its errors name the setting, the limit and the value.
package limit

import "fmt"

// An Int is an integer setting with its allowed range.
type Int struct {
	Name            string
	Value, Min, Max int
}

// Check returns an error that names the first setting outside its range, such as "Folds must be at least 2, got 1"; nil if there is none.
func Check(settings []Int) error {
	for _, s := range settings {
		switch {
		case s.Value < s.Min:
			return fmt.Errorf("%s must be at least %d, got %d", s.Name, s.Min, s.Value)
		case s.Value > s.Max:
			return fmt.Errorf("%s must be at most %d, got %d", s.Name, s.Max, s.Value)
		}
	}
	return nil
}
