package dag

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// pair is what an estimator knows of an unordered pair u, v: the deviation of
// s_u − s_v, and the two probabilities (which sum to less than 1 where ties count for
// neither).
type pair struct {
	sigma, uv, vu float64
}

// estimator estimates pairs. pair must be safe for concurrent use. passes is the
// rule: it says whether the pair has the edge u→v at level α.
type estimator interface {
	pair(u, v int) pair
	passes(mu float64, p pair, alpha, z float64) bool
}

// zAlpha returns the α quantile of the standard normal distribution, exactly 0 at ½.
func zAlpha(alpha float64) float64 {
	if alpha == 0.5 {
		return 0
	}
	return distuv.UnitNormal.Quantile(alpha)
}

// phi is the standard normal distribution function, accurate in both tails.
func phi(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

// normalP is P(d > 0) for d ~ N(mu, sigma²); for σ = 0 it is 0, ½ or 1.
func normalP(mu, sigma float64) float64 {
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

// normal is the plug-in rule of Theorem 1 with a deviation from between or within
// the batches:
//
//	P̂(s_u > s_v) = Φ(μ_uv/σ_uv) > α  ⇔  μ_uv > z_α·σ_uv
type normal struct {
	s      *sample
	within bool
}

func newNormal(s *sample, within bool) (*normal, error) {
	if !within && len(s.batches) < 2 {
		return nil, fmt.Errorf("dag: got %d batch of %d rows, expected at least 2 for the between-batch variance: "+
			"use smaller batches, estimator %q or %q", len(s.batches), s.size, WithinBatch, Auto)
	}
	if within && s.size < 2 {
		return nil, errors.New("dag: got batches of 1 row, expected at least 2 for the within-batch variance")
	}
	return &normal{s: s, within: within}, nil
}

func (n *normal) pair(u, v int) pair {
	mu := n.s.diff(u, v)
	sigma := n.sigma(u, v)
	return pair{sigma: sigma, uv: normalP(mu, sigma), vu: normalP(-mu, sigma)}
}

func (n *normal) sigma(u, v int) float64 {
	if n.within {
		return n.s.withinSigma(u, v)
	}
	return n.s.betweenSigma(u, v)
}

// passes is the margin condition. P > α is asked for as well, which differs only by
// rounding.
func (n *normal) passes(mu float64, p pair, alpha, z float64) bool {
	return mu > z*p.sigma && p.uv > alpha
}

// betweenSigma is the sample deviation of s_u − s_v between the batches.
func (s *sample) betweenSigma(u, v int) float64 {
	return math.Sqrt(differenceVariance(s.means[u], s.means[v]))
}

// withinSigma is the square root of the variance of H_u − H_v inside a batch, unbiased
// and averaged over the batches, divided by |B| (Lemma 2).
func (s *sample) withinSigma(u, v int) float64 {
	sum := 0.0
	for _, b := range s.batches {
		sum += differenceVarianceAt(s.columns[u], s.columns[v], b)
	}
	return math.Sqrt(sum / float64(len(s.batches)) / float64(s.size))
}

// differenceVariance is the unbiased variance of x − y, in two passes: no cancellation.
func differenceVariance(x, y []float64) float64 {
	n := float64(len(x))
	center := 0.0
	for i := range x {
		center += x[i] - y[i]
	}
	center /= n
	var ss, rest float64
	for i := range x {
		d := x[i] - y[i] - center
		ss += d * d
		rest += d
	}
	return math.Max(0, ss-rest*rest/n) / (n - 1)
}

func differenceVarianceAt(x, y []float64, rows []int) float64 {
	n := float64(len(rows))
	center := 0.0
	for _, i := range rows {
		center += x[i] - y[i]
	}
	center /= n
	var ss, rest float64
	for _, i := range rows {
		d := x[i] - y[i] - center
		ss += d * d
		rest += d
	}
	return math.Max(0, ss-rest*rest/n) / (n - 1)
}
