package table

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Reading is how a file writes numbers, dates and missing cells, where that is not the usual way.
type Reading struct {
	Decimal   string   `json:"decimal,omitempty"`
	Separator string   `json:"separator,omitempty"`
	Layouts   []string `json:"layouts,omitempty"`
	Missing   []string `json:"missing,omitempty"`
}

// reading is what options have that is not usual, or nil.
func (o ReadOptions) reading() *Reading {
	r, usual := &Reading{}, DefaultReadOptions()
	if h := o.habits(); h != (habits{}) {
		r.Decimal, r.Separator = sign(h.decimal), sign(h.separator)
	}
	if o.Layouts != nil && !slices.Equal(o.Layouts, usual.Layouts) {
		r.Layouts = o.Layouts
	}
	if o.Missing != nil && !slices.Equal(o.Missing, usual.Missing) {
		r.Missing = o.Missing
	}
	if r.Decimal == "" && r.Separator == "" && r.Layouts == nil && r.Missing == nil {
		return nil
	}
	return r
}

// of adds it to options that do not say otherwise.
func (r *Reading) of(o ReadOptions) ReadOptions {
	if r == nil {
		return o
	}
	usual := DefaultReadOptions()
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

func (r *Reading) validate() error {
	if r == nil {
		return nil
	}
	if utf8.RuneCountInString(r.Decimal) > 1 || utf8.RuneCountInString(r.Separator) > 1 {
		return fmt.Errorf("table: the signs %q and %q of numbers, expected one character each", r.Decimal, r.Separator)
	}
	return r.of(DefaultReadOptions()).Validate()
}

func sign(r rune) string {
	if r == 0 {
		return ""
	}
	return string(r)
}

// directives are those of strftime, as package time writes them; numbers of a date may lack their leading zeros.
const directives = "%Y 2006 %y 06 %m 1 %d 2 %e _2 %j 002 %b Jan %h Jan %B January %a Mon %A Monday %H 15 %I 3 %M 04 %S 05 %p PM %z -0700 %Z MST " +
	"%T 15:04:05 %F 2006-1-2 %D 1/2/06 %R 15:04 %% % "

// directive is what package time writes for one, or "".
func directive(c byte) string {
	_, rest, found := strings.Cut(directives, string([]byte{'%', c, ' '}))
	if !found {
		return ""
	}
	written, _, _ := strings.Cut(rest, " ")
	return written
}

// Layout is the format of a date that is written as strftime writes it, such as %d.%m.%Y; of numbers that it names the leading zero may lack, and a
// fraction may follow seconds. Errors: directives that are not known, none at all, and letters but T and Z, or figures, outside of them.
func Layout(format string) (string, error) {
	var b strings.Builder
	found := false
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c != '%' && c != 'T' && c != 'Z' && (c == '_' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))):
			return "", fmt.Errorf("table: the date format %.40q has %q outside of a directive, expected one such as %%d.%%m.%%Y", format, c)
		case c != '%':
			b.WriteByte(c)
		case i+1 == len(format) || directive(format[i+1]) == "":
			return "", fmt.Errorf("table: the date format %.40q, expected directives such as in %%d.%%m.%%Y %%H:%%M:%%S", format)
		default:
			i++
			found = found || format[i] != '%'
			b.WriteString(directive(format[i]))
		}
	}
	if !found {
		return "", fmt.Errorf("table: the date format %.40q has no directive, expected one such as %%d.%%m.%%Y", format)
	}
	return b.String(), nil
}

// validateLayouts refuses formats that hold no part of a date.
func validateLayouts(layouts []string) error {
	for _, layout := range layouts {
		at := time.Date(1987, 11, 23, 13, 48, 59, 0, time.UTC)
		if layout == "" || at.Format(layout) == layout {
			return fmt.Errorf("table: the date format %.40q has no part of a date, expected one as in package time", layout)
		}
	}
	return nil
}
