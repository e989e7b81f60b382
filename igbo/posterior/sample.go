package posterior

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Draws are what one chain kept, a row each sweep.
type Draws struct {
	// Weights holds the D weights and Intercept the intercept in the data's own units.
	Weights   [][]float64
	Intercept []float64
	// Importance holds the importances of the F features: |w| of a column, ‖w‖ of a group, in units of a column's mean
	// absolute deviation, and of the target's deviation under the squared loss.
	Importance [][]float64
	// Noise is σ in the target's unit (squared loss), Scale τ in standardised units.
	Noise, Scale []float64
	// Trust and TrustDirections are the values of θ.
	Trust, TrustDirections []float64
}

// Posterior is what is known after the data: draws, of which [Posterior.Diagnose] says how far they are to be believed.
type Posterior struct {
	Config   Config
	Order    Order
	Chains   []Draws
	Features int
}

// mixed is the largest R-hat of chains that agree.
const mixed = 1.1

// Warning says that the draws are not to be trusted, and why; "" says nothing against them.
func (p *Posterior) Warning() string {
	rhat, effective := p.Diagnose()
	if !(rhat > mixed) {
		return ""
	}
	return fmt.Sprintf("the chains disagree (R-hat %.3g, %.0f effective draws): take more sweeps, or fewer columns that are alike", rhat, effective)
}

// Sample draws from the posterior of a linear model under an order.
//
// Errors: data that are no numbers, targets that do not vary or are none of the loss, columns of which none varies, an order
// with a cycle or of other features, settings out of range, the context's error.
func Sample(ctx context.Context, d Data, o Order, c Config) (*Posterior, error) {
	if ctx == nil {
		return nil, errors.New("posterior: no context, expected one such as context.Background()")
	}
	p, u, err := newProblem(d, o, c)
	if err != nil {
		return nil, err
	}
	post := &Posterior{Config: c, Order: o, Chains: make([]Draws, c.Chains), Features: len(p.groups)}
	parallel.For(c.Chains, func(k int) { post.Chains[k] = p.run(ctx, u, k) })
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("posterior: %w", err)
	}
	return post, nil
}

// run makes one chain, and ends where the context does.
func (p *problem) run(ctx context.Context, u units, number int) Draws {
	c := p.newChain(rand.New(rand.NewPCG(p.cfg.Seed, uint64(number))))
	d := Draws{}
	for n := range p.cfg.Burn + p.cfg.Draws {
		if n%64 == 0 && ctx.Err() != nil {
			return Draws{}
		}
		if c.sweep(n); n >= p.cfg.Burn {
			c.keep(&d, u)
		}
	}
	return d
}

// keep appends the state.
func (c *chain) keep(d *Draws, u units) {
	full := make([]float64, len(u.scale)) // constant columns have no weight
	for j, own := range c.own {
		full[own] = c.w[j]
	}
	own, intercept := u.weights(full, c.b)
	size := make([]float64, len(c.groups))
	for g := range size {
		size[g] = math.Sqrt(c.size2[g])
	}
	d.Weights, d.Intercept, d.Importance = append(d.Weights, own), append(d.Intercept, intercept), append(d.Importance, size)
	d.Noise, d.Scale = append(d.Noise, u.y1*math.Sqrt(c.sigma2)), append(d.Scale, c.tau)
	theta, thetaS := math.Inf(1), math.Inf(1)
	if c.cfg.Trust == Soft {
		theta, thetaS = c.cfg.Grid[c.theta], c.cfg.Grid[c.thetaS]
	}
	d.Trust, d.TrustDirections = append(d.Trust, theta), append(d.TrustDirections, thetaS)
}
