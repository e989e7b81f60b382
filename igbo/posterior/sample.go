package posterior

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Draws holds the draws of one chain, one per sweep after the burn-in.
type Draws struct {
	// Weights holds the D weights and Intercept the intercept, in the data's units.
	Weights   [][]float64
	Intercept []float64
	// InterceptMean holds, under the squared loss, the mean of the intercept given the weights of the draw, ȳ −
	// x̄·w. Its average estimates the posterior mean of the intercept more accurately than the average of
	// Intercept. Under the other losses, both are equal.
	InterceptMean []float64
	// Importance holds the importances of the F features: |w| for a column and ‖w‖ for a group. They are in
	// units of a column's mean absolute deviation and, under the squared loss, of the target's standard
	// deviation.
	Importance [][]float64
	// Noise holds σ in the target's unit (squared loss only). Scale holds τ in standardised units.
	Noise, Scale []float64
	// Trust and TrustDirections hold the values of θ for the order and for the directions. They are +Inf under a
	// hard order.
	Trust, TrustDirections []float64
}

// A Posterior holds draws from a posterior distribution. [Posterior.Diagnose] reports whether they can be
// trusted.
type Posterior struct {
	Config   Config
	Order    Order
	Chains   []Draws
	Features int
}

// Sample draws from the posterior of a linear model under an order.
//
// The data must be a table (T = 1) with one target, at least two rows and no sample weights. Sample returns an
// error if they are not, if a setting is invalid, if a number is not within ±1e100, or if no column varies. The
// target must vary and be valid for the loss: 0 or 1 for logistic, and whole numbers for Poisson. The order must
// have no cycle and refer to existing features. If ctx ends, Sample returns its error.
func Sample(ctx context.Context, d samples.Data, o Order, c Config) (*Posterior, error) {
	if ctx == nil {
		return nil, errors.New("posterior: the context must not be nil (use context.Background())")
	}
	p, u, err := newProblem(ctx, d, o, c)
	if err != nil {
		return nil, err
	}
	walks := make([]*walk, c.Chains)
	parallel.For(c.Chains, func(k int) {
		walks[k] = p.walk(u, k)
		walks[k].advance(c.Burn + c.Draws)
	})
	post, err := p.gather(walks)
	if err != nil || c.Extend == 0 || post.compare(ctx).Warning(nil) == "" {
		return post, err
	}
	parallel.For(c.Chains, func(k int) { walks[k].advance(c.Extend * c.Draws) })
	return p.gather(walks)
}

// gather collects the draws of all chains.
func (p *problem) gather(walks []*walk) (*Posterior, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, fmt.Errorf("posterior: drawing: %w", err)
	}
	post := &Posterior{Config: p.cfg, Order: p.order, Features: len(p.groups)}
	for _, w := range walks {
		if w.err != nil {
			return nil, w.err
		}
		post.Chains = append(post.Chains, w.draws)
	}
	return post, nil
}

// A walk is a chain with the draws that it has recorded.
type walk struct {
	*chain
	units  units
	number int        // number of the chain
	aside  *rand.Rand // draws the intercept under the squared loss; it does not affect other draws
	sweeps int        // number of sweeps so far
	draws  Draws
	err    error
}

// intercepts separates the random streams of intercepts from those of chains.
const intercepts = 1 << 32

func (p *problem) walk(u units, number int) *walk {
	return &walk{
		chain: p.newChain(rand.New(rand.NewPCG(p.cfg.Seed, uint64(number)))), units: u, number: number,
		aside: rand.New(rand.NewPCG(p.cfg.Seed, intercepts+uint64(number))),
	}
}

// advance makes sweeps and records those after the burn-in. It stops if the context ends or a draw is not
// finite.
func (w *walk) advance(sweeps int) {
	for range sweeps {
		w.sweep(w.sweeps)
		if w.over() {
			return
		}
		if w.sweeps >= w.cfg.Burn {
			if w.err = w.record(); w.err != nil {
				return
			}
		}
		w.sweeps++
	}
}

// record appends the current state to the draws.
func (w *walk) record() error {
	d, full := &w.draws, make([]float64, len(w.units.scale)) // constant columns have weight 0
	for j, own := range w.own {
		full[own] = w.w[j]
	}
	b := w.b
	if w.cfg.Loss == Squared { // b given w and σ² is normal, with mean 0 in these units
		b += math.Sqrt(w.sigma2/float64(w.rows)) * w.aside.NormFloat64()
	}
	weights, mean := w.units.weights(full, w.b)
	_, intercept := w.units.weights(full, b)
	size := make([]float64, len(w.groups))
	for g := range size {
		size[g] = math.Sqrt(w.size2[g])
	}
	noise := w.units.y1 * math.Sqrt(w.sigma2)
	if err := w.check(weights, size, intercept, noise); err != nil {
		return err
	}
	d.Weights, d.Intercept, d.InterceptMean = append(d.Weights, weights), append(d.Intercept, intercept), append(d.InterceptMean, mean)
	d.Importance, d.Noise, d.Scale = append(d.Importance, size), append(d.Noise, noise), append(d.Scale, w.tau)
	theta, thetaS := math.Inf(1), math.Inf(1)
	if w.cfg.Trust == Soft {
		theta, thetaS = w.cfg.Grid[w.theta], w.cfg.Grid[w.thetaS]
	}
	d.Trust, d.TrustDirections = append(d.Trust, theta), append(d.TrustDirections, thetaS)
	return nil
}

// check returns an error if a number in a draw is not finite.
func (w *walk) check(weights, size []float64, intercept, noise float64) error {
	what, at, v := "", 0, 0.0
	look := func(name string, values ...float64) {
		for j, value := range values {
			if what == "" && (math.IsNaN(value) || math.IsInf(value, 0)) {
				what, at, v = name, j+1, value
			}
		}
	}
	look("weight", weights...)
	look("intercept", intercept)
	look("σ", noise)
	look("τ", w.tau)
	look("importance", size...)
	if what == "" {
		return nil
	}
	return fmt.Errorf("posterior: drawing: sweep %d of chain %d: %s %d is %g; it must be finite (rescale columns and target so that they vary by similar amounts)",
		w.sweeps+1, w.number+1, what, at, v)
}
