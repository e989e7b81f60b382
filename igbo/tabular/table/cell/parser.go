package cell

import (
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Words is the set of words for a missing cell.
type Words struct {
	set     map[string]bool // in lower case
	longest int
}

// Words returns the set of words for a missing cell. Many parsers can share it.
func (h Options) Words() Words {
	w := Words{set: map[string]bool{}}
	for _, m := range h.Missing {
		m = strings.ToLower(strings.TrimSpace(m))
		m = norm.NFC.String(m)
		w.set[m], w.longest = true, max(w.longest, len(m))
	}
	return w
}

// missing reports whether a trimmed cell is missing.
func (w Words) missing(cell string) bool {
	cell = norm.NFC.String(cell)
	return len(cell) <= w.longest && w.set[strings.ToLower(cell)]
}

// A Parser parses the cells of one column, in their order.
type Parser struct {
	// Stated reports whether the user stated the kind: then a code such as 007 is a number, and 20200131 a date.
	Stated bool

	kind     Kind
	words    Words
	signs    signs
	simple   bool // numbers in the default notation
	layouts  []string
	codes    map[string]float64 // codes of categories; NaN for a missing word
	names    []string
	layout   string // the layout that fitted last, if no cell fits two
	usual    bool   // the layouts are the default ones; a cell fits at most one of them
	verbatim bool   // keep the Unicode form of texts
	compact  bool   // one of the layouts has only digits
}

// NewParser returns a parser of cells of a kind. The words are those of the options.
func NewParser(kind Kind, w Words, h Options) *Parser {
	own, usual := h.signs(), slices.Equal(h.Layouts, usualLayouts())
	return &Parser{
		kind: kind, words: w, signs: own, simple: kind == Number && own == (signs{}), layouts: h.Layouts,
		codes: map[string]float64{}, usual: usual, verbatim: h.Verbatim, compact: !usual && h.compact(),
	}
}

// Names returns the categories that were parsed, in order of appearance. The code of a category is its index.
func (c *Parser) Names() []string { return c.names }

// Begin clears the list of categories.
func (c *Parser) Begin() { c.codes, c.names = map[string]float64{}, nil }

// Parse returns the value of a trimmed cell, NaN if it is missing, and reports whether the cell is of the column's kind.
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

// Category returns the code of a trimmed cell: the index of its name in Names, NaN for a missing word.
func (c *Parser) Category(cell string) float64 {
	code, known := c.codes[cell]
	if known {
		return code
	}
	cell = strings.Clone(cell)
	if name := norm.NFC.String(cell); name != cell && !c.verbatim {
		code = c.Category(name)
	} else if c.words.missing(cell) {
		code = math.NaN()
	} else {
		code = float64(len(c.names))
		c.names = append(c.names, cell)
	}
	c.codes[cell] = code
	return code
}
