package cell

import (
	"fmt"
	"slices"
	"strings"
)

// A Survey counts the cells of a column by form. For each form of cell, it holds the count and the first example. It is used if the kind
// is not stated. The resulting kind does not depend on the order of the rows.
type Survey struct {
	at    int // the column's position in a line, from 1; 0 if the file has no lines
	count [sights]int
	first [sights]found
	days  days
}

// found is a cell and its row, from 0.
type found struct {
	word  string
	row   int
	place string // of the row in the file
}

// Survey inspects the values of a parsed column. at is its position in a line, from 1, or 0 if the file has no lines.
func (c *Parser) Survey(values []float64, at int) *Survey {
	s := &Survey{at: at}
	if c.kind != Category {
		k := map[Kind]sight{Number: aNumber, Date: aDate}[c.kind]
		if row := slices.IndexFunc(values, func(v float64) bool { return v == v }); row >= 0 {
			s.see(k, present(values), found{word: Text(c.kind, values[row]), row: row})
		}
		if c.kind == Number {
			s.days = daysIn(values)
		}
		return s
	}
	counts, first := make([]int, len(c.names)), make([]int, len(c.names))
	for i, v := range values {
		if v == v {
			if counts[int(v)] == 0 {
				first[int(v)] = i
			}
			counts[int(v)]++
		}
	}
	for k, name := range c.names {
		look := c.look(name)
		if look == aNumber && at == 0 {
			look = anOdd // the text of a number in a file that also has numbers
		}
		s.see(look, counts[k], found{word: name, row: first[k]})
	}
	return s
}

// present counts the values that are not missing.
func present(values []float64) (n int) {
	for _, v := range values {
		if v == v {
			n++
		}
	}
	return n
}

func (s *Survey) see(k sight, n int, at found) {
	if s.count[k] == 0 {
		s.first[k] = at
	}
	s.count[k] += n
}

// Like returns an empty survey of the same column.
func (s *Survey) Like() *Survey { return &Survey{at: s.at} }

// With adds the survey of a later piece of the file. rows is the number of rows before the piece, and place names a row of the piece.
func (s *Survey) With(later *Survey, place func(row int) string, rows int) {
	for k, n := range later.count {
		if n > 0 {
			at := later.first[k]
			at.place, at.row = place(at.row), rows+at.row
			s.see(sight(k), n, at)
		}
	}
	s.days.add(later.days)
}

// Mixed reports whether the column has no single kind, whatever rows follow.
func (s *Survey) Mixed() bool {
	numbers, dates, words := s.count[aNumber] > 0, s.count[aDate] > 0, s.count[aWord]+s.count[aBoolean] > 0
	return s.count[anOdd] > 0 || numbers && dates || numbers && words || dates && words
}

// allDays reports whether all cells are numbers that may be dates without separators.
func (s *Survey) allDays() bool {
	n := s.count[aNumber]
	return n > 0 && s.days.count == n && len(s.days.first) == fewestDays
}

// Kind returns the kind of all cells, or false if there are several kinds, or cells look like another kind. Numbers that may all be dates
// without separators also give false. Words in a column of booleans make it a category, unless most cells are true or false.
func (s *Survey) Kind() (Kind, bool) {
	words, booleans := s.count[aWord], s.count[aBoolean]
	switch {
	case s.Mixed() || words > 0 && booleans > words:
		return Category, false
	case s.allDays():
		return Number, false
	case s.count[aDate] > 0:
		return Date, true
	case words > 0:
		return Category, true
	case booleans > 0:
		return Boolean, true
	}
	return Number, true
}

// Refuse returns an error that names the cell that leaves the kind of a column open, and the option that decides it.
func (s *Survey) Refuse(file, name string, h Options) error {
	at, reports := s.refusal(name, h)
	if s.at == 0 {
		return fmt.Errorf("table: %s: %s, column %.60q: %s", file, at.place, name, reports)
	}
	return fmt.Errorf("table: %s: %s, column %d (%.60q): %s", file, at.place, s.at, name, reports)
}

func (s *Survey) refusal(name string, h Options) (at found, reports string) {
	if s.allDays() {
		at = s.first[aNumber]
		return at, fmt.Sprintf("%s looks like a date without separators, as do all %d values of the column; state its kind: --kind %q%s or --kind %q",
			at.word, s.days.count, name+"="+string(Date), h.dayFormat(), name+"="+string(Number))
	}
	kinds := map[sight]Kind{aNumber: Number, aDate: Date, aBoolean: Boolean, aWord: Category}
	most := aWord
	for k, n := range s.count {
		if sight(k) != anOdd && n > s.count[most] {
			most = sight(k)
		}
	}
	if s.count[most] == 0 { // all are odd
		at = s.first[anOdd]
		return at, fmt.Sprintf("%.40q looks like %s; state its kind: %s", at.word, s.likeness(at.word, h).looks, s.flags(at.word, name, Number, h))
	}
	for k, n := range s.count {
		if sight(k) != most && n > 0 && (at.word == "" || s.first[k].row < at.row) {
			at = s.first[k]
		}
	}
	looks := ""
	if l := s.likeness(at.word, h); l.looks != "" {
		looks = ", and it looks like " + l.looks
	}
	return at, fmt.Sprintf("%.40q is not %s, as most cells of the column are%s; state its kind: %s, or a word for missing values (--set na=WORD)", at.word, h.Expected(kinds[most]), looks, s.flags(at.word, name, kinds[most], h))
}

// likeness describes what is unusual about a word.
func (s *Survey) likeness(word string, h Options) likeness {
	_, ok := h.signs().number(word)
	switch {
	case ok && !padded(word) && s.at == 0:
		return likeness{looks: "a number that the file has as text"}
	case ok && !padded(word):
		return likeness{looks: "a number"}
	}
	return odd(word)
}

// flags returns the flags that decide how a word is read.
func (s *Survey) flags(word, name string, most Kind, h Options) string {
	var flags []string
	if v, ok := h.signs().number(word); ok && isDay(v) {
		flags = append(flags, fmt.Sprintf("--kind %q%s", name+"="+string(Date), h.dayFormat()))
	}
	if f := s.likeness(word, h).flags; f != "" {
		flags = append(flags, f)
	}
	if _, ok := h.signs().number(word); ok && most == Number {
		flags = append(flags, fmt.Sprintf("--kind %q", name+"="+string(Number)))
	}
	return strings.Join(append(flags, fmt.Sprintf("--kind %q", name+"="+string(Category))), " or ")
}
