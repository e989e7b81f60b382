package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// Names of the methods of package linear.
const (
	OrderedCone      = "ordered non-negative least squares"
	PosteriorBare    = "posterior, nothing known"
	PosteriorSigns   = "posterior, signs"
	PosteriorOrder   = "posterior, order"
	PosteriorBoth    = "posterior, order and signs"
	PosteriorSoft    = "posterior, soft order"
	PosteriorSoftAll = "posterior, soft order and signs"
	Stacked          = "stacking"
)

// Believed returns the methods of package linear that use all knowledge in one fit: least squares over the ordered cone,
// posterior means with the knowledge in their names, and their average by stacking. Only the ridge regression within the stack
// is tuned.
func Believed() []Method {
	return []Method{
		believed(OrderedCone, linear.OrderedCone, true, true),
		believed(PosteriorBare, linear.PosteriorBare, false, false),
		believed(PosteriorSigns, linear.PosteriorHard, false, true),
		believed(PosteriorOrder, linear.PosteriorHard, true, false),
		believed(PosteriorBoth, linear.PosteriorHard, true, true),
		believed(PosteriorSoft, linear.PosteriorSoft, true, false),
		believed(PosteriorSoftAll, linear.PosteriorSoft, true, true),
		believed(Stacked, linear.Stacking, true, false),
	}
}

// The number of chains, discarded sweeps and draws of each posterior in a study, for each base.
const (
	chains = 2
	burn   = 300
	draws  = 1000
)

