package cli

import "time"

// remaining estimates the remaining time from the later half of what this run has done, because the first parts often take longer. Work of
// an earlier run counts as done, and took no time in this run.
type remaining struct {
	start time.Time
	first int // work done at the first update
	begun bool
	marks []mark // one for each hundredth of the work
}

// mark is the amount of work done at a time.
type mark struct {
	at   time.Time
	done int
}

// An estimate needs minShare of the work that this run has to do, and minTime.
const (
	minShare = 0.1
	minTime  = 2 * time.Second
)

// estimate returns the remaining time after some of the total work is done, and whether enough is done for an estimate.
func (r *remaining) estimate(now time.Time, done, total int) (time.Duration, bool) {
	did, all := float64(done-r.first), float64(total-r.first)
	if !r.begun || done >= total || did < minShare*all || did <= 0 || now.Sub(r.start) < minTime {
		return 0, false
	}
	from := mark{r.start, r.first}
	for _, m := range r.marks {
		if 2*(m.done-r.first) <= done-r.first {
			from = m
		}
	}
	return time.Duration(float64(now.Sub(from.at)) * float64(total-done) / float64(done-from.done)), true
}

// text records an update and returns the estimate as text, or "" if there is none.
func (r *remaining) text(now time.Time, done, total int) string {
	if !r.begun {
		r.first, r.begun = done, true
	}
	if n := len(r.marks); n == 0 || 100*(done-r.marks[n-1].done) >= total-r.first {
		r.marks = append(r.marks, mark{now, done})
	}
	left, ok := r.estimate(now, done, total)
	if !ok {
		return ""
	}
	return ", about " + rounded(left).String() + " left"
}

// rounded keeps the significant digits of an estimate.
func rounded(d time.Duration) time.Duration {
	switch {
	case d >= time.Hour:
		return d.Round(10 * time.Minute)
	case d >= time.Minute:
		return d.Round(10 * time.Second)
	}
	return max(d.Round(time.Second), time.Second)
}
