package shift

import (
	"context"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// known is the number of rows of the whole table whose inputs determine the population's units.
const known = 200

// inPopulation returns a method whose scores also use rows of the population. Inputs of any group are added to the training
// rows with weight 0. The task loss ignores them, but means, standard deviations and scores do not. Their targets repeat the
// training targets, so the target's units stay the same.
func inPopulation(name string, m benchmark.Method, inputs []float64) benchmark.Method {
	return benchmark.Recipe{Label: name, Needs: m.Applies, Learn: func(ctx context.Context, b compute.Backend, p *benchmark.Problem, s benchmark.Setting, seed int64) (benchmark.Fitted, error) {
		n, k := p.Train.Samples(), len(p.Train.Features)
		added := len(inputs) / k / n * n
		own := benchmark.Problem{Train: p.Train, Test: p.Test, Loss: p.Loss, Order: p.Order, Signs: p.Signs}
		own.Train.X = slices.Concat(p.Train.X, inputs[:added*k])
		own.Train.Y, own.Train.Weights = nil, make([]float64, n+added)
		for i := range own.Train.Weights {
			own.Train.Y = append(own.Train.Y, p.Train.Y[i%n])
			if i < n {
				own.Train.Weights[i] = 1
			}
		}
		return m.Fit(ctx, b, &own, s, seed)
	}}
}

// inUnits returns ridge regression that penalises weights in units of these scales.
func inUnits(scales []float64) benchmark.Method {
	return penalised(ridgeUnits, func(p *benchmark.Problem, strength float64) linear.Penalty {
		return scaledTo(scales, p, linear.Uniform(strength, len(scales)))
	})
}

// rankInUnits returns sign-rank-ridge in the same units.
func rankInUnits(scales []float64, above [][2]int) benchmark.Method {
	k := linear.Constraints{Order: posterior.Order{Above: above}}
	for j := range scales {
		k.Groups = append(k.Groups, []int{j})
	}
	return penalised(rankUnits, func(p *benchmark.Problem, strength float64) linear.Penalty {
		penalty := scaledTo(scales, p, k.RankPenalty(strength, len(scales)))
		penalty.Signs = p.Signs
		return penalty
	})
}

// scaledTo converts a penalty on weights in units of these scales to one in units of the training rows.
func scaledTo(scales []float64, p *benchmark.Problem, penalty linear.Penalty) linear.Penalty {
	u := p.Units()
	for j, s := range scales {
		penalty.Strengths[j] *= s / u.Scale[j] * s / u.Scale[j]
	}
	return penalty
}
