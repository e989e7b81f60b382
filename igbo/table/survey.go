package table

import (
	"fmt"
	"slices"
	"strings"
)

// survey is what the cells of a column look like whose kind is not stated: of each sight how many, and the first. What is
// made of it is the same for any order of the rows.
type survey struct {
	at    int // the column's place in a line, from 1; 0 where the file has no lines
	count [sights]int
	first [sights]found
}

// found is a cell, and the row that it is in, from 0.
type found struct {
	word  string
	row   int
	place string // of the row in the file
}

// survey looks at the cells of a column that was parsed.
func (c *cells) survey(of *Column, at int) *survey {
	s := &survey{at: at}
	if c.kind != Category {
		k := map[Kind]sight{Number: aNumber, Date: aDate}[c.kind]
		if n := len(of.Values) - c.missed; n > 0 {
			row := slices.IndexFunc(of.Values, func(v float64) bool { return v == v })
			s.see(k, n, found{word: of.Text(row), row: row})
		}
		return s
	}
	counts, first := make([]int, len(c.names)), make([]int, len(c.names))
	for i, v := range of.Values {
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

func (s *survey) see(k sight, n int, at found) {
	if s.count[k] == 0 {
		s.first[k] = at
	}
	s.count[k] += n
}

// with adds the survey of a piece of the file whose rows come later.
func (s *survey) with(later *survey, t *Table, rows int) {
	for k, n := range later.count {
		if n > 0 {
			at := later.first[k]
			at.place, at.row = t.place(at.row), rows+at.row
			s.see(sight(k), n, at)
		}
	}
}

// mixed tells whether no row that may follow makes one kind of the column.
func (s *survey) mixed() bool {
	numbers, dates, words := s.count[aNumber] > 0, s.count[aDate] > 0, s.count[aWord]+s.count[aBoolean] > 0
	return s.count[anOdd] > 0 || numbers && dates || numbers && words || dates && words
}

// kind is that of all cells, or false where they are of several, or are not what they look like. Words among true and
// false make categories of them, unless most are true or false.
func (s *survey) kind() (Kind, bool) {
	words, booleans := s.count[aWord], s.count[aBoolean]
	switch {
	case s.mixed() || words > 0 && booleans > words:
		return Category, false
	case s.count[aDate] > 0:
		return Date, true
	case words > 0:
		return Category, true
	case booleans > 0:
		return Boolean, true
	}
	return Number, true
}

// refuse says which cell leaves the kind of a column open, and what decides it.
func (s *survey) refuse(file, name string, o ReadOptions) error {
	at, says := s.refusal(name, o)
	if s.at == 0 {
		return fmt.Errorf("table: %s: %s, column %.60q: %s", file, at.place, name, says)
	}
	return fmt.Errorf("table: %s: %s, column %d (%.60s): %s", file, at.place, s.at, name, says)
}

func (s *survey) refusal(name string, o ReadOptions) (at found, says string) {
	kinds := map[sight]Kind{aNumber: Number, aDate: Date, aBoolean: Boolean, aWord: Category}
	most := aWord
	for k, n := range s.count {
		if sight(k) != anOdd && n > s.count[most] {
			most = sight(k)
		}
	}
	if s.count[most] == 0 { // all are odd
		at = s.first[anOdd]
		return at, fmt.Sprintf("%.40q looks like %s; say what it is: %s", at.word, s.likeness(at.word, o).looks, s.ways(at.word, name, Number, o))
	}
	for k, n := range s.count {
		if sight(k) != most && n > 0 && (at.word == "" || s.first[k].row < at.row) {
			at = s.first[k]
		}
	}
	looks := ""
	if l := s.likeness(at.word, o); l.looks != "" {
		looks = ", and it looks like " + l.looks
	}
	return at, fmt.Sprintf("%.40q, expected %s, as most cells of the column%s; say what it is: %s, or a word for missing values (--na)", at.word, o.expected(kinds[most]), looks, s.ways(at.word, name, kinds[most], o))
}

// likeness is what is odd about a word.
func (s *survey) likeness(word string, o ReadOptions) likeness {
	_, ok := o.habits().number(word)
	switch {
	case ok && !padded(word) && s.at == 0:
		return likeness{looks: "a number that the file has as text"}
	case ok && !padded(word):
		return likeness{looks: "a number"}
	}
	return odd(word)
}

// ways are what decides how a word is read.
func (s *survey) ways(word, name string, most Kind, o ReadOptions) string {
	var ways []string
	if way := s.likeness(word, o).way; way != "" {
		ways = append(ways, way)
	}
	if _, ok := o.habits().number(word); ok && most == Number {
		ways = append(ways, fmt.Sprintf("--kind %q", name+"="+string(Number)))
	}
	return strings.Join(append(ways, fmt.Sprintf("--kind %q", name+"="+string(Category))), " or ")
}
