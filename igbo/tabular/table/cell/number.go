package cell

import (
	"math"
	"strconv"
	"strings"
)

// Largest is the maximum magnitude of numbers: squares of larger ones overflow.
const Largest = 1e150

// Usable is the maximum magnitude of numbers in training and prediction: the variance of the squares of larger ones overflows.
const Usable = 1e70

// ParseNumber parses a finite decimal number within ±1e150. It rejects integers beyond ±2⁵³, because not all of them are exact.
func ParseNumber(cell string) (float64, bool) {
	if cell == "" {
		return 0, false
	}
	if v, ok := short(cell); ok {
		return v, true
	}
	if strings.ContainsAny(cell, "_xX") {
		return 0, false
	}
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && math.Abs(v) <= Largest && (math.Abs(v) < Exact || strings.ContainsAny(cell, ".eE") || strings.TrimLeft(cell, "+-0") == "9007199254740992")
}

// Exact is the maximum magnitude of integers. Larger ones are not all exact.
const Exact = 1 << 53

// powers holds powers of ten, which are exact up to 1e22.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// short parses up to 15 digits with at most one point.
func short(cell string) (float64, bool) {
	i, point := 0, -1
	if cell[0] == '-' || cell[0] == '+' {
		i = 1
	}
	digits, first := uint64(0), i
	for ; i < len(cell); i++ {
		d := cell[i] - '0'
		if d <= 9 {
			digits = 10*digits + uint64(d)
		} else if cell[i] == '.' && point < 0 {
			point = i
		} else {
			return 0, false
		}
	}
	return quotient(digits, i-first, point-first, cell[0] == '-')
}

// quotient returns the number with these digits, of which n come first, and a decimal point at an index (negative for none). Up to 15
// digits and the power of ten are exact, so their quotient is rounded correctly.
func quotient(digits uint64, n, point int, negative bool) (float64, bool) {
	after := 0
	if point >= 0 {
		n, after = n-1, n-point-1
	}
	if n < 1 || n > 15 {
		return 0, false
	}
	v := float64(digits) / powers[after]
	if negative {
		v = -v
	}
	return v, true
}

// boolean parses true, false, yes, no, 1 and 0.
func boolean(cell string) (float64, bool) {
	switch strings.ToLower(cell) {
	case "true", "yes", "1":
		return 1, true
	case "false", "no", "0":
		return 0, true
	}
	return 0, false
}

// Field parses a short number in the default notation, which covers most cells of most files. The field ends at the comma or at the end of
// the text, after n bytes. If ok is false, use Parse.
func (c *Parser) Field(text []byte, comma byte) (v float64, n int, ok bool) {
	if !c.simple || len(text) == 0 {
		return 0, 0, false
	}
	i := 0
	if text[0] == '-' || text[0] == '+' {
		i = 1
	}
	digits, begin, point := uint64(0), i, -1
	for ; i < len(text); i++ {
		b := text[i]
		if d := b - '0'; d <= 9 {
			digits = 10*digits + uint64(d)
		} else if b == '.' && point < 0 {
			point = i
		} else if b == comma {
			break
		} else {
			return 0, 0, false
		}
	}
	if text[0] == '0' && i > 1 && point < 0 && !c.Stated { // a code such as 007
		return 0, 0, false
	}
	v, ok = quotient(digits, i-begin, point-begin, text[0] == '-')
	return v, i, ok
}
