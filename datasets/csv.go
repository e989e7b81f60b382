package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// CSVConfig describes how windows are cut from a table with a header and one record per line. The records must
// be evenly spaced in time, such as daily.
type CSVConfig struct {
	// Date is the column of dates, and Layout its format as in package time.
	Date   string
	Layout string
	// Every is the time between records. Gaps are errors.
	Every time.Duration
	// Group is a column that divides the table into separate series, such as a place. Empty means one series.
	Group string
	// Columns lists the input columns. Target is the column to predict.
	Columns []string
	Target  string
	// Window is T. Stride is the number of records from one window to the next.
	Window, Stride int
	// Horizon is the number of records by which the target is ahead: y_t is Target at t + Horizon.
	Horizon int
}

// ReadCSV cuts windows from a table. Inputs x_t are the columns at time t, and targets y_t the target column at
// t + Horizon. The windows are grouped by series, in order of time.
//
// The table is UTF-8 text, with or without a byte order mark. Lines end in LF or CR LF, and fields may be in
// double quotes.
//
// ReadCSV returns an error if the table is malformed, if a column is missing or repeated, or if a cell is not a
// finite number. Dates must be valid, in order and without gaps. The table must have at least one window and at
// most 2³⁰ numbers (8 GiB). Errors name the line and, if possible, the column.
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

// windows returns the number of windows in a series with the given number of records.
func (c CSVConfig) windows(records int) int {
	return max(0, (records-c.Window-c.Horizon+c.Stride)/c.Stride)
}

// fits checks that the windows do not have more than maxNumbers numbers.
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

// maxNumbers is the maximum number of numbers in a data set: 8 GiB.
const maxNumbers = 1 << 30

// fit reports whether the product of counts is at most maxNumbers.
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

// cut cuts windows from one series.
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
