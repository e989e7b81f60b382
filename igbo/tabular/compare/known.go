package compare

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/posterior"
)

// Known summarises the posterior under the soft order. Units are those of the data unless stated otherwise.
type Known struct {
	Weights []ColumnWeight  `json:"weights"`
	Shares  []FeatureShare  `json:"shares"`
	Claims  []ClaimEvidence `json:"statements"`
	// Believed is the probability that the order, without its directions, is of some use (trust above 0): ½ before the data; 0 without an order.
	Believed float64 `json:"believed"`
	// RHat is near 1 if the chains agree. Effective is the smallest effective number of draws.
	RHat      float64 `json:"r_hat"`
	Effective float64 `json:"effective"`
	Warning   string  `json:"warning,omitempty"`
}

// ColumnWeight is the weight of a column with its interval.
type ColumnWeight struct {
	Column   string   `json:"column"`
	Interval Interval `json:"weight"`
}

// FeatureShare is the importance of a feature divided by the sum over all features.
type FeatureShare struct {
	Feature  string   `json:"feature"`
	Interval Interval `json:"share"`
}

// ClaimEvidence is the posterior probability that a statement of the order holds.
type ClaimEvidence struct {
	Statement   string  `json:"statement"`
	Probability float64 `json:"probability"`
}

// mostRHat bounds R-hat, which is infinite if chains do not move, because JSON has no infinite numbers.
const mostRHat = 1e6

// known merges the posteriors of all bases.
func (t *trainer) known(data igbo.Data, list []*posterior.Posterior) (*Known, error) {
	if len(list) == 0 {
		return nil, nil
	}
	all, k := posterior.Pool(list), &Known{}
	for _, p := range list {
		g := p.Diagnose()
		k.RHat, k.Effective = max(k.RHat, min(g.RHat, mostRHat)), k.Effective+min(g.BulkESS, g.TailESS)
		if w := g.Warning(data.Features); w != "" {
			k.Warning = "the posterior's probabilities and intervals are approximate: " + w
		}
	}
	level := t.cfg.Level
	for j, name := range data.Features {
		k.Weights = append(k.Weights, ColumnWeight{name, Interval(all.Weight(j, level))})
	}
	for f, name := range t.order.Features {
		k.Shares = append(k.Shares, FeatureShare{name, Interval(all.Share(f, level))})
	}
	for _, e := range t.order.TransitiveReduction().Edges {
		k.Claims = append(k.Claims, ClaimEvidence{t.order.Features[e.U] + " above " + t.order.Features[e.V], all.Above(e.U, e.V)})
	}
	signs, err := t.order.Signs(data.Features, t.groups, true)
	if err != nil {
		return nil, err
	}
	for j, s := range signs {
		if s != 0 {
			p := all.Rises(j)
			if s < 0 {
				p = 1 - p
			}
			k.Claims = append(k.Claims, ClaimEvidence{fmt.Sprintf("%s: %s", data.Features[j], map[int]string{1: "+", -1: "−"}[s]), p})
		}
	}
	if len(t.order.Edges) > 0 {
		k.Believed = all.Believed()
	}
	return k, nil
}
