package explain

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// trees is a box whose Shapley values are exact.
type trees struct{ *onnx.Trees }

func (t trees) outputs() int { return t.Outputs }

func (t trees) predict(_ context.Context, rows [][]onnx.Cell) ([]float64, error) {
	return t.Predict(rows)
}

func (t trees) method(Config) string {
	of := "the output"
	if t.Margin {
		of = "the sum of the trees, before the function that makes probabilities of it"
	}
	return "exact Shapley values of " + of
}

func (t trees) pace(Config) (atOnce, most int) { return 0, 0 }

func (t trees) parts(ctx context.Context, output int, rows, background [][]onnx.Cell, _ Config, progress func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error) {
	k := len(t.Texts)
	player := make([]int, k)
	for i := range player {
		player[i] = i
	}
	if take == nil {
		phi, err = t.Values(ctx, output, rows, background, player, k, progress)
	} else {
		phi, err = t.Against(ctx, output, rows, background, player, k, progress, take)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	y, err := t.Attributed(append(slices.Clone(rows), background...), output)
	if err != nil {
		return nil, nil, nil, err
	}
	base := 0.0
	for _, v := range y[len(rows):] {
		base += v / float64(len(background))
	}
	for i := range rows {
		sum := base - y[i]
		for _, v := range phi[i*k : (i+1)*k] {
			sum += v
		}
		gaps = append(gaps, math.Abs(sum))
	}
	return phi, gaps, nil, nil
}

func (t trees) pairs(ctx context.Context, output int, rows, background [][]onnx.Cell, _ Config) (*shapley.Estimates, error) {
	k := len(t.Texts)
	player := make([]int, k)
	for i := range player {
		player[i] = i
	}
	e := &shapley.Estimates{}
	var err error
	if e.Values, err = t.Interactions(ctx, output, rows, background, player, k, nil); err != nil {
		return nil, err
	}
	y, err := t.Attributed(append(slices.Clone(rows), background...), output)
	if err != nil {
		return nil, err
	}
	e.Outputs = y[:len(rows)]
	for _, v := range y[len(rows):] {
		e.Base += v / float64(len(background))
	}
	return e, nil
}

func (t trees) overhead() time.Duration { return 0 }

// command is a program that serves as a box.
type command struct {
	explainer *explainer.Explainer
	first     *onnx.Cell // first row of the background, whose predictions are cached
	kept      []float64
	again     [][]onnx.Cell // first background rows, which the next call predicts again
	numbers   []int         // sample numbers of the background rows
	startup   time.Duration // of the first call
}

func (p *command) outputs() int { return 1 }

func (p *command) predict(ctx context.Context, rows [][]onnx.Cell) ([]float64, error) {
	if p.first == &rows[0][0] && len(p.kept) == len(rows) {
		return p.kept, nil
	}
	began := time.Now()
	y, err := p.explainer.Answer(ctx, slices.Concat(rows, p.again))
	if err != nil {
		return nil, err
	}
	if p.first == nil {
		p.first, p.kept, p.startup = &rows[0][0], y, time.Since(began)
		p.again = rows[:min(askedAgain, len(rows))]
		return y, nil
	}
	p.again = nil
	return y[:len(rows)], p.steady(y[len(rows):])
}

// askedAgain is the number of rows that a program predicts twice. Two predictions are equal if they differ by at most unsteady times the
// range of all predictions, or rounded times their magnitude. The latter allows single-precision results that depend on the batch.
const (
	askedAgain = 8
	unsteady   = 1e-4
	rounded    = 1e-5
)

// steady returns an error if the second predictions of the first rows differ from the cached ones.
func (p *command) steady(second []float64) error {
	most := unsteady * (slices.Max(p.kept) - slices.Min(p.kept))
	for i, v := range second {
		first := p.kept[i]
		if math.Abs(v-first) <= max(most, rounded*math.Abs(first)) {
			continue
		}
		return fmt.Errorf("running %q twice: row %s of %s got the prediction %g, but %g before; the program must always predict the same number for the same row, whatever the other rows are (fix its seed)",
			p.explainer.ModelFile, p.explainer.Keys[p.numbers[i]], p.explainer.DataFile, v, first)
	}
	return nil
}

func (p *command) method(c Config) string {
	return fmt.Sprintf("sampled Shapley values, %d pairs of permutations a sample", c.Pairs)
}

func (p *command) pace(c Config) (atOnce, most int) { return 2, c.Rows }

func (p *command) parts(ctx context.Context, _ int, rows, background [][]onnx.Cell, c Config, progress func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error) {
	players := make([][]int, len(rows[0]))
	for k := range players {
		players[k] = []int{k}
	}
	o := shapley.DefaultSampling()
	o.Pairs, o.Seed, o.Take = c.Pairs, c.Seed, take
	e, err := shapley.Sampled(ctx, p.predict, rows, background, players, o, progress)
	if err != nil {
		return nil, nil, nil, err
	}
	gaps = make([]float64, len(rows))
	for i := range rows {
		gaps[i] = e.Base - e.Outputs[i]
		for _, v := range e.Values[i*len(players) : (i+1)*len(players)] {
			gaps[i] += v
		}
		gaps[i] = math.Abs(gaps[i])
	}
	return e.Values, gaps, e.Errors, nil
}

func (p *command) pairs(ctx context.Context, _ int, rows, background [][]onnx.Cell, c Config) (*shapley.Estimates, error) {
	c.Pairs = max(2, c.Pairs/4)
	sets, err := pairSets(c, len(rows), len(rows[0]))
	if err != nil {
		return nil, err
	}
	players := make([][]int, len(rows[0]))
	for k := range players {
		players[k] = []int{k}
	}
	return shapley.SampledPairs(ctx, p.predict, rows, background, players, shapley.Sampling{Pairs: sets, Batch: shapley.DefaultSampling().Batch, Seed: c.Seed}, nil)
}

func (p *command) overhead() time.Duration { return p.startup }
