package posterior

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// Settings of TestCalibration: the number of draws among which a parameter is ranked, and the number of rows.
const (
	ranked  = 99
	rowsSBC = 15
	// mostCount is the maximum count. Larger counts in a few rows make the likelihood so narrow that chains
	// need more sweeps to reach it; Diagnose reports this.
	mostCount = 1000
)

// TestCalibration is simulation-based calibration (Talts et al., 2018; Modrák et al., 2023). For parameters
// drawn from the prior and tables drawn from the model, the rank of each parameter among the posterior draws
// must be uniform. The flat prior of the intercept under the squared loss cannot be drawn, so tables have
// intercept 0; its rank is uniform because the posterior moves with the targets. Tables without a posterior or
// with counts above mostCount are drawn again. This depends only on the table, so the ranks remain uniform.
func TestCalibration(t *testing.T) {
	tables := sweep.Draws(12, 40, 500)
	null := nullBands(tables)
	for k, c := range []struct {
		loss   Loss
		base   Base
		trust  Trust
		signed bool
	}{
		{Squared, Laplace, Hard, false}, {Squared, Gauss, Soft, true},
		{Logistic, Laplace, Hard, true}, {Logistic, Gauss, Soft, false},
		{Poisson, Laplace, Soft, true}, {Poisson, Gauss, Hard, false},
	} {
		cfg := DefaultConfig()
		cfg.Loss, cfg.Base, cfg.Trust, cfg.Burn = c.loss, c.base, c.trust, 500
		order := Order{Above: [][2]int{{0, 1}, {1, 2}}}
		if c.signed {
			order.Directions = []int{1, 0, -1}
		}
		ranks := map[string][]int{}
		for n := range tables {
			s := &simulation{t: t, cfg: cfg, order: order, r: rand.New(rand.NewPCG(uint64(n), uint64(40+k)))}
			for what, rank := range s.ranks() {
				ranks[what] = append(ranks[what], rank)
			}
		}
		for _, what := range slices.Sorted(maps.Keys(ranks)) {
			p := null.p(ranks[what])
			t.Logf("%-8s %-7s %-4s signs %-5v %-14s band p = %.4f, χ² p = %.4f", c.loss, c.base, c.trust, c.signed, what, p, chiSquare(ranks[what]))
			if p < 1e-4 {
				t.Errorf("%+v: ranks of %s are not uniform: p = %g", c, what, p)
			}
		}
	}
}

// A simulation holds parameters from the prior and a table from the model.
type simulation struct {
	t     *testing.T
	cfg   Config
	order Order
	r     *rand.Rand
	truth *chain
	y     []float64
}

// prior draws parameters.
func (s *simulation) prior() {
	cfg := s.cfg
	cfg.Loss = Squared // the targets are not used
	p := problemOf(s.t, table(s.r.Uint64(), rowsSBC, 3, Squared), s.order, cfg)
	p.cfg = s.cfg
	c := &chain{problem: p, r: s.r, w: make([]float64, p.d), size2: make([]float64, p.d), gw: make([]float64, p.d), eta: make([]float64, p.rows)}
	level := func(known int) int {
		if s.cfg.Trust == Hard || known == 0 || s.r.Float64() < s.cfg.Doubt {
			return 0
		}
		return 1 + s.r.IntN(len(s.cfg.Grid)-1)
	}
	c.theta, c.thetaS = level(p.rel.pairs), level(p.signs)
	c.tau = s.cfg.Scale * math.Tan(math.Pi/2*s.r.Float64())
	c.sigma2 = math.Pow(s.cfg.Noise*math.Tan(math.Pi/2*s.r.Float64()), 2)
	if s.cfg.Loss != Squared {
		c.b = interceptStdDev * s.r.NormFloat64()
	}
	for {
		for j := range c.w {
			if c.w[j] = c.tau * s.r.NormFloat64(); s.cfg.Base == Laplace {
				c.w[j] = c.tau * s.r.ExpFloat64() * float64(1-2*s.r.IntN(2))
			}
		}
		c.refresh()
		if s.cfg.Trust == Hard && c.violated()+c.wrong() == 0 {
			break
		}
		if s.cfg.Trust == Soft && s.cfg.Grid[c.theta]*float64(c.violated())+s.cfg.Grid[c.thetaS]*float64(c.wrong()) < s.r.ExpFloat64() {
			break
		}
	}
	s.truth = c
}

