package estimate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
)

// truncated implements the paper's remark on finite samples: (s_u, s_v) has a bivariate normal
// distribution with the sample's moments, truncated to [lo, hi]²:
//
//	P̂(s_u > s_v) = P(u > v, u ∈ [lo, hi], v ∈ [lo, hi]) / P(u ∈ [lo, hi], v ∈ [lo, hi])
//
// The moments serve as the parameters of the untruncated distribution. Far from the ends, the
// result equals the normal rule up to rounding. In principle, the pairwise correction can produce
// cycles.
type truncated struct {
	s      *Sample
	spread *normal
	sd     []float64 // standard deviation of s_k
	lo, hi float64
}

func newTruncated(s *Sample, cfg Config) (*truncated, error) {
	if err := s.Outside(cfg.ScoreMin, cfg.ScoreMax); err != nil {
		return nil, err
	}
	spread, err := newSpread(s)
	if err != nil {
		return nil, err
	}
	t := &truncated{s: s, spread: spread, sd: make([]float64, s.Features()), lo: cfg.ScoreMin, hi: cfg.ScoreMax}
	for k := range t.sd {
		t.sd[k] = spread.alone(k)
	}
	return t, nil
}

// Passes implements Estimator.
func (t *truncated) Passes(_ float64, p Pair, alpha, _ float64) bool { return p.UV > alpha }

// Pair implements Estimator.
func (t *truncated) Pair(u, v int) Pair {
	mu, sigma := t.s.Diff(u, v), t.spread.sigma(u, v)
	if sigma == 0 || t.far(u) && t.far(v) {
		return Pair{Sigma: sigma, UV: NormalP(mu, sigma), VU: NormalP(-mu, sigma)}
	}
	b := bivariate{mu: mu, sigma: sigma, v: t.s.Means[v], varU: t.sd[u] * t.sd[u], varV: t.sd[v] * t.sd[v], lo: t.lo, hi: t.hi}
	above, below := b.halves()
	if !(above+below > 0) { // the masses underflow
		return Pair{Sigma: sigma, UV: NormalP(mu, sigma), VU: NormalP(-mu, sigma)}
	}
	return Pair{Sigma: sigma, UV: above / (above + below), VU: below / (above + below)}
}

// far reports whether both ends of the range are at least eight standard deviations away, so that
// truncation removes less than 1e-15 of the mass.
func (t *truncated) far(k int) bool {
	return t.s.Means[k]-t.lo > 8*t.sd[k] && t.hi-t.s.Means[k] > 8*t.sd[k]
}

// bivariate is a normal distribution of (s_u, s_v), expressed by d = s_u − s_v ~ N(mu, sigma²) and
// s_v given d ~ N(v + slope·(d − mu), tau²).
type bivariate struct {
	mu, sigma, v, varU, varV, lo, hi float64
}

// halves returns the mass of the square [lo, hi]² above and below the line u = v.
func (b bivariate) halves() (above, below float64) {
	if b.varV == 0 { // s_v = v
		return b.strip(b.v, b.hi, b.v+b.mu, b.varU), b.strip(b.lo, b.v, b.v+b.mu, b.varU)
	}
	if b.varU == 0 { // s_u = v + mu
		u := b.v + b.mu
		return b.strip(b.lo, u, b.v, b.varV), b.strip(u, b.hi, b.v, b.varV)
	}
	width := b.hi - b.lo
	return b.integrate(0, width), b.integrate(-width, 0)
}

func (b bivariate) strip(from, to, mean, variance float64) float64 {
	return between(from, to, mean, math.Sqrt(variance))
}

// between returns P(from < x < to) for x ~ N(mean, sd²), accurate in both tails.
func between(from, to, mean, sd float64) float64 {
	if sd == 0 {
		if from <= mean && mean <= to {
			return 1
		}
		return 0
	}
	a, b := (from-mean)/sd, (to-mean)/sd
	switch {
	case b <= a:
		return 0
	case a > 0:
		return phi(-a) - phi(-b)
	}
	return phi(b) - phi(a)
}

// integrate returns ∫ φ(d)·P(s_v is inside | d) dd over [from, to]. It uses 12-point Gauss–Legendre
// rules on panels with ends where the integrand bends.
func (b bivariate) integrate(from, to float64) float64 {
	variance := b.sigma * b.sigma
	covariance := (b.varU - b.varV - variance) / 2 // of s_v and d
	slope := covariance / variance
	tau := math.Sqrt(math.Max(0, b.varV-covariance*slope))
	f := func(d float64) float64 {
		z := (d - b.mu) / b.sigma
		density := math.Exp(-z*z/2) / (b.sigma * math.Sqrt(2*math.Pi))
		return density * between(math.Max(b.lo, b.lo-d), math.Min(b.hi, b.hi-d), b.v+slope*(d-b.mu), tau)
	}
	sum := 0.0
	cuts := b.cuts(from, to, slope, tau)
	for i := 1; i < len(cuts); i++ {
		sum += quad.Fixed(f, cuts[i-1], cuts[i], 12, quad.Legendre{}, 0)
	}
	return sum
}

// cuts returns the ends of the panels: every 1.5 standard deviations of d, and around the two
// positions where s_v given d crosses an end of the range.
func (b bivariate) cuts(from, to, slope, tau float64) []float64 {
	from, to = math.Max(from, b.mu-12*b.sigma), math.Min(to, b.mu+12*b.sigma)
	if from >= to {
		return nil
	}
	cuts := []float64{from, to}
	add := func(x float64) {
		if x > from && x < to {
			cuts = append(cuts, x)
		}
	}
	for k := -7; k <= 7; k++ {
		add(b.mu + 1.5*float64(k)*b.sigma)
	}
	around := func(gap, rate float64) {
		if rate == 0 {
			return
		}
		for _, k := range []float64{-9, -3, -1, 0, 1, 3, 9} {
			add(b.mu + (gap+k*tau)/rate)
		}
	}
	around(b.lo-b.v, slope)
	around(b.hi-b.v, slope)
	around(b.hi-b.v-b.mu, 1+slope)
	around(b.lo-b.v-b.mu, 1+slope)
	slices.Sort(cuts)
	return slices.Compact(cuts)
}
