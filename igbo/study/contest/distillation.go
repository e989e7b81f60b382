package contest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Distillation is ridge regression on the outputs of a teacher that can be asked about any input: at the training
// inputs and Queries points around them. Its labels are the teacher's; it is tuned on those of the data.
func Distillation() Method { return distillation{} }

// Queries is how many points a teacher is asked about beside the training inputs.
const Queries = 256

type distillation struct{}

// Name implements Method.
func (distillation) Name() string { return "distillation" }

// Applies implements Method.
func (distillation) Applies(p *Problem) error {
	switch {
	case p.Teacher == nil:
		return errors.New("contest: there is no teacher to ask")
	case p.Loss.Is(task.KindSoftmax) || p.Train.Steps != 1 || p.Train.Mask != nil:
		return errors.New("contest: linear distillation of classes or series, expected the squared or logistic loss and a table")
	}
	return nil
}

// Settings implements Method.
func (distillation) Settings() []Setting { return Grid(strongest, weakest) }

// Fit implements Method.
func (distillation) Fit(_ context.Context, _ compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
	d, err := Asked(p, Queries, seed)
	if err != nil {
		return nil, err
	}
	return fitted(linear.Fit(d, p.Loss, p.outputs(), linear.Uniform(s.Strength, d.D)))
}

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
