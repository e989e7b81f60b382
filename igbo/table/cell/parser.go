package cell

import (
	"math"
	"slices"
	"strings"
	"time"
)

// Words are the words of a missing cell.
type Words struct {
	set     map[string]bool // in lower case
	longest int
}

// Words are those of the habits, for many parsers.
func (h Habits) Words() Words {
	w := Words{set: map[string]bool{}}
	for _, m := range h.Missing {
		m = strings.ToLower(strings.TrimSpace(m))
		w.set[m], w.longest = true, max(w.longest, len(m))
	}
	return w
}

// missing tells whether a trimmed cell is missing.
func (w Words) missing(cell string) bool {
	return len(cell) <= w.longest && w.set[strings.ToLower(cell)]
}

// Parser parses the cells of one column, in their order.
type Parser struct {
	// Stated says that the kind is stated: a code such as 007 is then a number, and 20200131 a date.
	Stated bool

	kind    Kind
	words   Words
	signs   signs
	simple  bool // numbers in the usual signs
	layouts []string
	codes   map[string]float64 // of categories; NaN for a missing word
	names   []string
	layout  string // that fitted last, where no cell fits two
	usual   bool   // the layouts are the default ones, of which a cell fits one alone
	compact bool   // one of the layouts has nothing but digits
}

// NewParser parses cells as a kind; the words are those of the habits.
func NewParser(kind Kind, w Words, h Habits) *Parser {
	own, usual := h.signs(), slices.Equal(h.Layouts, usualLayouts())
	return &Parser{
		kind: kind, words: w, signs: own, simple: kind == Number && own == (signs{}), layouts: h.Layouts,
		codes: map[string]float64{}, usual: usual, compact: !usual && h.compact(),
	}
}

// Names are the categories that were parsed, in the order in which they appeared: the codes are their places.
func (c *Parser) Names() []string { return c.names }

// Begin forgets the categories that were parsed.
func (c *Parser) Begin() { c.codes, c.names = map[string]float64{}, nil }

// Parse returns the value of a trimmed cell, NaN of a missing one, and whether it is of the column's kind.
func (c *Parser) Parse(cell string) (float64, bool) {
	if c.simple && cell != "" && (cell[0] != '0' || c.Stated || !padded(cell)) { // most cells of most files
		if v, ok := short(cell); ok {
			return v, true
		}
	}
	switch c.kind {
	case Number:
		if v, ok := c.signs.number(cell); ok && (c.Stated || !padded(cell)) {
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
		return c.Category(cell), true
	}
	return math.NaN(), c.words.missing(cell)
}

// date parses a date to seconds since 1970.
func (c *Parser) date(cell string) (float64, bool) {
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
	if c.Stated && !c.compact {
		if v, ok := c.signs.number(cell); ok {
			at, ok := day(v)
			return seconds(at), ok
		}
	}
	return 0, false
}

// Category is the code of a trimmed cell: the place of its name in Names, NaN of a missing word.
func (c *Parser) Category(cell string) float64 {
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
