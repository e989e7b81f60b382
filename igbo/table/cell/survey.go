package cell

import (
	"fmt"
	"slices"
	"strings"
)

// Survey is what the cells of a column look like whose kind is not stated: of each sight how many, and the first. What is
// made of it is the same for any order of the rows.
type Survey struct {
	at    int // the column's place in a line, from 1; 0 where the file has no lines
	count [sights]int
	first [sights]found
	days  days
}

// found is a cell, and the row that it is in, from 0.
type found struct {
	word  string
	row   int
	place string // of the row in the file
}

// Survey looks at the values of a column that was parsed; at is its place in a line, from 1, 0 where the file has no lines.
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
			look = anOdd // text of a number in a file that has numbers too
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

// Like is a survey of no cells, of the same column.
func (s *Survey) Like() *Survey { return &Survey{at: s.at} }

// With adds the survey of a piece of the file whose rows come later, after so many; place names a row of the piece.
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

// Mixed tells whether no row that may follow makes one kind of the column.
func (s *Survey) Mixed() bool {
	numbers, dates, words := s.count[aNumber] > 0, s.count[aDate] > 0, s.count[aWord]+s.count[aBoolean] > 0
	return s.count[anOdd] > 0 || numbers && dates || numbers && words || dates && words
}

// allDays reports whether all cells are numbers that may be dates without separators.
func (s *Survey) allDays() bool {
	n := s.count[aNumber]
	return n > 0 && s.days.count == n && len(s.days.first) == fewestDays
}

// Kind is that of all cells, or false where they are of several, or are not what they look like: numbers too, where all of
// them may be dates without separators. Words among true and false make categories of them, unless most are true or false.
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

// Refuse says which cell leaves the kind of a column open, and what decides it.
func (s *Survey) Refuse(file, name string, h Habits) error {
	at, says := s.refusal(name, h)
	if s.at == 0 {
		return fmt.Errorf("table: %s: %s, column %.60q: %s", file, at.place, name, says)
	}
	return fmt.Errorf("table: %s: %s, column %d (%.60q): %s", file, at.place, s.at, name, says)
}

func (s *Survey) refusal(name string, h Habits) (at found, says string) {
	if s.allDays() {
		at = s.first[aNumber]
		return at, fmt.Sprintf("%s looks like a date without separators, as do all %d values of the column; say what it is: --kind %q%s or --kind %q",
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
		return at, fmt.Sprintf("%.40q looks like %s; say what it is: %s", at.word, s.likeness(at.word, h).looks, s.ways(at.word, name, Number, h))
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
	return at, fmt.Sprintf("%.40q, expected %s, as most cells of the column%s; say what it is: %s, or a word for missing values (--na)", at.word, h.Expected(kinds[most]), looks, s.ways(at.word, name, kinds[most], h))
}

// likeness is what is odd about a word.
func (s *Survey) likeness(word string, h Habits) likeness {
	_, ok := h.signs().number(word)
	switch {
	case ok && !padded(word) && s.at == 0:
		return likeness{looks: "a number that the file has as text"}
	case ok && !padded(word):
		return likeness{looks: "a number"}
	}
	return odd(word)
}

// ways are what decides how a word is read.
func (s *Survey) ways(word, name string, most Kind, h Habits) string {
	var ways []string
	if v, ok := h.signs().number(word); ok && isDay(v) {
		ways = append(ways, fmt.Sprintf("--kind %q%s", name+"="+string(Date), h.dayFormat()))
	}
	if way := s.likeness(word, h).way; way != "" {
		ways = append(ways, way)
	}
	if _, ok := h.signs().number(word); ok && most == Number {
		ways = append(ways, fmt.Sprintf("--kind %q", name+"="+string(Number)))
	}
	return strings.Join(append(ways, fmt.Sprintf("--kind %q", name+"="+string(Category))), " or ")
}
