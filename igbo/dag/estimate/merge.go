package estimate

import (
	"errors"
	"fmt"
	"math"
)

// Merge adds the rows of another, as if they came after those of m: shards of scores in any
// order give the same moments, up to rounding. Both must be of the same settings, and one of
// them at most may end in a batch that is not complete.
func (m *Moments) Merge(o *Moments) error {
	if err := m.fits(o); err != nil {
		return err
	}
	m.Flush()
	o.Flush()
	if len(m.Tail) > 0 && len(o.Tail) > 0 {
		return fmt.Errorf("estimate: both parts end in a batch that is not complete, of %d and %d rows of %d: cut scores at whole batches",
			len(m.Tail)/m.Features, len(o.Tail)/m.Features, m.Size)
	}
	m.Range.merge(o.Range, m.Rows)
	m.Rows += o.Rows
	m.Largest, m.UsedMost = math.Max(m.Largest, o.Largest), math.Max(m.UsedMost, o.UsedMost)
	m.Batches += o.Batches
	m.WithinBatches += o.WithinBatches
	m.Used += o.Used
	m.Tail = append(m.Tail, o.Tail...)
	for k := range m.Sums {
		m.Sums[k].Merge(o.Sums[k])
	}
	for k := range m.RowSums {
		m.RowSums[k].Merge(o.RowSums[k])
	}
	for p := range m.Within {
		m.Within[p] += o.Within[p]
	}
	for p := range m.Above {
		m.Above[p] += o.Above[p]
		m.Below[p] += o.Below[p]
	}
	return errors.Join(merge(m.Between, o.Between), merge(m.RowPairs, o.RowPairs))
}

func merge(m, o *Differences) error {
	if m == nil {
		return nil
	}
	return m.Merge(o)
}

// fits says whether the moments of another are of the same features and settings.
func (m *Moments) fits(o *Moments) error {
	if o == nil {
		return errors.New("estimate: got nil moments, expected some")
	}
	if m == o {
		return errors.New("estimate: got the same moments twice, expected those of other rows")
	}
	same := m.Features == o.Features && m.Size == o.Size && m.Pooled == o.Pooled && m.WithinMost == o.WithinMost &&
		len(m.Sums) == len(o.Sums) && len(m.RowSums) == len(o.RowSums) && len(m.Within) == len(o.Within) &&
		len(m.Above) == len(o.Above) && len(m.Below) == len(o.Below) && m.Range.fits(o.Range)
	if !same || m.Features < 1 || m.Size < 1 || len(o.Tail)%o.Features != 0 {
		return fmt.Errorf("estimate: got moments of %d features in batches of %d, expected those of %d in batches of %d, by the same settings",
			o.Features, o.Size, m.Features, m.Size)
	}
	for _, d := range [][2]*Differences{{m.Between, o.Between}, {m.RowPairs, o.RowPairs}} {
		if (d[0] == nil) != (d[1] == nil) {
			return errors.New("estimate: got moments by other settings, expected the same")
		}
		if d[1] != nil {
			if err := d[1].check(m.Features); err != nil {
				return err
			}
		}
	}
	return nil
}

// Range is where scores first leave an interval.
type Range struct {
	Lo, Hi float64
	Rows   []int     // [D]: the first row outside; −1: none
	Scores []float64 // [D]: the score there
}

func newRange(features int, cfg Config) Range {
	r := Range{Lo: cfg.ScoreMin, Hi: cfg.ScoreMax, Rows: make([]int, features), Scores: make([]float64, features)}
	for k := range r.Rows {
		r.Rows[k] = -1
	}
	return r
}

func (r *Range) add(row int, x []float64) {
	for k, x := range x {
		if (x < r.Lo || x > r.Hi) && r.Rows[k] < 0 {
			r.Rows[k], r.Scores[k] = row, x
		}
	}
}

// merge takes over what another found, whose rows come after the given number.
func (r *Range) merge(o Range, rows int) {
	for k := range r.Rows {
		if r.Rows[k] < 0 && o.Rows[k] >= 0 {
			r.Rows[k], r.Scores[k] = rows+o.Rows[k], o.Scores[k]
		}
	}
}

func (r *Range) fits(o Range) bool {
	return r.Lo == o.Lo && r.Hi == o.Hi && len(r.Rows) == len(o.Rows) && len(r.Scores) == len(o.Scores)
}
