package datasets

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A record is a line of the table.
type record struct {
	line   int
	date   time.Time
	values []float64
	target float64
}

// A group is one series of the table.
type group struct {
	name    string
	records []record
}

func (c CSVConfig) read(r io.Reader) ([]*group, error) {
	reader := csv.NewReader(newTextReader(r))
	header, _, err := nextLine(reader)
	if errors.Is(err, io.EOF) {
		return nil, errors.New("datasets: no header line, the table is empty")
	}
	if err != nil {
		return nil, err
	}
	at, err := c.locate(header)
	if err != nil {
		return nil, err
	}
	var groups []*group
	byName := map[string]*group{}
	for {
		fields, line, err := nextLine(reader)
		if errors.Is(err, io.EOF) {
			return groups, nil
		}
		if err != nil {
			return nil, err
		}
		name := ""
		if c.Group != "" {
			name = fields[at[c.Group]]
		}
		rec, err := c.parse(fields, at, line)
		if err != nil {
			return nil, err
		}
		g := byName[name]
		if g == nil {
			g = &group{name: name}
			byName[name], groups = g, append(groups, g)
		}
		if err := c.add(g, rec); err != nil {
			return nil, err
		}
	}
}

// nextLine reads the next line that is not empty, and returns its number.
func nextLine(reader *csv.Reader) (fields []string, line int, err error) {
	fields, err = reader.Read()
	var bad *csv.ParseError
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		line, _ = reader.FieldPos(0)
		return nil, 0, fmt.Errorf("datasets: line %d: the row has %d columns, want the %d of the header", line, len(fields), reader.FieldsPerRecord)
	case errors.As(err, &bad):
		return nil, 0, fmt.Errorf("datasets: line %d, byte %d: %w (the field begins on line %d)", bad.Line, bad.Column, bad.Err, bad.StartLine)
	case err != nil:
		return nil, 0, fmt.Errorf("datasets: %w", err)
	}
	for i, field := range fields {
		if !utf8.ValidString(field) {
			line, _ := reader.FieldPos(i)
			return nil, 0, fmt.Errorf("datasets: line %d, column %d: the field is %.40q, want UTF-8 text", line, i+1, field)
		}
	}
	line, _ = reader.FieldPos(0)
	return fields, line, nil
}

// locate finds the required columns in the header.
func (c CSVConfig) locate(header []string) (map[string]int, error) {
	at, twice := map[string]int{}, map[string]int{}
	for i, name := range header {
		name = strings.TrimSpace(name)
		if first, found := at[name]; found {
			twice[name] = first
		}
		at[name] = i
	}
	needed := append([]string{c.Date, c.Target}, c.Columns...)
	if c.Group != "" {
		needed = append(needed, c.Group)
	}
	for _, name := range needed {
		if _, found := at[name]; !found {
			return nil, fmt.Errorf("datasets: line 1: no column %q, the header has %.40q%s", name, header[:min(len(header), 20)], more(header, 20))
		}
		if first, found := twice[name]; found {
			return nil, fmt.Errorf("datasets: line 1: the columns %d and %d are both named %q (want one of them)", first+1, at[name]+1, name)
		}
	}
	return at, nil
}

// more returns a note such as " and 3 more" if a list of names is cut after n.
func more(names []string, n int) string {
	if len(names) <= n {
		return ""
	}
	return fmt.Sprintf(" and %d more", len(names)-n)
}

func (c CSVConfig) parse(fields []string, at map[string]int, line int) (record, error) {
	date, err := time.Parse(c.Layout, fields[at[c.Date]])
	if err != nil {
		return record{}, fmt.Errorf("datasets: line %d, column %d: the date is %.40q, want the format %s", line, at[c.Date]+1, fields[at[c.Date]], c.Layout)
	}
	rec := record{line: line, date: date}
	for _, name := range append(slices.Clone(c.Columns), c.Target) {
		v, err := strconv.ParseFloat(strings.TrimSpace(fields[at[name]]), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return record{}, fmt.Errorf("datasets: line %d, column %d: %s is %.40q, want a finite number", line, at[name]+1, name, fields[at[name]])
		}
		rec.values = append(rec.values, v)
	}
	rec.target = rec.values[len(c.Columns)]
	rec.values = rec.values[:len(c.Columns)]
	return rec, nil
}

// add appends a record to its series and checks its date.
func (c CSVConfig) add(g *group, rec record) error {
	if len(g.records) == 0 {
		g.records = append(g.records, rec)
		return nil
	}
	last := g.records[len(g.records)-1]
	switch step := rec.date.Sub(last.date); {
	case step == 0:
		return fmt.Errorf("datasets: line %d: the date %s occurs twice, first on line %d", rec.line, rec.date.Format(c.Layout), last.line)
	case step < 0:
		return fmt.Errorf("datasets: line %d: the date %s follows %s of line %d (records must be in order of time)", rec.line, rec.date.Format(c.Layout), last.date.Format(c.Layout), last.line)
	case step != c.Every:
		return fmt.Errorf("datasets: line %d: the record is %s before %s, want records every %s", rec.line, step, rec.date.Format(c.Layout), c.Every)
	}
	g.records = append(g.records, rec)
	return nil
}
