package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/faithfulness"
	"github.com/igbolab/igbolab/igbo/task"
)

// What permutation importance may be of.
const (
	ofLoss   = "the rise of the task loss"
	ofSquare = "the rise of the mean squared error"
	ofErrors = "the rise of the rate of errors"
	ofOutput = "the mean squared change of the outputs (there is no target)"
)

// permute fills in permutation importance on some samples.
func (s *Subject) permute(ctx context.Context, c Config, e *Explanation, data igbo.Data) error {
	if c.Repeats == 0 || c.PermutedRows < 2 || s.Samples() < 2 {
		return nil
	}
	p, err := s.predictor(ctx)
	if err != nil {
		return err
	}
	defer p.Close()
	of, loss, err := s.loss(p, data)
	if err != nil {
		return err
	}
	n := data.Steps * len(data.Features)
	base, importances, err := faithfulness.Permutation(func(points []float64) (float64, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		moved := data
		moved.X = points
		return loss(moved)
	}, data.X, n, s.inputs(), c.Repeats, c.Seed)
	if err != nil {
		return err
	}
	e.Permuted, e.PermutedRows, e.Loss = of, data.Samples(), base
	for k, i := range importances {
		e.Features[k].Permutation, e.Features[k].Deviation = &i.Mean, &i.Deviation
	}
	return nil
}

// predictor predicts as often as is needed.
type predictor interface {
	Predict(d igbo.Data) ([]float64, error)
	Loss(d igbo.Data) (float64, error)
	Close()
}

func (s *Subject) predictor(ctx context.Context) (predictor, error) {
	if s.box != nil {
		return boxPredictor{ctx, s}, nil
	}
	return s.Model.Predictor()
}

// loss is what permutation importance is of.
func (s *Subject) loss(p predictor, data igbo.Data) (of string, loss func(igbo.Data) (float64, error), err error) {
	k := s.outputs()
	switch {
	case s.HasTarget && s.known && !s.Model.Config.Loss.Is(task.KindCustom):
		return ofLoss, p.Loss, nil
	case s.HasTarget && k == 1:
		return ofSquare, func(d igbo.Data) (float64, error) { return meanOver(p, d, squared) }, nil
	case s.HasTarget && classes(data.Y, k):
		return ofErrors, func(d igbo.Data) (float64, error) { return meanOver(p, d, wrong) }, nil
	}
	y, err := p.Predict(data)
	if err != nil {
		return "", nil, err
	}
	return ofOutput, func(d igbo.Data) (float64, error) {
		moved, err := p.Predict(d)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for i := range moved {
			sum += (moved[i] - y[i]) * (moved[i] - y[i])
		}
		return sum * float64(k) / float64(len(moved)), nil
	}, nil
}

// meanOver is the mean over valid steps of a loss of outputs and target.
func meanOver(p predictor, d igbo.Data, loss func(y []float64, target float64) float64) (float64, error) {
	y, err := p.Predict(d)
	if err != nil {
		return 0, err
	}
	k, sum, count := len(y)/len(d.Y), 0.0, 0.0
	for i, target := range d.Y {
		if d.Mask == nil || d.Mask[i] {
			sum, count = sum+loss(y[i*k:i*k+k], target), count+1
		}
	}
	return sum / count, nil
}

func squared(y []float64, target float64) float64 { return (y[0] - target) * (y[0] - target) }

// wrong is 1 where another output than the target's is the largest.
func wrong(y []float64, target float64) float64 {
	if slices.Max(y) > y[int(target)] {
		return 1
	}
	return 0
}

// classes tells whether targets are numbers of k classes.
func classes(targets []float64, k int) bool {
	return !slices.ContainsFunc(targets, func(v float64) bool { return v != math.Trunc(v) || v < 0 || v >= float64(k) })
}

// inputs are the inputs 0 … T·D−1 of each feature.
func (s *Subject) inputs() (groups [][]int) {
	columns := s.Groups
	d := len(s.Data.Features)
	if columns == nil {
		for k := range d {
			columns = append(columns, []int{k})
		}
	}
	for _, group := range columns {
		var inputs []int
		for t := range s.Data.Steps {
			for _, k := range group {
				inputs = append(inputs, t*d+k)
			}
		}
		groups = append(groups, inputs)
	}
	return groups
}

// sample is at most so many of the samples that are held, chosen by the seed and in their order.
func (s *Subject) sample(most int, seed uint64) igbo.Data {
	p := s.sampler(most, seed)
	p.take(s.Data)
	return p.data
}

// chosen are most of the numbers below n, or all, chosen by the seed (Floyd's way), rising.
func chosen(n, most int, seed uint64) []int {
	var list []int
	if n <= most {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	r, taken := rand.New(rand.NewPCG(seed, uint64(n))), map[int]bool{}
	for last := n - most; last < n; last++ {
		i := r.IntN(last + 1)
		if taken[i] {
			i = last
		}
		taken[i] = true
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}
