package estimate

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Read reads some rows once more, whose numbers are in increasing order, as columns
// [D][len(rows)].
type Read func(rows []int) (columns [][]float64, err error)

// Sample is the sample of the rows added, by the settings that the moments were made for. Its
// numbers are those of NewSample on all rows. Redrawn batches, Bootstrap and Permutation need
// the rows that they draw: read reads them, or is nil where rows can be read once. Fewer rows
// than make a batch make one. Errors: no rows, other settings, those of read.
func (m *Moments) Sample(cfg Config, read Read) (*Sample, error) {
	if m.Rows < 1 {
		return nil, errors.New("estimate: got no rows, expected at least one")
	}
	asked, err := NewMoments(m.Features, cfg)
	if err != nil {
		return nil, err
	}
	if err := asked.fits(m); err != nil {
		return nil, err
	}
	m.Flush()
	if !m.Pooled && m.Batches == 0 {
		return NewSample(mat.NewDense(m.Rows, m.Features, slices.Clone(m.Tail)), cfg), nil
	}
	s := &Sample{Size: m.Size, Dropped: m.Rows - m.Used, n: m.Batches, used: m.Used, pooled: m.Pooled, tie: rounding * m.UsedMost}
	again := &stream{m, read}
	s.scores = again
	if m.Pooled {
		s.Size = cfg.BatchSize
		columns, batches, err := again.gather(DrawBatches(m.Rows, cfg.Batches, cfg.BatchSize, cfg.Seed))
		if err != nil {
			return nil, err
		}
		s.average(newHeld(columns, batches), m.UsedMost)
		return s, nil
	}
	s.batches = again
	s.Means = make([]float64, m.Features)
	for k := range s.Means {
		s.Means[k] = m.Sums[k].over(m.Batches)
	}
	return s, nil
}

// stream is the moments of scores, and the scores once more.
type stream struct {
	m    *Moments
	read Read
}

func (s *stream) between(u, v int) float64 { return s.m.Between.variance(u, v) }

func (s *stream) within(u, v int) float64 {
	return s.m.Within[s.m.Between.index(u, v)] / float64(s.m.WithinBatches)
}

func (s *stream) above(u, v int) (uv, vu float64) {
	p, n := s.m.Between.index(u, v), float64(s.m.Batches)
	uv, vu = float64(s.m.Above[p])/n, float64(s.m.Below[p])/n
	if u > v {
		return vu, uv
	}
	return uv, vu
}

func (s *stream) variance(u, v int) float64 { return s.m.RowPairs.variance(u, v) }

func (s *stream) mean(k int) float64 { return s.m.RowSums[k].over(s.m.Used) }

func (s *stream) outside(k int, _, _ float64) (row int, x float64, found bool) {
	return s.m.Range.Rows[k], s.m.Range.Scores[k], s.m.Range.Rows[k] >= 0
}

// gather reads the rows that are drawn, each once.
func (s *stream) gather(draws [][]int) (columns [][]float64, at [][]int, err error) {
	if s.read == nil {
		return nil, nil, fmt.Errorf("estimate: %d batches are drawn from %d rows, which must be read a second time, and can be read once",
			len(draws), s.m.Used)
	}
	rows := slices.Concat(draws...)
	slices.Sort(rows)
	rows = slices.Compact(rows)
	if columns, err = s.read(rows); err != nil {
		return nil, nil, err
	}
	at = make([][]int, len(draws))
	for i, d := range draws {
		at[i] = make([]int, len(d))
		for j, row := range d {
			at[i][j], _ = slices.BinarySearch(rows, row)
		}
	}
	return columns, at, nil
}
