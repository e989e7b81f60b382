package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
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
// The table is UTF-8 text, with or without a byte order mark, with lines that
// end in LF or CR LF, and fields in double quotes where they need them.
//
// Errors name the line, and the column where it is one: a column that is
// missing or there twice, a ragged line, an open quote, text, NaN or a number
// beyond float64, a date that does not parse, comes twice, is out of order or
// leaves a gap, bytes that are no text; and a table too short for one window,
// or windows of more than 2³⁰ numbers (8 GiB).
func ReadCSV(r io.Reader, cfg CSVConfig) (*Series, error) {
	if r == nil {
		return nil, errors.New("datasets: no table to read, the reader is nil")
	}
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	records, err := cfg.read(r)
	if err != nil {
		return nil, err
	}
	if err := cfg.fits(records); err != nil {
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
		return fmt.Errorf("datasets: window %d, stride %d, horizon %d, want at least 1, 1 and 0", c.Window, c.Stride, c.Horizon)
	case max(c.Window, c.Stride, c.Horizon) > maxNumbers:
		return fmt.Errorf("datasets: window %d, stride %d, horizon %d, want at most %d each", c.Window, c.Stride, c.Horizon, maxNumbers)
	case c.Every <= 0:
		return fmt.Errorf("datasets: Every is %s, want a positive time", c.Every)
	}
	for i, name := range c.Columns {
		if name == "" || slices.Contains(c.Columns[:i], name) {
			return fmt.Errorf("datasets: the names of the columns %q must differ", c.Columns)
		}
	}
	return nil
}

// windows is the number of windows that a group of records gives.
func (c CSVConfig) windows(records int) int {
	return max(0, (records-c.Window-c.Horizon+c.Stride)/c.Stride)
}

// fits checks that the windows are no more numbers than a machine holds.
func (c CSVConfig) fits(groups []*group) error {
	n := 0
	for _, g := range groups {
		n += c.windows(len(g.records))
	}
	if !fit(n, c.Window, len(c.Columns)+1) {
		return fmt.Errorf("datasets: %d windows of %d steps and %d columns, want at most %d numbers (a larger stride gives fewer windows)",
			n, c.Window, len(c.Columns)+1, maxNumbers)
	}
	return nil
}

// maxNumbers is how many numbers a data set may have: 8 GiB of them.
const maxNumbers = 1 << 30

// fit tells whether the product of counts is at most maxNumbers.
func fit(counts ...int) bool {
	left := maxNumbers
	for _, n := range counts {
		if n == 0 {
			return true
		}
		if left /= n; left == 0 {
			return false
		}
	}
	return true
}

// cut makes windows of one group.
func (c CSVConfig) cut(g *group) *Series {
	s := &Series{}
	for n := range c.windows(len(g.records)) {
		from := n * c.Stride
		for t := from; t < from+c.Window; t++ {
			s.X = append(s.X, g.records[t].values...)
			s.Y = append(s.Y, g.records[t+c.Horizon].target)
		}
		end := g.records[from+c.Window-1].date.Format(c.Layout)
		s.Ends = append(s.Ends, strings.TrimSpace(g.name+" "+end))
	}
	return s
}
