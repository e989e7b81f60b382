package cell

import (
	"math"
	"time"
)

// Numbers such as 20200131 may be dates without separators if the year is in this range and the column has at least fewestDays distinct
// ones.
const (
	earliestYear, latestYear = 1800, 2199
	fewestDays               = 3
)

// days counts numbers that may be dates without separators, until one cannot.
type days struct {
	count int       // -1 if a number is not a date
	first []float64 // the first distinct dates, at most fewestDays
}

// daysIn counts the possible dates in a numeric column, in which NaN is missing.
func daysIn(values []float64) (d days) {
	for _, v := range values {
		if v != v {
			continue
		}
		if !isDay(v) {
			return days{count: -1}
		}
		d.count++
		d.note(v)
	}
	return d
}

// note stores the first distinct dates.
func (d *days) note(v float64) {
	for _, known := range d.first {
		if known == v {
			return
		}
	}
	if len(d.first) < fewestDays {
		d.first = append(d.first, v)
	}
}

// add adds the counts of later rows.
func (d *days) add(later days) {
	if d.count < 0 || later.count < 0 {
		*d = days{count: -1}
		return
	}
	d.count += later.count
	for _, v := range later.first {
		d.note(v)
	}
}

// isDay reports whether the eight digits of a number form a valid date: year, month and day.
func isDay(v float64) bool {
	_, ok := day(v)
	return ok
}

// day returns the day that the eight digits of a number form.
func day(v float64) (time.Time, bool) {
	if v < earliestYear*1e4 || v >= (latestYear+1)*1e4 || v != math.Trunc(v) {
		return time.Time{}, false
	}
	n := int(v)
	at := time.Date(n/1e4, time.Month(n/100%100), n%100, 0, 0, 0, 0, time.UTC)
	return at, at.Month() == time.Month(n/100%100) && at.Day() == n%100
}

// compact reports whether one of the date formats has only digits. This format then decides how to read the digits.
func (h Options) compact() bool {
	at := time.Date(1987, 11, 23, 13, 48, 59, 0, time.UTC)
	for _, layout := range h.Layouts {
		if _, ok := ParseNumber(at.Format(layout)); ok {
			return true
		}
	}
	return false
}

// dayFormat returns the flag that a user must add to the kind of a column of dates without separators.
func (h Options) dayFormat() string {
	at := time.Date(1987, 11, 23, 0, 0, 0, 0, time.UTC)
	if !h.compact() {
		return ""
	}
	for _, layout := range h.Layouts {
		if at.Format(layout) == "19871123" {
			return ""
		}
	}
	return " and --set date_format=%Y%m%d"
}
