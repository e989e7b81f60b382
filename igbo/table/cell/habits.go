package cell

import (
	"fmt"
	"time"
)

// Habits are how a file writes missing cells, numbers and dates.
type Habits struct {
	// Missing are the words of a missing cell, in which case does not matter.
	Missing []string `json:"missing"`
	// Decimal is the decimal sign of text, 0 the point; Separator stands between groups of three digits, 0 is none.
	Decimal   rune `json:"decimal,omitempty"`
	Separator rune `json:"separator,omitempty"`
	// Layouts are the formats of dates, as in package time; the first that fits is taken.
	Layouts []string `json:"layouts"`
	// Verbatim takes texts byte by byte. Else texts that differ in the Unicode form of their letters alone, such as é as one
	// character or as e with an accent, are the same text, in the composed form (NFC).
	Verbatim bool `json:"-"`
}

// DefaultHabits are the usual ones: a cell is missing that is empty or NA, N/A, #N/A, NaN, null, ? or a point; dates are
// those of ISO 8601, with or without a time. Dates such as 1/2/2020 can be read in two ways, so they need a layout.
func DefaultHabits() Habits {
	return Habits{Missing: []string{"", "NA", "N/A", "#N/A", "NaN", "null", "?", "."}, Layouts: usualLayouts()}
}

func usualLayouts() []string {
	return []string{time.DateOnly, time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006/01/02", "2006-01-02 15:04:05Z07:00"}
}

// Validate checks signs and layouts.
func (h Habits) Validate() error {
	if err := h.signs().validate(); err != nil {
		return err
	}
	return validateLayouts(h.Layouts)
}

// Expected says what a cell of a kind is.
func (h Habits) Expected(kind Kind) string {
	switch kind {
	case Number:
		return fmt.Sprintf("a number within ±%g", float64(Largest))
	case Boolean:
		return "true, false, yes, no, 1 or 0"
	case Date:
		return fmt.Sprintf("a date in one of the formats %q", h.Layouts)
	}
	return "text"
}
