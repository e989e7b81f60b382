package explain

import (
	"bufio"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable"
)

// spread is the mean and the spread of numbers that come one by one (Welford, 1962).
type spread struct{ n, mean, square float64 }

func (s *spread) add(v float64) {
	s.n++
	d := v - s.mean
	s.mean += d / s.n
	s.square += d * (v - s.mean)
}

// halfWidth is that of the t interval of a mean over independent samples,
//
//	t_{(1+level)/2, N−1} · s/√N
//
// 0 for one sample.
func (s *spread) halfWidth(level float64) float64 {
	if s.n < 2 {
		return 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: s.n - 1}.Quantile((1 + level) / 2)
	return t * math.Sqrt(s.square/(s.n-1)) / math.Sqrt(s.n)
}

// tally sums up scores that come piece by piece.
type tally struct {
	names       []string
	share, mean []spread // of |H_k| and of H_k
	gaps, rises spread
	largest     float64
}

func newTally(names []string) *tally {
	return &tally{names: names, share: make([]spread, len(names)), mean: make([]spread, len(names))}
}

func (t *tally) add(x *igbo.Explanation) {
	t.scores(x.Scores)
	for i, gap := range x.Gaps {
		t.gaps.add(gap)
		t.rises.add(x.Rises[i])
		t.largest = max(t.largest, gap)
	}
}

func (t *tally) scores(h *mat.Dense) {
	n, _ := h.Dims()
	for i := range n {
		for k, v := range h.RawRowView(i) {
			t.share[k].add(math.Abs(v))
			t.mean[k].add(v)
		}
	}
}

// features are the mean shares with their intervals.
func (t *tally) features(level float64) []Feature {
	list := make([]Feature, len(t.names))
	for k, name := range t.names {
		list[k] = Feature{Name: name, Share: t.share[k].mean, Mean: t.mean[k].mean, Interval: t.share[k].halfWidth(level)}
	}
	return list
}

func (t *tally) gap() Gap {
	g := Gap{Mean: t.gaps.mean, Largest: t.largest}
	if t.rises.mean > 0 {
		g.Relative = g.Mean / t.rises.mean
	}
	return g
}

// spool holds the lines of scores.csv of a large table in a temporary file.
type spool struct {
	file *durable.Scratch
	to   *bufio.Writer
}

func newSpool() (*spool, error) {
	f, err := durable.NewScratch()
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriterSize(f, 1<<20)}, nil
}

// write appends the lines of some scores.
func (s *spool) write(h *mat.Dense) error { return writeRows(s.to, h) }

// copyTo writes all lines.
func (s *spool) copyTo(w io.Writer) error {
	if err := s.to.Flush(); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(s.file, 0, info.Size()))
	return err
}

// writeRows writes a line a sample.
func writeRows(w io.Writer, h *mat.Dense) error {
	n, k := h.Dims()
	line := make([]byte, 0, 24*k)
	for i := range n {
		line = line[:0]
		for j, v := range h.RawRowView(i) {
			if j > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
