package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/task"
)

// Linear returns the methods that fit a linear model without an engine. The first ones use no knowledge; the others use an
// order, signs, both, suspects, or a teacher.
func Linear() []Method {
	return []Method{
		LeastSquares(), Ridge(), LeaveOneOut(), RankRidge(), SignedSquares(), SignedRidge(), SignRankRidge(),
		Centroid(), ToCentroid(), Deletion(), Distillation(),
	}
}

// SignedSquares returns least squares, or maximum likelihood, with known signs: non-negative least squares after changing the
// signs of columns.
func SignedSquares() Method {
	return penalised{name: "non-negative least squares", needs: needSigns, penalty: by(linear.SignRidge)}.method()
}

// SignedRidge returns ridge regression with known signs.
func SignedRidge() Method {
	return penalised{name: "ridge with signs", tuned: true, needs: needSigns, penalty: by(linear.SignRidge)}.method()
}

// SignRankRidge returns rank-weighted ridge regression with known signs.
func SignRankRidge() Method {
	return penalised{name: "sign-rank-ridge", tuned: true, needs: func(p *Problem) error { return errors.Join(needOrder(p), needSigns(p)) }, penalty: by(linear.SignRankRidge)}.method()
}

// Deletion returns ridge regression without the suspects.
func Deletion() Method {
	return penalised{name: "suspects deleted", tuned: true, hides: true, penalty: by(linear.Ridge), needs: func(p *Problem) error {
		if len(p.Suspects) == 0 {
			return errors.New("benchmark: no feature is suspected")
		}
		return nil
	}}.method()
}

// LeaveOneOut returns ridge regression with the penalty that has the least leave-one-out error, in closed form.
func LeaveOneOut() Method {
	return Recipe{
		Label: "ridge by leave-one-out", Choice: fmt.Sprintf("%d settings, leave-one-out", GridSize),
		Needs: func(p *Problem) error {
			if !p.Loss.Is(task.KindSquared) || p.outputs() != 1 {
				return fmt.Errorf("benchmark: leave-one-out requires the squared loss and one output, got the %s loss and %d outputs", p.Loss, p.outputs())
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
			d, best, least := p.Train.View(nil), linear.Penalty{}, math.Inf(1)
			for _, s := range Grid(strongest, weakest) {
				penalty := linear.Uniform(s.Strength, p.columns())
				l, err := linear.LeaveOneOut(ctx, d, penalty)
				if err != nil {
					return nil, fmt.Errorf("benchmark: %w", err)
				}
				if l < least || best.Strengths == nil {
					best, least = penalty, l
				}
			}
			return FittedLines(linear.Fit(ctx, d, p.Loss, 1, best))
		},
	}
}

// Distillation returns ridge regression on the outputs of a teacher at the training inputs and at 256 points around them. It is
// trained on the outputs of the teacher and tuned on the targets of the data.
func Distillation() Method { return DistillationOf("distillation", 256) }

// DistillationOf returns Distillation with another name and another number of points around the training inputs.
func DistillationOf(name string, queries int) Method {
	return Recipe{
		Label: name, Grid: Grid(strongest, weakest),
		Needs: func(p *Problem) error {
			switch {
			case p.Teacher == nil:
				return errors.New("benchmark: the method requires a teacher, but the problem has none")
			case p.Loss.Is(task.KindSoftmax) || p.Train.Steps != 1 || p.Train.Mask != nil:
				return errors.New("benchmark: linear distillation requires the squared or logistic loss, and a table instead of series")
			}
			return nil
		},
		Learn: func(ctx context.Context, _ compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
			d, err := around(p, queries, seed)
			if err != nil {
				return nil, err
			}
			return FittedLines(linear.Fit(ctx, d.View(nil), p.Loss, p.outputs(), linear.Uniform(s.Strength, p.columns())))
		},
	}
}

// around returns a teacher's outputs at the training inputs and at additional points. Each of these is a training input plus
// normal noise of half the standard deviation of each column.
func around(p *Problem, queries int, seed int64) (d igbo.Data, err error) {
	d = igbo.Data{Features: p.Train.Features, Steps: 1, X: append([]float64(nil), p.Train.X...), Outputs: p.Train.Outputs}
	u, k := p.Units(), p.columns()
	rng := rand.New(rand.NewPCG(uint64(seed), 17))
	for range queries {
		i := rng.IntN(p.Train.Samples())
		for j := range k {
			d.X = append(d.X, p.Train.X[i*k+j]+0.5*u.Scale[j]*rng.NormFloat64())
		}
	}
	d.Y, err = p.ask(d.X)
	return d, err
}

// ask returns a teacher's outputs for inputs, as targets. Under the logistic loss they are probabilities.
func (p *Problem) ask(x []float64) ([]float64, error) {
	y, err := p.Teacher(x)
	if err != nil {
		return nil, fmt.Errorf("benchmark: asking the teacher: %w", err)
	}
	if want := len(x) / p.columns() * p.outputs(); len(y) != want {
		return nil, fmt.Errorf("benchmark: the teacher returns %d outputs, want %d", len(y), want)
	}
	y = slices.Clone(y)
	p.Loss.Response(y, p.outputs())
	return y, nil
}
