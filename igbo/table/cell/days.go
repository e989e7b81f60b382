package cell

import (
	"math"
	"time"
)

// Dates without separators, such as 20200131, are those of these years, and as many different ones must be in a column
// before numbers are taken for dates.
const (
	earliestYear, latestYear = 1800, 2199
	fewestDays               = 3
)

// days counts numbers that may be dates without separators, until one may not.
type days struct {
	count int       // -1 where a number is none
	first []float64 // the first different ones, at most fewestDays
}

// daysIn counts in a column of numbers, in which NaN is missing.
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

// note keeps the first different dates.
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

// add adds those of later rows.
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

// isDay reports whether the eight digits of a number are a year, a month and a day of it.
func isDay(v float64) bool {
	_, ok := day(v)
	return ok
}

// day returns the day whose year, month and day are the eight digits of a number.
func day(v float64) (time.Time, bool) {
	if v < earliestYear*1e4 || v >= (latestYear+1)*1e4 || v != math.Trunc(v) {
		return time.Time{}, false
	}
	n := int(v)
	at := time.Date(n/1e4, time.Month(n/100%100), n%100, 0, 0, 0, 0, time.UTC)
	return at, at.Month() == time.Month(n/100%100) && at.Day() == n%100
}

// compact reports whether one of the formats of dates has nothing but digits: it decides then what the digits are.
func (h Habits) compact() bool {
	at := time.Date(1987, 11, 23, 13, 48, 59, 0, time.UTC)
	for _, layout := range h.Layouts {
		if _, ok := ParseNumber(at.Format(layout)); ok {
			return true
		}
	}
	return false
}

// dayFormat is what a user must add to the kind of a column of dates without separators.
func (h Habits) dayFormat() string {
	at := time.Date(1987, 11, 23, 0, 0, 0, 0, time.UTC)
	if !h.compact() {
		return ""
	}
	for _, layout := range h.Layouts {
		if at.Format(layout) == "19871123" {
			return ""
		}
	}
	return " and --date-format %Y%m%d"
}
