package estimate

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pair holds an estimate for an unordered pair u, v: the standard deviation of s_u − s_v, and the
// probabilities of s_u > s_v and s_v > s_u. They sum to less than 1 if ties count for neither.
type Pair struct {
	Sigma, UV, VU float64
}

// Estimator estimates pairs of features.
type Estimator interface {
	// Pair returns the estimate for the pair u, v. It is safe for concurrent use.
	Pair(u, v int) Pair
	// Passes reports whether a pair with μ_uv = mu has the edge u→v at level alpha. z is the normal
	// quantile of alpha.
	Passes(mu float64, p Pair, alpha, z float64) bool
}

// Decide returns the direction of the pair's edge at level alpha, with z = [ZAlpha](alpha): +1 for
// u→v, −1 for v→u, and 0 for no edge. It returns the Pair from the perspective of the edge's first
// feature.
func Decide(s *Sample, e Estimator, u, v int, alpha, z float64) (Pair, int) {
	p := e.Pair(u, v)
	if e.Passes(s.Diff(u, v), p, alpha, z) {
		return p, 1
	}
	q := Pair{Sigma: p.Sigma, UV: p.VU, VU: p.UV}
	if e.Passes(s.Diff(v, u), q, alpha, z) {
		return q, -1
	}
	return p, 0
}

// ZAlpha returns z_α, the α quantile of the standard normal distribution. It is exactly 0 for
// α = ½.
func ZAlpha(alpha float64) float64 {
	if alpha == 0.5 {
		return 0
	}
	return distuv.UnitNormal.Quantile(alpha)
}

// phi is the standard normal distribution function, accurate in both tails.
func phi(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// NormalP returns P(d > 0) for d ~ N(mu, sigma²). For sigma = 0, it is 0, ½ or 1.
func NormalP(mu, sigma float64) float64 {
	if sigma > 0 {
		return phi(mu / sigma)
	}
	switch {
	case mu > 0:
		return 1
	case mu < 0:
		return 0
	}
	return 0.5
}

// normal implements the plug-in rule of Theorem 1, with a standard deviation from between or within
// the batches:
//
//	P̂(s_u > s_v) = Φ(μ_uv/σ_uv) > α  ⇔  μ_uv > z_α·σ_uv
//
// The standard deviation may be inflated (the paper's remark on finite samples). One factor for all
// pairs leaves σ a seminorm, so the graph stays acyclic and transitive.
type normal struct {
	s      *Sample
	within bool
	factor float64 // on σ
}

func newNormal(s *Sample, within bool, inflate float64) (*normal, error) {
	if !within && s.Batches() < 2 {
		return nil, fmt.Errorf("estimate: got %d batch of %d rows: the between-batch variance needs at least 2 batches: "+
			"use smaller batches, estimator %q or %q", s.Batches(), s.Size, WithinBatch, Auto)
	}
	if within && s.Size < 2 {
		return nil, errors.New("estimate: got batches of 1 row, but the within-batch variance needs at least 2 rows per batch")
	}
	return &normal{s: s, within: within, factor: 1 + inflate}, nil
}

// Pair implements Estimator.
func (n *normal) Pair(u, v int) Pair {
	mu := n.s.Diff(u, v)
	sigma := n.sigma(u, v)
	return Pair{Sigma: sigma, UV: NormalP(mu, sigma), VU: NormalP(-mu, sigma)}
}

func (n *normal) sigma(u, v int) float64 {
	if n.within {
		return n.factor * n.s.withinSigma(u, v)
	}
	return n.factor * n.s.betweenSigma(u, v)
}

// Passes reports whether the margin condition holds. It also requires P > α, which only differs by
// rounding.
func (n *normal) Passes(mu float64, p Pair, alpha, z float64) bool {
	return mu > z*p.Sigma && p.UV > alpha
}
