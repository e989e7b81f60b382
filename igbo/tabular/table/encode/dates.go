package encode

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Parts returns all parts of a date.
func Parts() []DatePart { return []DatePart{Days, Year, DayOfYear, Weekday, TimeOfDay} }

func validateParts(parts []DatePart) error {
	if len(parts) == 0 {
		return fmt.Errorf("table: the parts of a date are empty, want at least one of %q", Parts())
	}
	for i, p := range parts {
		if !slices.Contains(Parts(), p) || slices.Contains(parts[:i], p) {
			return fmt.Errorf("table: the parts of a date are %q, but each must be one of %q, without repetition", parts, Parts())
		}
	}
	return nil
}

// columns returns the names of the part's numbers, without the date's name.
func (p DatePart) columns() []string {
	if p == Days || p == Year {
		return []string{string(p)}
	}
	return []string{string(p) + " sin", string(p) + " cos"}
}

// append appends the numbers of a date, which is in seconds since 1970.
func (p DatePart) append(to []float64, seconds, origin float64) []float64 {
	at := cell.Instant(seconds)
	turn := 0.0
	switch p {
	case Days:
		return append(to, (seconds-origin)/cell.Day)
	case Year:
		return append(to, float64(at.Year()))
	case DayOfYear:
		first := time.Date(at.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		turn = at.Sub(first).Hours() / 24 / 365.2425
	case Weekday:
		turn = float64((at.Weekday()+6)%7) / 7
	case TimeOfDay:
		turn = math.Mod(math.Mod(seconds, cell.Day)+cell.Day, cell.Day) / cell.Day
	}
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return append(to, sin, cos)
}
