package posterior

import "testing"

// TestPool checks that a posterior with extended chains has the same weight as one without, and that chains of
// equal length are pooled unchanged.
func TestPool(t *testing.T) {
	chain := func(n int, value float64) Draws {
		var d Draws
		for i := range n {
			d.Weights, d.Importance = append(d.Weights, []float64{value}), append(d.Importance, []float64{value})
			d.Intercept, d.InterceptMean = append(d.Intercept, float64(i)), append(d.InterceptMean, 0)
			d.Noise, d.Scale = append(d.Noise, 1), append(d.Scale, 1)
			d.Trust, d.TrustDirections = append(d.Trust, value), append(d.TrustDirections, 0)
		}
		return d
	}
	short, long := &Posterior{Features: 1, Chains: []Draws{chain(4, 0), chain(4, 0)}}, &Posterior{Features: 1, Chains: []Draws{chain(12, 1), chain(12, 1)}}
	p := Pool([]*Posterior{short, long})
	if mean := p.Weight(0, 0.9).Mean; len(p.Chains) != 4 || mean != 0.5 || p.Believed() != 0.5 {
		t.Errorf("%d chains with the mean %g, believed %g, want 4 and ½ of each", len(p.Chains), mean, p.Believed())
	}
	if got := p.Chains[2].Intercept; len(got) != 4 || got[0] != 1 || got[3] != 10 {
		t.Errorf("draws %v of the extended chain, want 1, 4, 7, 10", got)
	}
	if p := Pool(nil); len(p.Chains) != 0 {
		t.Error("draws of nothing")
	}
}
