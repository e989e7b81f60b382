package posterior

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Diagnostics describes how well the chains of a posterior agree, over all parameters (Vehtari et al., 2021).
type Diagnostics struct {
	// RHat is the largest rank-normalised split R-hat. It is near 1 if the chains agree.
	RHat float64
	// BulkESS and TailESS are the smallest effective sample sizes: for the centre of a distribution, and for
	// its 5 % and 95 % quantiles.
	BulkESS, TailESS float64
	// Worst is the name of the parameter that is farthest from the recommended limits.
	Worst string
	// Column is the zero-based column number if Worst is a weight, else −1.
	Column int
	// Chains is the number of chains.
	Chains int
}

// The limits that Vehtari et al. (2021) recommend.
const (
	mostRHat = 1.01
	leastESS = 100 // effective draws per chain
)

// Warning explains in one sentence why the draws should not be trusted. It returns "" if they meet the limits:
// R-hat at most 1.01, and at least 100 effective draws per chain. columns holds the names of the columns; nil
// numbers them from 1.
func (d Diagnostics) Warning(columns []string) string {
	worst, least := d.Worst, leastESS*float64(d.Chains)
	if d.Column >= 0 && d.Column < len(columns) {
		worst = fmt.Sprintf("the weight of %q", columns[d.Column])
	}
	switch {
	case d.Chains == 0:
		return "the posterior has no draws: use one that Sample returns"
	case math.IsNaN(d.RHat) || math.IsNaN(d.BulkESS) || math.IsNaN(d.TailESS):
		return fmt.Sprintf("the chains cannot be compared, because R-hat of %s is not a number: take more draws", worst)
	case d.RHat > mostRHat:
		return fmt.Sprintf("the chains disagree (largest R-hat %.4g, limit %g; worst: %s): take more draws, or fewer columns that are correlated",
			d.RHat, mostRHat, worst)
	case min(d.BulkESS, d.TailESS) < least:
		return fmt.Sprintf("the draws are worth only %.0f independent ones (want %.0f; worst: %s): take more draws, or fewer columns that are correlated",
			min(d.BulkESS, d.TailESS), least, worst)
	}
	return ""
}

// Warning returns the warning of [Posterior.Diagnose], or "" if there is none. It numbers columns from 1.
func (p *Posterior) Warning() string { return p.Diagnose().Warning(nil) }

// A parameter is a number that every draw has.
type parameter struct {
	name   string
	column int
	of     func(d *Draws, i int) float64
}

// parameters lists the weights, the intercept, σ, τ and θ. Values of θ come from a grid and have ties, which
// share a rank. So there is another parameter that is 1 if θ > 0; its mean is [Posterior.Believed].
func (p *Posterior) parameters() []parameter {
	positive := func(v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}
	list := []parameter{
		{"the intercept", -1, func(d *Draws, i int) float64 { return d.Intercept[i] }},
		{"σ", -1, func(d *Draws, i int) float64 { return d.Noise[i] }},
		{"τ", -1, func(d *Draws, i int) float64 { return d.Scale[i] }},
		{"θ of the order", -1, func(d *Draws, i int) float64 { return d.Trust[i] }},
		{"θ of the directions", -1, func(d *Draws, i int) float64 { return d.TrustDirections[i] }},
		{"whether θ of the order is above 0", -1, func(d *Draws, i int) float64 { return positive(d.Trust[i]) }},
		{"whether θ of the directions is above 0", -1, func(d *Draws, i int) float64 { return positive(d.TrustDirections[i]) }},
	}
	for j := range p.columns() {
		list = append(list, parameter{fmt.Sprintf("the weight of column %d", j+1), j, func(d *Draws, i int) float64 { return d.Weights[i][j] }})
	}
	return list
}

// Diagnose compares the chains by every weight, the intercept, σ, τ and θ. It skips parameters that have the
// same value in all draws: θ of a hard order, σ under a loss without it, the weight of a column that does not
// vary, or a θ that never changed. If there are no draws, R-hat is NaN.
func (p *Posterior) Diagnose() Diagnostics { return p.compare(context.Background()) }

// compare is like Diagnose but stops if ctx ends. The result must not be used then.
func (p *Posterior) compare(ctx context.Context) Diagnostics {
	if p.columns() == 0 {
		return Diagnostics{RHat: math.NaN(), Column: -1}
	}
	list := p.parameters()
	each := make([]Diagnostics, len(list))
	parallel.For(len(list), func(k int) {
		if ctx.Err() != nil {
			return
		}
		chains := make([][]float64, len(p.Chains))
		for c := range chains {
			chains[c] = make([]float64, len(p.Chains[c].Intercept))
			for i := range chains[c] {
				chains[c][i] = list[k].of(&p.Chains[c], i)
			}
		}
		each[k] = diagnose(chains)
		each[k].Worst, each[k].Column = list[k].name, list[k].column
	})
	all := each[0]
	for _, d := range each[1:] {
		if far := d.distance(); far > all.distance() || math.IsNaN(far) {
			all.Worst, all.Column = d.Worst, d.Column
		}
		all.RHat, all.BulkESS, all.TailESS = max(all.RHat, d.RHat), min(all.BulkESS, d.BulkESS), min(all.TailESS, d.TailESS)
	}
	return all
}

// distance is above 1 if a limit is not met.
func (d Diagnostics) distance() float64 {
	return max((d.RHat-1)/(mostRHat-1), leastESS*float64(d.Chains)/min(d.BulkESS, d.TailESS))
}
