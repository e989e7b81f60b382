package cell

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// FuzzNumber checks that numbers are parsed as by strconv.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-0", "+.5", "5.", ".", "-", "1e5", "123456789012345", "0.000000000000001", "1234567890123456", "9007199254740993", "9007199254740993.0", "1.2.3", "1_0", "inf", "0x1p3", "nan", "99999999999999.9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := strconv.ParseFloat(s, 64)
		isDecimal := err == nil && math.Abs(want) <= Largest && !strings.ContainsAny(s, "xXpP_") && (strings.ContainsAny(s, ".eE") || exactly(s))
		got, ok := ParseNumber(s)
		if ok != isDecimal || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: %g, %t, want %g, %t", s, got, ok, want, isDecimal)
		}
	})
}

// exactly reports whether an integer is within ±2⁵³.
func exactly(s string) bool {
	i, ok := new(big.Int).SetString(s, 10)
	return ok && i.CmpAbs(big.NewInt(1<<53)) <= 0
}

// TestHabits checks that the stated decimal and group separators are accepted, and others rejected.
func TestHabits(t *testing.T) {
	for _, c := range []struct {
		decimal, separator rune
		cell               string
		want               float64
	}{
		{',', 0, "1,5", 1.5}, {',', 0, "-,5", -0.5}, {',', 0, "12", 12}, {',', '.', "1.234,5", 1234.5}, {',', '.', "1.234.567", 1234567}, {0, ',', "1,234.5", 1234.5}, {'.', ',', "-1,234", -1234},
		{0, ' ', "1 234", 1234}, {0, '\u202f', "1\u202f234", 1234}, {0, '_', "1_000", 1000}, {',', '\'', "1'234,5e2", 123450}, {',', 0, "1.5", math.NaN()}, {',', '.', "1.5", math.NaN()}, {',', '.', "1234.567", math.NaN()},
		{0, ',', "1,5", math.NaN()}, {0, ',', "1.234,5", math.NaN()}, {0, ',', ",234", math.NaN()}, {0, ',', "1,234,56", math.NaN()}, {',', 0, "1,2,3", math.NaN()}, {0, '_', "1__000", math.NaN()},
	} {
		h := DefaultOptions()
		h.Decimal, h.Separator = c.decimal, c.separator
		must.Do(t, h.Validate())
		v, ok := h.signs().number(c.cell)
		if ok == math.IsNaN(c.want) || ok && v != c.want {
			t.Errorf("%q with %q and %q: %g, %t, want %g", c.cell, c.decimal, c.separator, v, ok, c.want)
		}
	}
	for _, wrong := range []signs{{',', ','}, {'1', 0}, {0, '.'}, {' ', 0}, {0, '-'}, {0, 'e'}} {
		if wrong.validate() == nil {
			t.Errorf("the signs %q and %q are no error", wrong.decimal, wrong.separator)
		}
	}
}
