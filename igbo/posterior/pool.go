package posterior

// Pool merges posteriors of the same problem, such as those of both bases. It takes the same number of draws
// from every chain; longer chains are thinned. The result has the configuration of the first posterior. Pool
// returns an empty posterior for an empty list.
func Pool(list []*Posterior) *Posterior {
	if len(list) == 0 {
		return &Posterior{}
	}
	pooled := *list[0]
	pooled.Chains = nil
	least := -1
	for _, p := range list {
		for _, c := range p.Chains {
			if n := len(c.Intercept); least < 0 || n < least {
				least = n
			}
		}
	}
	for _, p := range list {
		for _, c := range p.Chains {
			pooled.Chains = append(pooled.Chains, c.thinned(least))
		}
	}
	return &pooled
}

// thinned returns n evenly spaced draws.
func (d Draws) thinned(n int) Draws {
	all := len(d.Intercept)
	if n >= all {
		return d
	}
	var t Draws
	for k := range n {
		i := ((2*k + 1) * all) / (2 * n)
		t.Weights, t.Importance = append(t.Weights, d.Weights[i]), append(t.Importance, d.Importance[i])
		t.Intercept, t.InterceptMean = append(t.Intercept, d.Intercept[i]), append(t.InterceptMean, d.InterceptMean[i])
		t.Noise, t.Scale = append(t.Noise, d.Noise[i]), append(t.Scale, d.Scale[i])
		t.Trust, t.TrustDirections = append(t.Trust, d.Trust[i]), append(t.TrustDirections, d.TrustDirections[i])
	}
	return t
}
