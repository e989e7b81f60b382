package cell

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Reading describes how a file writes numbers, dates and missing cells, if that is not the default way.
type Reading struct {
	Decimal   string   `json:"decimal,omitempty"`
	Separator string   `json:"separator,omitempty"`
	Layouts   []string `json:"layouts,omitempty"`
	Missing   []string `json:"missing,omitempty"`
}

// Reading returns the options that differ from the default, or nil.
func (h Options) Reading() *Reading {
	r, usual := &Reading{}, DefaultOptions()
	if own := h.signs(); own != (signs{}) {
		r.Decimal, r.Separator = sign(own.decimal), sign(own.separator)
	}
	if h.Layouts != nil && !slices.Equal(h.Layouts, usual.Layouts) {
		r.Layouts = h.Layouts
	}
	if h.Missing != nil && !slices.Equal(h.Missing, usual.Missing) {
		r.Missing = h.Missing
	}
	if r.Decimal == "" && r.Separator == "" && r.Layouts == nil && r.Missing == nil {
		return nil
	}
	return r
}

// Of adds the reading to options that do not state otherwise; nil adds nothing.
func (r *Reading) Of(o Options) Options {
	if r == nil {
		return o
	}
	usual := DefaultOptions()
	if o.Decimal == 0 && o.Separator == 0 {
		o.Decimal, _ = utf8.DecodeRuneInString(r.Decimal + ".")
		if r.Separator != "" {
			o.Separator, _ = utf8.DecodeRuneInString(r.Separator)
		}
	}
	if r.Layouts != nil && slices.Equal(o.Layouts, usual.Layouts) {
		o.Layouts = r.Layouts
	}
	if r.Missing != nil && slices.Equal(o.Missing, usual.Missing) {
		o.Missing = r.Missing
	}
	return o
}

// Validate checks the separators and the layouts; nil is valid.
func (r *Reading) Validate() error {
	if r == nil {
		return nil
	}
	if utf8.RuneCountInString(r.Decimal) > 1 || utf8.RuneCountInString(r.Separator) > 1 {
		return fmt.Errorf("table: the decimal sign %q and the separator of groups of digits %q must have one character each", r.Decimal, r.Separator)
	}
	return r.Of(DefaultOptions()).Validate()
}

func sign(r rune) string {
	if r == 0 {
		return ""
	}
	return string(r)
}
