package contest

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// Names of what package ordered fits.
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

// Believed are the methods of package ordered that are fitted to all that is known at once: least squares over the ordered cone, means of posteriors with
// what their names say, of the two bases alike, and their average by stacking. Nothing of them is tuned but ridge within the stack.
func Believed() []Method {
	return []Method{
		believed(OrderedCone, ordered.OrderedCone, true, true),
		believed(PosteriorBare, ordered.PosteriorBare, false, false),
		believed(PosteriorSigns, ordered.PosteriorHard, false, true),
		believed(PosteriorOrder, ordered.PosteriorHard, true, false),
		believed(PosteriorBoth, ordered.PosteriorHard, true, true),
		believed(PosteriorSoft, ordered.PosteriorSoft, true, false),
		believed(PosteriorSoftAll, ordered.PosteriorSoft, true, true),
		believed(Stacked, ordered.Stacking, true, false),
	}
}

// chains, burn and draws are those of each posterior of a study, of each base.
const (
	chains = 2
	burn   = 300
	draws  = 1000
)

// believed is one method of package ordered that is told the order, the signs, or both.
func believed(label string, m ordered.Method, order, signs bool) Recipe {
	r := Recipe{
		Label: label, Needs: func(p *Problem) error {
			if err := tableWith(label, p, told(order, signs)); err != nil {
				return err
			}
			if why := m.Applies(p.table(), p.Loss, p.has(order, signs)); why != "" {
				return fmt.Errorf("contest: %s: %s", label, why)
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			f, err := p.suite(ctx, m, order, signs, seed)
			return means{f}, err
		},
	}
	if m == ordered.Stacking {
		r.Choice = fmt.Sprintf("%d strengths of ridge, 5-fold CV, weights on the same folds", GridSize)
	}
	return r
}

// told refuses problems without what a method is told, or with several outputs.
func told(order, signs bool) func(*Problem) error {
	return func(p *Problem) error {
		switch {
		case p.outputs() != 1:
			return errors.New("contest: a posterior of several outputs, expected one")
		case order && needOrder(p) != nil:
			return errNoOrder
		case signs && p.Signs == nil:
			return errNoSigns
		}
		return nil
	}
}

// has is what a method is told.
func (p *Problem) has(order, signs bool) ordered.Knowledge {
	k := ordered.Knowledge{Groups: p.groups()}
	if order {
		k = p.knowledge()
	}
	if signs {
		k.Order.Directions = p.Signs
	}
	return k
}

// suite fits one method of package ordered.
func (p *Problem) suite(ctx context.Context, m ordered.Method, order, signs bool, seed int64) (ordered.Fitted, error) {
	k := p.has(order, signs)
	o := ordered.Options{Chains: chains, Burn: burn, Draws: draws, Seed: uint64(seed)}
	o.Strengths = study.Each(Grid(strongest, weakest), func(s Setting) float64 { return s.Strength })
	for _, other := range ordered.Methods() {
		if other != m && (m != ordered.Stacking || other == ordered.OrderedCone || other == ordered.PosteriorSigns) {
			o.Skip = append(o.Skip, other)
		}
	}
	if m == ordered.Stacking {
		var err error
		tune := DefaultTuneOptions(seed)
		if o.Inner, err = fold.All(p.Train.Samples(), tune.folds(p), 1, uint64(seed), p.strata(), nil); err != nil {
			return ordered.Fitted{}, fmt.Errorf("contest: %w", err)
		}
	}
	fitted, err := ordered.Suite(ctx, p.table(), p.Loss, k, o)
	switch {
	case err != nil:
		return ordered.Fitted{}, fmt.Errorf("contest: %w", err)
	case len(fitted) == 0:
		return ordered.Fitted{}, fmt.Errorf("contest: %s: %s", m.Label(), m.Applies(p.table(), p.Loss, k))
	}
	return fitted[len(fitted)-1], nil
}

// means is what package ordered fitted as a Fitted.
type means struct{ ordered.Fitted }

// Predict implements Fitted.
func (m means) Predict(x []float64) ([]float64, error) { return m.Fitted.Predict(x), nil }

// Weights implements Fitted: of classes those of the nearest linear model.
func (m means) Weights() []float64 { return m.Model.Weights() }

// PosteriorDraws is the mean of so many draws, evenly spaced, of the posterior under the order on Laplace weights: between one model that obeys and
// the mean of all.
func PosteriorDraws(label string, n int) Method {
	return Recipe{
		Label: label, Needs: func(p *Problem) error {
			if !p.Loss.Is(task.KindSquared) {
				return fmt.Errorf("contest: %s of the %s loss, expected the squared: a mean of weights is no mean of probabilities", label, p.Loss)
			}
			return tableWith(label, p, told(true, false))
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			f, err := p.suite(ctx, ordered.PosteriorHard, true, false, seed)
			if err != nil {
				return nil, err
			}
			d := p.columns()
			own := linear.Units{Shift: make([]float64, d), Scale: linear.Uniform(1, d).Strengths, TargetShift: []float64{0}, TargetScale: []float64{1}}
			return lines{&linear.Model{Units: own, Theta: MeanOf(f.Posteriors[0], n)}}, nil
		},
	}
}

// MeanOf is the mean of n draws of a posterior, evenly spaced through its chains.
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

// ConeAlone is the least squares over the cone of an order without directions, which is not convex: the best of those under each pattern of signs. It is the
// posterior's mode under flat priors.
func ConeAlone() Method {
	const name, most = "least squares on the cone", 12
	return Recipe{
		Label: name, Needs: func(p *Problem) error {
			if p.columns() > most {
				return fmt.Errorf("contest: %d columns have more than 2^%d patterns of signs", p.columns(), most)
			}
			return tableWith(name, p, told(true, false))
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, seed int64) (Fitted, error) {
			with, best, least := *p, Fitted(nil), math.Inf(1)
			for pattern := range 1 << p.columns() {
				with.Signs = make([]int, p.columns())
				for j := range with.Signs {
					with.Signs[j] = 1 - 2*(pattern>>j&1)
				}
				f, err := with.suite(ctx, ordered.OrderedCone, true, true, seed)
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

// ExactShares is the truth's own weights, asked of a linear teacher, with one fitted scale: all that an order with directions could ever say.
func ExactShares() Method {
	const name = "exact shares, one scale"
	return Recipe{
		Label: name, Needs: func(p *Problem) error {
			if p.Teacher == nil {
				return errors.New("contest: there is no teacher to ask")
			}
			return tableWith(name, p, nil)
		},
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
			w, err := slopes(p.Teacher, linear.Measure(p.table(), p.Loss, p.outputs()).Scale)
			if err != nil {
				return nil, fmt.Errorf("contest: the teacher: %w", err)
			}
			return FittedLines(Along(p, w))
		},
	}
}
