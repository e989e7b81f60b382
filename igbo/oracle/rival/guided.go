package rival

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// ModelGradient is that of a scalar of the model at N points: N·T·D numbers → N·T·D.
type ModelGradient func(points []float64) ([]float64, error)

// GuidedConfig says how a guided path moves.
type GuidedConfig struct {
	// Anchors is K; the path takes K+1 steps.
	Anchors int `json:"anchors"`
	// Fraction is the share of the features that move at a time, those of the smallest
	// gradients, in (0, 1]; with 1 the path is the straight line.
	Fraction float64 `json:"fraction"`
}

// DefaultGuidedConfig returns 19 anchors and a quarter of the features.
func DefaultGuidedConfig() GuidedConfig { return GuidedConfig{Anchors: 19, Fraction: 0.25} }

// Validate checks K and the fraction.
func (c GuidedConfig) Validate() error {
	if !(c.Fraction > 0 && c.Fraction <= 1) {
		return fmt.Errorf("rival: fraction %g of the features, expected within (0, 1]", c.Fraction)
	}
	return checkAnchors(c.Anchors)
}

// Guided is the path of Guided Integrated Gradients (Kapishnikov et al., 2021,
// arXiv 2106.09788): at each of K+1 steps the L1 distance to x falls by the same amount, and
// those features move towards x first on which the model's gradient
// there is smallest. It avoids large gradients of the model, and knows nothing of
// the data.
//
// It departs from the paper in two ways. What moves within a step, one lot of
// features after another, is joined by a straight segment, and the integral is
// taken along the segments by quadrature, where the paper sums gradient times move. And the path is
// not split at given points of the straight line.
//
// Cost: K+1 gradients of all pairs. Errors: no gradient, invalid settings and pairs, a cancelled
// context, and gradients that fail or are not finite.
func Guided(ctx context.Context, gradient ModelGradient, p Pairs, cfg GuidedConfig) (attribution.PiecewiseLinear, error) {
	var none attribution.PiecewiseLinear
	if gradient == nil {
		return none, errors.New("rival: no gradient, expected that of the model")
	}
	if err := cfg.Validate(); err != nil {
		return none, err
	}
	if err := p.Validate(); err != nil {
		return none, err
	}
	n, at := p.width(), slices.Clone(p.Baseline)
	anchors := make([]float64, p.Len()*cfg.Anchors*n)
	for s := range cfg.Anchors {
		if err := ctx.Err(); err != nil {
			return none, err
		}
		g, err := gradient(slices.Clone(at))
		if err != nil {
			return none, fmt.Errorf("rival: %w", err)
		}
		if len(g) != len(at) {
			return none, fmt.Errorf("rival: a gradient of %d numbers, expected %d", len(g), len(at))
		}
		if err := finite(g, n, "the gradient of pair"); err != nil {
			return none, err
		}
		for i := range p.Len() {
			x, baseline := p.pair(i)
			left := l1(x, baseline) * (1 - float64(s+1)/float64(cfg.Anchors+1))
			advance(at[i*n:(i+1)*n], x, g[i*n:(i+1)*n], left, cfg.Fraction)
			copy(anchors[(i*cfg.Anchors+s)*n:], at[i*n:(i+1)*n])
		}
	}
	return Fixed(p, anchors)
}

// advance moves a point towards x until the L1 distance left is as given.
func advance(at, x, gradient []float64, left, fraction float64) {
	for range at {
		excess := l1(x, at) - left
		if excess <= 0 {
			return
		}
		var open []int
		for k := range at {
			if at[k] != x[k] {
				open = append(open, k)
			}
		}
		slices.SortFunc(open, func(i, j int) int {
			return cmp.Or(cmp.Compare(math.Abs(gradient[i]), math.Abs(gradient[j])), i-j)
		})
		move(at, x, lot(open, gradient, int(math.Ceil(fraction*float64(len(at))))), excess)
	}
}

// lot is the first features in order, with those that tie with its last.
func lot(open []int, gradient []float64, size int) []int {
	size = min(size, len(open))
	for size > 0 && size < len(open) && math.Abs(gradient[open[size]]) == math.Abs(gradient[open[size-1]]) {
		size++
	}
	return open[:size]
}

// move takes features the same part of their way to x, all of it where that is not
// enough.
func move(at, x []float64, features []int, excess float64) {
	way := 0.0
	for _, k := range features {
		way += math.Abs(x[k] - at[k])
	}
	for _, k := range features {
		if excess >= way {
			at[k] = x[k]
			continue
		}
		at[k] += excess / way * (x[k] - at[k])
	}
}

// l1 is Σ|x_k − y_k|.
func l1(x, y []float64) float64 {
	sum := 0.0
	for k := range x {
		sum += math.Abs(x[k] - y[k])
	}
	return sum
}
