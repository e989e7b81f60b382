package cell

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"
)

// signs holds the separators of numbers. The zero values are the point, and none between groups.
type signs struct{ decimal, separator rune }

func (h Options) signs() signs {
	s := signs{h.Decimal, h.Separator}
	if s.decimal == '.' {
		s.decimal = 0
	}
	return s
}

// validate returns an error for separators with another meaning in a number.
func (h signs) validate() error {
	decimal := cmp.Or(h.decimal, '.')
	for _, s := range []struct {
		what string
		sign rune
		not  string
	}{{"decimal sign", decimal, "_' "}, {"separator of groups of digits", h.separator, ""}} {
		if s.sign != 0 && (!strings.ContainsRune(".,_'’ \u00a0\u2009\u202f", s.sign) || strings.ContainsRune(s.not, s.sign)) {
			return fmt.Errorf("table: unsupported %s %q, want a point or a comma (or, for groups of digits, also a space, ' or _)", s.what, s.sign)
		}
	}
	if decimal == h.separator {
		return fmt.Errorf("table: the decimal sign and the separator of groups of digits are both %q; they must differ", decimal)
	}
	return nil
}

// number parses a finite decimal number within ±1e150.
func (h signs) number(cell string) (float64, bool) {
	if h != (signs{}) {
		var ok bool
		if cell, ok = h.plain(cell); !ok {
			return 0, false
		}
	}
	return ParseNumber(cell)
}

// plain rewrites a number with a point and without separators. These must come before groups of three digits of the integer part.
func (h signs) plain(cell string) (string, bool) {
	decimal := cmp.Or(h.decimal, '.')
	whole, fraction, pointed := strings.Cut(cell, string(decimal))
	if h.separator != 0 && strings.ContainsRune(whole, h.separator) {
		groups := strings.Split(whole, string(h.separator))
		if n := utf8.RuneCountInString(strings.TrimLeft(groups[0], "+-")); n < 1 || n > 3 {
			return "", false
		}
		for _, group := range groups[1:] {
			if len(group) != 3 || strings.Trim(group, "0123456789") != "" {
				return "", false
			}
		}
		whole = strings.Join(groups, "")
	}
	if strings.ContainsAny(whole, ".,") || strings.ContainsAny(fraction, ".,") {
		return "", false
	}
	if pointed {
		whole += "." + fraction
	}
	return whole, true
}
