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
)

// CSVConfig says how windows are cut from a table of daily (or otherwise
// evenly spaced) records, one record a line, with a header.
type CSVConfig struct {
	// Date is the column of dates, Layout its format as in package time.
	Date   string
	Layout string
	// Every is the time between records; gaps are errors.
	Every time.Duration
	// Group is a column that parts the table into series of their own, such as a place; empty for one series.
	Group string
	// Columns are the input columns, Target the column to be predicted.
	Columns []string
	Target  string
	// Window is T, Stride the number of records from one window to the next.
	Window, Stride int
	// Horizon is how many records ahead the target lies: y_t is Target at t + Horizon.
	Horizon int
}

// ReadCSV cuts windows from a table: inputs x_t are the columns at t, targets
// y_t the target column at t + Horizon. Groups come one after the other, each
// in the order of time.
//
// Errors name the line: a missing column, a ragged line, text or NaN in a
// number, a date that does not parse, comes twice, is out of order or leaves a
// gap; and a table too short for one window.
func ReadCSV(r io.Reader, cfg CSVConfig) (*Series, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	records, err := cfg.read(r)
	if err != nil {
		return nil, err
	}
	out := &Series{Features: slices.Clone(cfg.Columns), Steps: cfg.Window}
	for _, g := range records {
		out.join(cfg.cut(g))
	}
	if out.Windows() == 0 {
		return nil, fmt.Errorf("datasets: no group has the %d records that a window of %d steps with a horizon of %d needs",
			cfg.Window+cfg.Horizon, cfg.Window, cfg.Horizon)
	}
	return out, nil
}

func (c CSVConfig) validate() error {
	switch {
	case len(c.Columns) == 0 || c.Target == "" || c.Date == "" || c.Layout == "":
		return errors.New("datasets: columns, target, date and layout must be given")
	case c.Window < 1 || c.Stride < 1 || c.Horizon < 0:
		return fmt.Errorf("datasets: window %d, stride %d, horizon %d, expected at least 1, 1 and 0", c.Window, c.Stride, c.Horizon)
	case c.Every <= 0:
		return fmt.Errorf("datasets: records every %s, expected a positive time", c.Every)
	}
	return nil
}

// record is a line of the table.
type record struct {
	line   int
	date   time.Time
	values []float64
	target float64
}

// group is a series of the table.
type group struct {
	name    string
	records []record
}

func (c CSVConfig) read(r io.Reader) ([]*group, error) {
	reader := csv.NewReader(r)
	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("datasets: no header line: %w", err)
	}
	at, err := c.locate(header)
	if err != nil {
		return nil, err
	}
	var groups []*group
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return groups, nil
		}
		line, _ := reader.FieldPos(0)
		if err != nil {
			return nil, fmt.Errorf("datasets: %w (the header has %d columns)", err, len(header))
		}
		name := ""
		if c.Group != "" {
			name = fields[at[c.Group]]
		}
		rec, err := c.parse(fields, at, line)
		if err != nil {
			return nil, err
		}
		if groups, err = c.add(groups, name, rec); err != nil {
			return nil, err
		}
	}
}

// locate finds the needed columns in the header.
func (c CSVConfig) locate(header []string) (map[string]int, error) {
	at := map[string]int{}
	for i, name := range header {
		at[strings.TrimSpace(name)] = i
	}
	needed := append([]string{c.Date, c.Target}, c.Columns...)
	if c.Group != "" {
		needed = append(needed, c.Group)
	}
	for _, name := range needed {
		if _, found := at[name]; !found {
			return nil, fmt.Errorf("datasets: line 1: no column %q, the header has %q", name, header)
		}
	}
	return at, nil
}

func (c CSVConfig) parse(fields []string, at map[string]int, line int) (record, error) {
	date, err := time.Parse(c.Layout, fields[at[c.Date]])
	if err != nil {
		return record{}, fmt.Errorf("datasets: line %d: date %q, expected the format %s", line, fields[at[c.Date]], c.Layout)
	}
	rec := record{line: line, date: date}
	for _, name := range append(slices.Clone(c.Columns), c.Target) {
		v, err := strconv.ParseFloat(strings.TrimSpace(fields[at[name]]), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return record{}, fmt.Errorf("datasets: line %d: %s is %q, expected a finite number", line, name, fields[at[name]])
		}
		rec.values = append(rec.values, v)
	}
	rec.target = rec.values[len(c.Columns)]
	rec.values = rec.values[:len(c.Columns)]
	return rec, nil
}

// add appends a record to its group and checks the step in time.
func (c CSVConfig) add(groups []*group, name string, rec record) ([]*group, error) {
	i := slices.IndexFunc(groups, func(g *group) bool { return g.name == name })
	if i < 0 {
		return append(groups, &group{name: name, records: []record{rec}}), nil
	}
	g := groups[i]
	last := g.records[len(g.records)-1]
	switch step := rec.date.Sub(last.date); {
	case step == 0:
		return nil, fmt.Errorf("datasets: line %d: the date %s is there twice, first on line %d", rec.line, rec.date.Format(c.Layout), last.line)
	case step < 0:
		return nil, fmt.Errorf("datasets: line %d: the date %s comes after %s on line %d, expected the order of time", rec.line, rec.date.Format(c.Layout), last.date.Format(c.Layout), last.line)
	case step != c.Every:
		return nil, fmt.Errorf("datasets: line %d: a gap of %s before %s, expected records every %s", rec.line, step, rec.date.Format(c.Layout), c.Every)
	}
	g.records = append(g.records, rec)
	return groups, nil
}

// cut makes windows of one group.
func (c CSVConfig) cut(g *group) *Series {
	s := &Series{}
	for from := 0; from+c.Window+c.Horizon <= len(g.records); from += c.Stride {
		for t := from; t < from+c.Window; t++ {
			s.X = append(s.X, g.records[t].values...)
			s.Y = append(s.Y, g.records[t+c.Horizon].target)
		}
		end := g.records[from+c.Window-1].date.Format(c.Layout)
		s.Ends = append(s.Ends, strings.TrimSpace(g.name+" "+end))
	}
	return s
}
