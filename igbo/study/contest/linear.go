package contest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Linear are the methods that fit a linear model without an engine: those that know nothing first,
// then those that know an order, signs, both, suspects, or a teacher.
func Linear() []Method {
	return []Method{
		LeastSquares(), Ridge(), LeaveOneOut(), RankRidge(), SignedSquares(), SignedRidge(), SignRankRidge(),
		Centroid(), ToCentroid(), Deletion(), Distillation(),
	}
}

// SignedSquares is least squares, or maximum likelihood, with known signs: non-negative least squares after columns are turned.
func SignedSquares() Method {
	return penalised{name: "non-negative least squares", needs: needSigns, penalty: withSigns(uniform)}.method()
}

// SignedRidge is ridge regression with known signs.
func SignedRidge() Method {
	return penalised{name: "ridge with signs", tuned: true, needs: needSigns, penalty: withSigns(uniform)}.method()
}

// SignRankRidge is rank-weighted ridge regression with known signs.
func SignRankRidge() Method {
	return penalised{name: "sign-rank-ridge", tuned: true, needs: func(p *Problem) error { return errors.Join(needOrder(p), needSigns(p)) }, penalty: withSigns(byRank)}.method()
}

// withSigns adds known signs to a penalty.
func withSigns(penalty func(*Problem, linear.Data, float64) (linear.Penalty, error)) func(*Problem, linear.Data, float64) (linear.Penalty, error) {
	return func(p *Problem, d linear.Data, strength float64) (linear.Penalty, error) {
		made, err := penalty(p, d, strength)
		made.Signs = p.Signs
		return made, err
	}
}

// Deletion is ridge regression without the suspects.
func Deletion() Method {
	return penalised{name: "suspects deleted", tuned: true, hides: true, penalty: uniform, needs: func(p *Problem) error {
		if len(p.Suspects) == 0 {
			return errors.New("contest: no feature is suspected")
		}
		return nil
	}}.method()
}

// LeaveOneOut is ridge regression with the penalty of the least leave-one-out error, in closed form.
func LeaveOneOut() Method {
	return Recipe{
		Label: "ridge by leave-one-out", Choice: fmt.Sprintf("%d settings, leave-one-out", GridSize),
		Needs: func(p *Problem) error {
			if !p.Loss.Is(task.KindSquared) || p.outputs() != 1 {
				return fmt.Errorf("contest: leave-one-out of the %s loss with %d outputs, expected squared and 1", p.Loss, p.outputs())
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
			d, best, least := p.table(), linear.Penalty{}, math.Inf(1)
			for _, s := range Grid(strongest, weakest) {
				penalty := linear.Uniform(s.Strength, d.D)
				l, err := linear.LeaveOneOut(ctx, d, penalty)
				if err != nil {
					return nil, fmt.Errorf("contest: %w", err)
				}
				if l < least || best.Strengths == nil {
					best, least = penalty, l
				}
			}
			return FittedLines(linear.Fit(ctx, d, p.Loss, 1, best))
		},
	}
}

// Distillation is ridge regression on the outputs of a teacher that can be asked about any input: at the training
// inputs and Queries points around them. Its labels are the teacher's; it is tuned on those of the data.
func Distillation() Method { return DistillationOf("distillation", Queries) }

// DistillationOf is Distillation with a name of its own and so many points around the training inputs.
func DistillationOf(name string, queries int) Method {
	return Recipe{
		Label: name, Grid: Grid(strongest, weakest),
		Needs: func(p *Problem) error {
			switch {
			case p.Teacher == nil:
				return errors.New("contest: there is no teacher to ask")
			case p.Loss.Is(task.KindSoftmax) || p.Train.Steps != 1 || p.Train.Mask != nil:
				return errors.New("contest: linear distillation of classes or series, expected the squared or logistic loss and a table")
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
			d, err := Asked(p, queries, seed)
			if err != nil {
				return nil, err
			}
			return FittedLines(linear.Fit(ctx, d, p.Loss, p.outputs(), linear.Uniform(s.Strength, d.D)))
		},
	}
}

// Queries is how many points a teacher is asked about beside the training inputs.
const Queries = 256

// Asked is a teacher's answers at the training inputs and at so many more: a training input, plus normal noise of
// half the deviation of each column. Under logistic they are probabilities.
func Asked(p *Problem, queries int, seed int64) (linear.Data, error) {
	d := linear.Data{D: p.columns(), X: append([]float64(nil), p.Train.X...)}
	u := linear.Measure(p.table(), p.Loss, p.outputs())
	rng := rand.New(rand.NewPCG(uint64(seed), 17))
	for range queries {
		i := rng.IntN(p.Train.Samples())
		for j := range d.D {
			d.X = append(d.X, p.Train.X[i*d.D+j]+0.5*u.Scale[j]*rng.NormFloat64())
		}
	}
	y, err := p.Teacher(d.X)
	if err != nil {
		return d, fmt.Errorf("contest: the teacher: %w", err)
	}
	d.Y = append([]float64(nil), y...)
	p.Loss.Response(d.Y, p.outputs())
	return d, nil
}
