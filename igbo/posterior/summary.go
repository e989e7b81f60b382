package posterior

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

var errNoDraws = errors.New("posterior: the posterior has no draws (use the result of Sample)")

// Interval holds a mean and an equal-tailed interval.
type Interval struct{ Mean, Low, High float64 }

// over returns one number per draw.
func (p *Posterior) over(of func(d *Draws, i int) float64) []float64 {
	var values []float64
	for k := range p.Chains {
		d := &p.Chains[k]
		for i := range d.Intercept {
			values = append(values, of(d, i))
		}
	}
	return values
}

// interval computes the interval of values, which it sorts.
func interval(values []float64, level float64) Interval {
	slices.Sort(values)
	low := stat.Quantile((1-level)/2, stat.Empirical, values, nil)
	return Interval{stat.Mean(values, nil), low, stat.Quantile((1+level)/2, stat.Empirical, values, nil)}
}

// Weight returns the weight of a column in the data's units, with an interval at a level in (0, 1).
func (p *Posterior) Weight(column int, level float64) Interval {
	return interval(p.over(func(d *Draws, i int) float64 { return d.Weights[i][column] }), level)
}

// Mean returns the posterior mean of the weights and the intercept, in the data's units. It averages
// [Draws].InterceptMean.
func (p *Posterior) Mean() (weights []float64, intercept float64) {
	weights = make([]float64, p.columns())
	n := 0.0
	for k := range p.Chains {
		for i, w := range p.Chains[k].Weights {
			for j, v := range w {
				weights[j] += v
			}
			intercept += p.Chains[k].InterceptMean[i]
			n++
		}
	}
	for j := range weights {
		weights[j] /= n
	}
	return weights, intercept / max(n, 1)
}

// columns returns D, or 0 if there are no draws.
func (p *Posterior) columns() int {
	if p == nil || len(p.Chains) == 0 || len(p.Chains[0].Weights) == 0 {
		return 0
	}
	return len(p.Chains[0].Weights[0])
}

// Share returns the importance of a feature divided by the sum of all importances, with an interval.
func (p *Posterior) Share(feature int, level float64) Interval {
	return interval(p.over(func(d *Draws, i int) float64 {
		sum := 0.0
		for _, v := range d.Importance[i] {
			sum += v
		}
		if sum == 0 {
			return 0
		}
		return d.Importance[i][feature] / sum
	}), level)
}

// probability returns the fraction of all draws for which holds returns true.
func (p *Posterior) probability(holds func(d *Draws, i int) bool) float64 {
	return stat.Mean(p.over(func(d *Draws, i int) float64 {
		if holds(d, i) {
			return 1
		}
		return 0
	}), nil)
}

// Above returns the posterior probability that feature u is more important than v.
func (p *Posterior) Above(u, v int) float64 {
	return p.probability(func(d *Draws, i int) bool { return d.Importance[i][u] > d.Importance[i][v] })
}

// Rises returns the posterior probability that the output increases with a column.
func (p *Posterior) Rises(column int) float64 {
	return p.probability(func(d *Draws, i int) bool { return d.Weights[i][column] > 0 })
}

// Believed returns the posterior probability that θ of the order is above 0, so the order has an effect. It is 1
// under a hard order.
func (p *Posterior) Believed() float64 {
	return p.probability(func(d *Draws, i int) bool { return d.Trust[i] > 0 })
}

// Predict returns the predictive mean for each row of x [N·D]: of the target, of the probability of class 1, or
// of the count.
func (p *Posterior) Predict(x []float64) ([]float64, error) {
	d := p.columns()
	if d == 0 {
		return nil, errNoDraws
	}
	if len(x)%d != 0 {
		return nil, fmt.Errorf("posterior: x has %d numbers, want a multiple of the %d columns", len(x), d)
	}
	y := make([]float64, len(x)/d)
	if p.Config.Loss == Squared {
		w, b := p.Mean()
		for i := range y {
			y[i] = linear(w, b, x[i*d:])
		}
		return y, nil
	}
	for i := range y {
		y[i] = stat.Mean(p.outputs(x[i*d:(i+1)*d]), nil)
	}
	return y, nil
}

// outputs returns the outputs for one row by every draw.
func (p *Posterior) outputs(row []float64) []float64 {
	return p.over(func(d *Draws, i int) float64 {
		eta := linear(d.Weights[i], d.Intercept[i], row)
		switch p.Config.Loss {
		case Logistic:
			return 1 / (1 + math.Exp(-eta))
		case Poisson:
			return math.Exp(eta)
		}
		return eta
	})
}

// Intervals returns a predictive interval for each row of x [N·D] at a level in (0, 1). Under the squared loss
// it is for a new target, including noise; otherwise it is for the probability or the mean count. The means
// equal those of [Posterior.Predict].
func (p *Posterior) Intervals(x []float64, level float64) ([]Interval, error) {
	d := p.columns()
	if d == 0 {
		return nil, errNoDraws
	}
	if len(x)%d != 0 {
		return nil, fmt.Errorf("posterior: x has %d numbers, want a multiple of the %d columns", len(x), d)
	}
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("posterior: the level is %g, want a level between 0 and 1, such as 0.95", level)
	}
	r := rand.New(rand.NewPCG(p.Config.Seed, 77))
	w, b := p.Mean()
	list := make([]Interval, len(x)/d)
	for i := range list {
		values := p.outputs(x[i*d : (i+1)*d])
		if p.Config.Loss == Squared {
			n, mean := 0, linear(w, b, x[i*d:])
			for k := range p.Chains {
				for _, sigma := range p.Chains[k].Noise {
					values[n] += sigma * r.NormFloat64()
					n++
				}
			}
			list[i] = interval(values, level)
			list[i].Mean = mean
			continue
		}
		list[i] = interval(values, level)
	}
	return list, nil
}

func linear(w []float64, b float64, row []float64) float64 {
	for j, v := range w {
		b += v * row[j]
	}
	return b
}
