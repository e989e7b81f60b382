package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// largest bounds numbers: squares of larger ones overflow.
const largest = 1e150

// usable bounds the numbers that are learned from and predicted with: the spread of the squares of larger ones overflows.
const usable = 1e70

// words are the words of a missing cell.
type words struct {
	set     map[string]bool // in lower case
	longest int
}

func newWords(missing []string) words {
	w := words{set: map[string]bool{}}
	for _, m := range missing {
		m = strings.ToLower(strings.TrimSpace(m))
		w.set[m], w.longest = true, max(w.longest, len(m))
	}
	return w
}

// missing tells whether a trimmed cell is missing.
func (w words) missing(cell string) bool {
	return len(cell) <= w.longest && w.set[strings.ToLower(cell)]
}

// cells parses the cells of one column.
type cells struct {
	kind    Kind
	stated  bool // the kind is stated: a code such as 007 is then a number
	words   words
	habits  habits
	other   bool // the habits are not the usual ones
	simple  bool // numbers in the usual habits
	layouts []string
	codes   map[string]float64 // of categories; NaN for a missing word
	names   []string
	layout  string // that fitted last, where no cell fits two
	usual   bool   // the layouts are the default ones, of which a cell fits one alone
	missed  int    // missing cells of a column that is of numbers or dates
}

func newCells(kind Kind, w words, o ReadOptions) *cells {
	h := o.habits()
	other := h != (habits{})
	return &cells{kind: kind, words: w, habits: h, other: other, simple: kind == Number && !other, layouts: o.Layouts, codes: map[string]float64{}, usual: slices.Equal(o.Layouts, usualLayouts())}
}

// parse returns the value of a trimmed cell, and whether it is of the column's kind.
func (c *cells) parse(cell string) (float64, bool) {
	if c.simple && cell != "" && (cell[0] != '0' || c.stated || !padded(cell)) { // most cells of most files
		if v, ok := short(cell); ok {
			return v, true
		}
	}
	switch c.kind {
	case Number:
		if v, ok := c.number(cell); ok && (c.stated || !padded(cell)) {
			return v, true
		}
	case Boolean:
		if v, ok := boolean(cell); ok {
			return v, true
		}
	case Date:
		if v, ok := c.date(cell); ok {
			return v, true
		}
	default:
		return c.category(cell), true
	}
	missing := c.words.missing(cell)
	if missing {
		c.missed++
	}
	return math.NaN(), missing
}

// number is that of a cell, as the habits have it.
func (c *cells) number(cell string) (float64, bool) {
	if c.other {
		return c.habits.number(cell)
	}
	return number(cell)
}

// number parses a finite decimal number within ±1e150. Integers beyond ±2⁵³ are none: not all of them are exact.
func number(cell string) (float64, bool) {
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
	return v, err == nil && math.Abs(v) <= largest && (math.Abs(v) < exact || strings.ContainsAny(cell, ".eE") || strings.TrimLeft(cell, "+-0") == "9007199254740992")
}

// exact bounds integers: larger ones are not all exact, and round to it.
const exact = 1 << 53

// powers of ten are exact up to 1e22.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// short parses digits with at most one point, 15 of them.
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

// quotient is the number of so many digits, with a point among them at a place that is negative without one. Up to 15 of them
// and the power of ten are exact, and so is the rounding of their quotient.
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

// date parses a date to seconds since 1970.
func (c *cells) date(cell string) (float64, bool) {
	if c.layout != "" {
		if at, err := time.Parse(c.layout, cell); err == nil {
			return seconds(at), true
		}
	}
	for _, layout := range c.layouts {
		if at, err := time.Parse(layout, cell); err == nil {
			if c.usual {
				c.layout = layout
			}
			return seconds(at), true
		}
	}
	return 0, false
}

func seconds(at time.Time) float64 { return float64(at.Unix()) + float64(at.Nanosecond())/1e9 }

// instant is the time of seconds since 1970.
func instant(seconds float64) time.Time {
	whole := math.Floor(seconds)
	return time.Unix(int64(whole), int64(math.Round((seconds-whole)*1e9))).UTC()
}

// category is the code of a cell.
func (c *cells) category(cell string) float64 {
	code, known := c.codes[cell]
	if known {
		return code
	}
	if c.words.missing(cell) {
		code = math.NaN()
	} else {
		cell = strings.Clone(cell)
		code = float64(len(c.names))
		c.names = append(c.names, cell)
	}
	c.codes[strings.Clone(cell)] = code
	return code
}

// expected says what a cell of a kind is.
func (o ReadOptions) expected(kind Kind) string {
	switch kind {
	case Number:
		return fmt.Sprintf("a number within ±%g", float64(largest))
	case Boolean:
		return "true, false, yes, no, 1 or 0"
	case Date:
		return fmt.Sprintf("a date in one of the formats %q", o.Layouts)
	}
	return "text"
}
