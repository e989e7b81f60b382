package cell

import (
	"fmt"
	"time"
)

// Options configures how a file writes missing cells, numbers and dates.
type Options struct {
	// Missing lists the words for a missing cell. Case does not matter. Include "" if an empty cell is missing.
	Missing []string `json:"missing"`
	// Decimal is the decimal separator of text; 0 is the point. Separator separates groups of three digits; 0 is none.
	Decimal   rune `json:"decimal,omitempty"`
	Separator rune `json:"separator,omitempty"`
	// Layouts lists the formats of dates, as in package time. The first that fits is used.
	Layouts []string `json:"layouts"`
	// Verbatim compares texts byte by byte. Without it, texts are converted to Unicode's composed form (NFC), so é as one character equals e
	// with a combining accent.
	Verbatim bool `json:"-"`
}

// DefaultOptions returns the default options. A cell is missing if it is empty, NA, N/A, #N/A, NaN, null, ? or a point. Dates must be in
// ISO 8601, with or without a time. Dates such as 1/2/2020 are ambiguous and require a layout.
func DefaultOptions() Options {
	return Options{Missing: []string{"", "NA", "N/A", "#N/A", "NaN", "null", "?", "."}, Layouts: usualLayouts()}
}

func usualLayouts() []string {
	return []string{time.DateOnly, time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006/01/02", "2006-01-02 15:04:05Z07:00"}
}

// Validate checks the separators and the layouts.
func (h Options) Validate() error {
	if err := h.signs().validate(); err != nil {
		return err
	}
	return validateLayouts(h.Layouts)
}

// Expected describes a valid cell of a kind, for errors.
func (h Options) Expected(kind Kind) string {
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
