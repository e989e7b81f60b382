package explain

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo"
)

// spread accumulates the mean and the variance of numbers (Welford, 1962).
type spread struct{ n, mean, square float64 }

func (s *spread) add(v float64) {
	s.n++
	d := v - s.mean
	s.mean += d / s.n
	s.square += d * (v - s.mean)
}

// error returns the standard error of the mean of independent numbers, 0 for one number.
func (s *spread) error() float64 {
	if s.n < 2 {
		return 0
	}
	return math.Sqrt(s.square/(s.n-1)) / math.Sqrt(s.n)
}

// halfWidth returns half the width of the t interval of a mean over independent samples,
//
//	t_{(1+level)/2, N−1} · s/√N
//
// and 0 for one sample.
func (s *spread) halfWidth(level float64) float64 {
	if s.n < 2 {
		return 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: s.n - 1}.Quantile((1 + level) / 2)
	return t * math.Sqrt(s.square/(s.n-1)) / math.Sqrt(s.n)
}

// halfWidth returns half the width of the t interval of a mean, from its standard error and the degrees of freedom.
func halfWidth(level, se, freedom float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1+level)/2) * se
}

// tally accumulates scores in pieces.
type tally struct {
	names       []string
	share, mean []spread // the spreads of |H_k| and of H_k
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

// features returns the mean shares with their intervals.
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

// pairSpread holds the spreads of |I| and of I for one pair.
type pairSpread struct{ size, mean spread }

// pairTally accumulates interactions in pieces.
type pairTally struct {
	k       int
	spreads []pairSpread
	change  spread // |f(x) − mean f|
	noise   spread // standard errors
}

// each calls of with each output and the samples for which it is explained.
func (t *pairTally) each(chosen []int, of func(output int, at []int) error) error {
	at := map[int][]int{}
	for i, o := range chosen {
		at[o] = append(at[o], i)
	}
	for o := range slices.Max(append([]int{0}, chosen...)) + 1 {
		if len(at[o]) > 0 {
			if err := of(o, at[o]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *pairTally) add(values, errors []float64) {
	for i, v := range values {
		p := i % (t.k * t.k)
		if p/t.k >= p%t.k {
			continue
		}
		t.spreads[p].size.add(math.Abs(v))
		t.spreads[p].mean.add(v)
		if errors != nil {
			t.noise.add(errors[i])
		}
	}
}

func (t *pairTally) moved(outputs []float64, base float64) {
	for _, y := range outputs {
		t.change.add(math.Abs(y - base))
	}
}

// floor returns the size that a pair without interaction would have by chance.
func (t *pairTally) floor() float64 { return math.Sqrt(2/math.Pi) * t.noise.mean }

// pairs returns the pairs, the largest first.
func (t *pairTally) pairs(names []string, level float64) (list []Pair) {
	for p, s := range t.spreads {
		if i, j := p/t.k, p%t.k; i < j {
			one := Pair{First: names[i], Second: names[j], Size: s.size.mean, Interval: s.size.halfWidth(level), Mean: s.mean.mean}
			if t.change.mean > 0 {
				one.Share = one.Size / t.change.mean
			}
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b Pair) int { return cmp.Compare(b.Size, a.Size) })
	return list
}