// table draws targets and reports whether they have a posterior.
func (s *simulation) table() bool {
	s.y = make([]float64, s.truth.rows)
	for i, e := range s.truth.eta {
		switch s.cfg.Loss {
		case Squared:
			s.y[i] = e + math.Sqrt(s.truth.sigma2)*s.r.NormFloat64()
		case Logistic:
			if s.r.Float64() < 1/(1+math.Exp(-e)) {
				s.y[i] = 1
			}
		case Poisson:
			if e > 10 {
				return false
			}
			if rate := math.Exp(e); rate > 0 {
				s.y[i] = distuv.Poisson{Lambda: rate, Src: s.r}.Rand()
			}
		}
	}
	return slices.Min(s.y) < slices.Max(s.y) && (s.cfg.Loss != Poisson || slices.Max(s.y) <= mostCount)
}

// walk returns a chain for the table, in the units of the prior.
func (s *simulation) walk() *walk {
	own, u := *s.truth.problem, units{shift: make([]float64, 3), scale: []float64{1, 1, 1}, y1: 1}
	if s.cfg.Loss == Squared {
		u.y0 = stat.Mean(s.y, nil)
	}
	own.y = nil
	for _, y := range s.y {
		own.y = append(own.y, y-u.y0)
	}
	own.cfg.Seed = s.r.Uint64()
	own.products()
	return own.walk(u, 0)
}

// ranks returns the rank of every quantity among thinned draws. Equal values are ranked at random.
func (s *simulation) ranks() map[string]int {
	for s.prior(); !s.table(); s.prior() {
	}
	w := s.walk()
	w.advance(s.cfg.Burn)
	less, same := map[string]int{}, map[string]int{}
	truth := s.quantities(s.truth.w, s.truth.b, math.Sqrt(s.truth.sigma2), s.truth.tau, float64(s.truth.theta), float64(s.truth.thetaS))
	for range ranked {
		w.advance(sweep.Draws(8, 8, 20))
		must.Do(s.t, w.err)
		d, last := w.draws, len(w.draws.Intercept)-1
		for what, v := range s.quantities(d.Weights[last], d.Intercept[last], d.Noise[last], d.Scale[last], float64(w.theta), float64(w.thetaS)) {
			if v < truth[what] {
				less[what]++
			} else if v == truth[what] {
				same[what]++
			}
		}
	}
	for what := range truth {
		less[what] += s.r.IntN(same[what] + 1)
	}
	return less
}

// quantities returns the parameters and the log likelihood.
func (s *simulation) quantities(w []float64, b, sigma, tau, theta, thetaS float64) map[string]float64 {
	list := map[string]float64{"w0": w[0], "w1": w[1], "w2": w[2], "intercept": b, "τ": tau}
	log := 0.0
	for i, y := range s.y {
		e := b
		for j, x := range s.truth.x {
			e += w[j] * x[i]
		}
		if s.cfg.Loss == Squared {
			log -= (y-e)*(y-e)/(2*sigma*sigma) + math.Log(sigma)
			continue
		}
		log += (&chain{problem: &problem{cfg: s.cfg, y: s.y}}).likelihood(i, e)
	}
	list["log likelihood"] = log
	if s.cfg.Loss == Squared {
		list["σ"] = sigma
	}
	if s.cfg.Trust == Soft {
		list["θ"] = theta
		if s.truth.signs > 0 {
			list["θ of signs"] = thetaS
		}
	}
	return list
}
