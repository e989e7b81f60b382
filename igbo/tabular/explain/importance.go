package explain

import (
	"context"
	"errors"
	"math"

	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/faithfulness"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/task"
)

// Losses of permutation importance.
const (
	ofLoss   = "the rise of the task loss"
	ofSquare = "the rise of the mean squared error"
	ofErrors = "the rise of the rate of errors"
	ofOutput = "the mean squared change of the outputs (there is no target)"
)

// permute computes permutation importance on some samples.
func (s *run) permute(ctx context.Context, c Config, e *Explanation, data igbo.Data) error {
	if c.Repeats == 0 || c.PermutedRows < 2 || s.Samples() < 2 {
		return nil
	}
	p, err := s.Model.Predictor()
	if err != nil {
		return err
	}
	defer p.Close()
	return s.permuteWith(ctx, c, e, data, p)
}

// permuteWith is permute with a predictor.
func (s *run) permuteWith(ctx context.Context, c Config, e *Explanation, data igbo.Data, p predictor) error {
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
		e.Features[k].Permutation, e.Features[k].StdDev = &i.Mean, &i.StdDev
	}
	return nil
}

// predictor can predict repeatedly.
type predictor interface {
	Predict(d igbo.Data) ([]float64, error)
	Loss(d igbo.Data) (float64, error)
}

// loss returns the loss of permutation importance, and its name.
func (s *run) loss(p predictor, data igbo.Data) (of string, loss func(igbo.Data) (float64, error), err error) {
	k := s.Outputs()
	switch {
	case s.HasTarget && s.Known && !s.Model.Config.Loss.Is(task.KindCustom):
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

// meanOver returns the mean over valid steps of a loss of outputs and target.
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

// wrong returns 1 if another output than the target's is the largest.
func wrong(y []float64, target float64) float64 {
	if slices.Max(y) > y[int(target)] {
		return 1
	}
	return 0
}

// classes reports whether the targets are numbers of k classes.
func classes(targets []float64, k int) bool {
	return !slices.ContainsFunc(targets, func(v float64) bool { return v != math.Trunc(v) || v < 0 || v >= float64(k) })
}

// inputs returns the inputs 0 … T·D−1 of each feature.
func (s *run) inputs() (groups [][]int) {
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

// replay predicts with a model without a gradient in one call. In a first pass it records the rows; in a second pass it returns their
// predictions.
type replay struct {
	k     int
	asked []igbo.Data
	known [][]float64
}

func (p *replay) Predict(d igbo.Data) ([]float64, error) {
	if p.known == nil {
		d.X = slices.Clone(d.X)
		p.asked = append(p.asked, d)
		return make([]float64, d.Samples()*p.k), nil
	}
	y := p.known[0]
	p.known = p.known[1:]
	return y, nil
}

func (p *replay) Loss(igbo.Data) (float64, error) {
	return 0, errors.New("the loss is not available for recorded predictions")
}

// run predicts all recorded rows, in batches.
func (p *replay) run(ctx context.Context, s *run) error {
	var rows [][]onnx.Cell
	for _, d := range p.asked {
		rows = append(rows, s.Cells(d)...)
	}
	y, err := s.box.predict(ctx, rows)
	if err != nil {
		return err
	}
	for _, d := range p.asked {
		n := d.Samples() * p.k
		p.known, y = append(p.known, y[:n]), y[n:]
	}
	return nil
}

// permuteBox is permute for a model without a gradient. For a program it uses as many samples as are explained, within the remaining time.
func (s *run) permuteBox(ctx context.Context, c Config, e *Explanation) error {
	if c.Repeats == 0 || c.PermutedRows < 2 || s.Samples() < 2 {
		return nil
	}
	rows, limited, cancel := c.PermutedRows, ctx, context.CancelFunc(func() {})
	if _, most := s.box.pace(c); most > 0 {
		rows = min(rows, most)
		limited, cancel = context.WithTimeout(ctx, c.Budget*3/10)
	}
	defer cancel()
	rows = max(2, min(rows, mostPermuted/(len(s.Names)*c.Repeats)))
	p, data := &replay{k: s.box.outputs()}, s.Sample(rows, c.Seed)
	err := s.permuteWith(limited, c, e, data, p)
	if err == nil {
		err = p.run(limited, s)
	}
	if err == nil {
		return s.permuteWith(limited, c, e, data, p)
	}
	e.Permuted = ""
	for k := range e.Features {
		e.Features[k].Permutation, e.Features[k].StdDev = nil, nil
	}
	if ctx.Err() == nil && limited.Err() != nil {
		e.Warnings = append(e.Warnings, "permutation importance was left out because the time ran out; use a larger --budget")
		return nil
	}
	return err
}

// mostPermuted is the number of rows that are predicted at once.
const mostPermuted = 1_000_000