// believed returns one method of package linear that uses the order, the signs, or both.
func believed(label string, m linear.Method, order, signs bool) Recipe {
	r := Recipe{
		Label: label, Needs: func(p *Problem) error {
			if err := tableWith(label, p, informed(order, signs)); err != nil {
				return err
			}
			if why := m.Applies(p.Train, p.Loss, p.has(order, signs)); why != "" {
				return fmt.Errorf("benchmark: %s: %s", label, why)
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			f, err := p.suite(ctx, m, order, signs, seed)
			return means{f}, err
		},
	}
	if m == linear.Stacking {
		r.Choice = fmt.Sprintf("%d strengths of ridge, 5-fold CV, weights on the same folds", GridSize)
	}
	return r
}

// informed returns a check that rejects problems with several outputs or without the knowledge that a method needs.
func informed(order, signs bool) func(*Problem) error {
	return func(p *Problem) error {
		switch {
		case p.outputs() != 1:
			return errors.New("benchmark: the posterior requires one output, but the problem has several")
		case order && needOrder(p) != nil:
			return errNoOrder
		case signs && p.Signs == nil:
			return errNoSigns
		}
		return nil
	}
}

// has returns the constraints of a method with this knowledge.
func (p *Problem) has(order, signs bool) linear.Constraints {
	k := linear.Constraints{Groups: p.groups()}
	if order {
		k = p.constraints()
	}
	if signs {
		k.Order.Directions = p.Signs
	}
	return k
}

// suite fits one method of package linear.
func (p *Problem) suite(ctx context.Context, m linear.Method, order, signs bool, seed int64) (linear.Fitted, error) {
	k := p.has(order, signs)
	o := linear.SuiteOptions{Chains: chains, Burn: burn, Draws: draws, Seed: uint64(seed)}
	o.Strengths = study.Each(Grid(strongest, weakest), func(s Setting) float64 { return s.Strength })
	for _, other := range linear.Methods() {
		if other != m && (m != linear.Stacking || other == linear.OrderedCone || other == linear.PosteriorSigns) {
			o.Skip = append(o.Skip, other)
		}
	}
	if m == linear.Stacking {
		var err error
		tune := DefaultTuneOptions(seed)
		if o.Inner, err = fold.All(p.Train.Samples(), tune.folds(p), 1, uint64(seed), p.strata(), nil); err != nil {
			return linear.Fitted{}, fmt.Errorf("benchmark: %w", err)
		}
	}
	fitted, err := linear.Suite(ctx, p.Train, p.Loss, k, o)
	switch {
	case err != nil:
		return linear.Fitted{}, fmt.Errorf("benchmark: %w", err)
	case len(fitted) == 0:
		return linear.Fitted{}, fmt.Errorf("benchmark: %s: %s", m.Label(), m.Applies(p.Train, p.Loss, k))
	}
	return fitted[len(fitted)-1], nil
}

// means wraps a model of package linear as a Fitted.
type means struct{ linear.Fitted }

// Predict implements Fitted.
func (m means) Predict(x []float64) ([]float64, error) { return m.Fitted.Predict(x), nil }

// Weights implements Fitted. For classes, they are the weights of the nearest linear model.
func (m means) Weights() []float64 { return m.Model.Weights() }

// PosteriorDraws returns a method that averages n evenly spaced draws from the posterior under the order, with Laplace weights.
func PosteriorDraws(label string, n int) Method {
	return Recipe{
		Label: label, Needs: func(p *Problem) error {
			if !p.Loss.Is(task.KindSquared) {
				return fmt.Errorf("benchmark: %s requires the squared loss, got %s (averaging weights does not average probabilities)", label, p.Loss)
			}
			return tableWith(label, p, informed(true, false))
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			f, err := p.suite(ctx, linear.PosteriorHard, true, false, seed)
			if err != nil {
				return nil, err
			}
			d := p.columns()
			own := samples.Normalization{Shift: make([]float64, d), Scale: slices.Repeat([]float64{1}, d), TargetScale: 1}
			return lines{&linear.Model{Units: own, Theta: MeanOf(f.Posteriors[0], n)}}, nil
		},
	}
}

// MeanOf returns the mean of n draws of a posterior, evenly spaced through its chains.
func MeanOf(p *posterior.Posterior, n int) Line {
	columns, each := len(p.Chains[0].Weights[0]), len(p.Chains[0].Weights)
	mean := make(Line, columns+1)
	for i := range n {
		at := (2*i + 1) * each * len(p.Chains) / (2 * n)
		c := p.Chains[at/each]
		for j, v := range c.Weights[at%each] {
			mean[j] += v / float64(n)
		}
		mean[columns] += c.InterceptMean[at%each] / float64(n)
	}
	return mean
}

// ConeAlone returns least squares over the cone of an order without directions. This problem is not convex, so it takes the
// best of the solutions under each pattern of signs. It is the posterior's mode under flat priors.
func ConeAlone() Method {
	const name, most = "least squares on the cone", 12
	return Recipe{
		Label: name, Needs: func(p *Problem) error {
			if p.columns() > most {
				return fmt.Errorf("benchmark: %s: too many columns, %d (max %d)", name, p.columns(), most)
			}
			return tableWith(name, p, informed(true, false))
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			with, best, least := *p, Fitted(nil), math.Inf(1)
			for pattern := range 1 << p.columns() {
				with.Signs = make([]int, p.columns())
				for j := range with.Signs {
					with.Signs[j] = 1 - 2*(pattern>>j&1)
				}
				f, err := with.suite(ctx, linear.OrderedCone, true, true, seed)
				if err != nil {
					return nil, err
				}
				l, err := TrainingLoss(&with, means{f})
				if err != nil {
					return nil, err
				}
				if l < least {
					best, least = means{f}, l
				}
			}
			return best, nil
		},
	}
}

// ExactShares returns the truth's own weights, obtained from a linear teacher, with one fitted scale. No order with directions
// can contain more information.
func ExactShares() Method {
	const name = "exact shares, one scale"
	return Recipe{
		Label: name, Needs: func(p *Problem) error {
			if p.Teacher == nil {
				return errors.New("benchmark: the method requires a teacher, but the problem has none")
			}
			return tableWith(name, p, nil)
		},
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
			w, err := slopes(p.Teacher, p.Units().Scale)
			if err != nil {
				return nil, fmt.Errorf("benchmark: asking the teacher: %w", err)
			}
			return FittedLines(Along(p, w))
		},
	}
}
