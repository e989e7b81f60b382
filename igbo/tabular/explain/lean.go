package explain

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
)

// lean describes how much the mean of each statement depends on a baseline that is the mean of the data. Each sample moves that mean x′, so
// its influence on the mean T of a statement's values g is
//
//	h_i = g(i) − T + ∂T/∂x′ · (x_i − x′)
//
// For a series, x_i − x′ is the mean over its valid steps, weighted by their number. The interval is that of the mean of h. The slopes are
// central differences over the range in which the baseline varies, x′_c ± s_c/√N, on some of the samples.
type lean struct {
	means  []float64
	slopes [][]float64 // ∂T/∂x′ by statement
	steps  float64     // the mean number of valid steps of a sample
}

// The slopes are computed on leanCalls/columns samples, at least leastLean and at most mostLean.
const leanCalls, leastLean, mostLean = 5000, 32, 256

// lean returns the slopes of statements; nil if the baseline is fixed.
func (s *run) lean(ctx context.Context, c Config, list []claim) (*lean, error) {
	if s.box != nil || !s.estimated(c) {
		return nil, nil
	}
	if err := c.check(len(s.Data.Features)); err != nil {
		return nil, err
	}
	if err := s.choose(c); err != nil {
		return nil, err
	}
	width := len(s.Data.Features)
	taken := s.Sampler(min(mostLean, max(leastLean, leanCalls/width)), c.Seed+9)
	l := &lean{means: s.Means()}
	stdDevs, valid := make([]spread, width), 0.0
	for d, err := range s.Pieces(ctx) {
		if err != nil {
			return nil, err
		}
		taken.Take(d)
		for i := range d.Rows() {
			if !d.Valid(i) {
				continue
			}
			valid++
			for k, v := range d.X[i*width : (i+1)*width] {
				stdDevs[k].add(v)
			}
		}
	}
	l.steps = valid / float64(s.Samples())
	l.slopes = make([][]float64, len(list))
	for k := range list {
		l.slopes[k] = make([]float64, width)
	}
	for column := range width {
		by := math.Sqrt(stdDevs[column].square/valid) / math.Sqrt(float64(s.Samples()))
		if by == 0 {
			continue
		}
		for _, side := range []float64{by, -by} {
			means, err := s.meansAt(ctx, c, list, taken.Data, l.means, column, side)
			if err != nil {
				return nil, err
			}
			for k, v := range means {
				l.slopes[k][column] += v / (2 * side)
			}
		}
	}
	return l, nil
}

// meansAt returns the means of statements over samples, with a baseline that is shifted in one column.
func (s *run) meansAt(ctx context.Context, c Config, list []claim, d igbo.Data, baseline []float64, column int, by float64) ([]float64, error) {
	shifted := append([]float64(nil), baseline...)
	shifted[column] += by
	baselines := make([]float64, 0, len(d.X))
	for range d.Rows() {
		baselines = append(baselines, shifted...)
	}
	cfg, _ := s.attribution(c)
	scores, err := s.Model.ScoresFrom(ctx, d, baselines, cfg)
	if err != nil {
		return nil, err
	}
	var of *effects
	if directed(list) {
		cfg.Score, cfg.Groups = attribution.Signed, nil // R is computed from shares of columns
		var parts *mat.Dense
		if parts, err = s.Model.ScoresFrom(ctx, d, baselines, cfg); err != nil {
			return nil, err
		}
		of = &effects{columns: len(d.Features), x: d.X, phi: parts.RawMatrix().Data, from: shifted}
	}
	means := make([]float64, len(list))
	for k := range list {
		for i := range d.Samples() {
			means[k] += list[k].value(i, scores, of) / float64(d.Samples())
		}
	}
	return means, nil
}

// move returns ∂T/∂x′ · (x_i − x′) of statement number k for sample i of some data.
func (l *lean) move(k int, d igbo.Data, i int) (sum float64) {
	if l == nil {
		return 0
	}
	width := len(l.means)
	for t := i * d.Steps; t < (i+1)*d.Steps; t++ {
		if !d.Valid(t) {
			continue
		}
		for c, slope := range l.slopes[k] {
			sum += slope * (d.X[t*width+c] - l.means[c])
		}
	}
	return sum / l.steps
}
