package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
)

// box is a model without a gradient. It predicts K numbers for each row of cells.
type box interface {
	outputs() int
	predict(ctx context.Context, rows [][]onnx.Cell) ([]float64, error)
	// parts returns the Shapley values of an output [N·columns] against a background, their gaps to
	// f(x) − mean f and, if they are sampled, their standard errors. If take is not nil, it is
	// called for each row with the values and their contributions by background row.
	parts(ctx context.Context, output int, rows, background [][]onnx.Cell, c Config, progress func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error)
	// pairs returns the Shapley interactions of pairs of columns [N·columns·columns] in the same way.
	pairs(ctx context.Context, output int, rows, background [][]onnx.Cell, c Config) (*shapley.Estimates, error)
	method(c Config) string
	// pace returns how many samples to explain at once, and the maximum number in total; 0 is all.
	pace(c Config) (atOnce, most int)
	overhead() time.Duration // of a call, estimated from the first
}

// walkBox is like walk for a model without a gradient. The scores come from Shapley values against
// a sample of the data.
func (s *run) walkBox(ctx context.Context, c Config, progress func(done, total int), each func(d igbo.Data, x *igbo.Explanation, phi []float64) error) (string, error) {
	if err := c.check(len(s.Names)); err != nil {
		return "", err
	}
	if c.Baseline == ZeroBaseline {
		return "", errors.New("the baseline \"zero\" requires a model with a gradient, which trees and programs do not have; use the baseline \"mean\"")
	}
	atOnce, most := s.box.pace(c)
	if s.explained = s.Samples(); most > 0 {
		s.explained, c.Background = min(s.explained, most), min(c.Background, c.Pairs/2)
	}
	background := s.Sample(c.Background, c.Seed+3)
	s.asked, s.noise = s.explained, noise{}
	data := s.Sample(s.explained, c.Seed+4)
	reported := fmt.Sprintf("a background of %d samples of the data", background.Samples())
	limited, cancel := ctx, context.CancelFunc(func() {})
	end := time.Now().Add(c.Budget * 7 / 10)
	if most > 0 {
		limited, cancel = context.WithDeadline(ctx, end)
	}
	defer cancel()
	s.from = s.reference(background)
	z, n := s.Cells(background), data.Samples()
	behind := explainer.Chosen(s.Samples(), c.Background, c.Seed+3)
	if p, is := s.box.(*command); is {
		p.numbers = behind
	}
	if s.inferring {
		s.influence = newInfluence(c, len(s.Names), explainer.Chosen(s.Samples(), s.asked, c.Seed+4), behind, s.Numbers(background), s.from)
	}
	atOnce = cmp.Or(atOnce, n)
	for from := 0; from < n; from = s.explained {
		part, began := data.Part(from, min(from+atOnce, n)), time.Now()
		x, phi, err := s.scoreBox(limited, c, part, z, func(done, _ int) {
			if progress != nil {
				progress(from+done, n)
			}
		})
		if err != nil && ctx.Err() == nil && limited.Err() != nil && from >= 2 {
			break
		}
		if err == nil {
			err = each(part, x, phi)
		}
		if err != nil && ctx.Err() == nil && limited.Err() != nil {
			err = fmt.Errorf("%w (to send the program fewer rows, use a smaller --set pairs=N)", err)
		}
		if err != nil {
			return "", err
		}
		s.explained = from + part.Samples()
		// The time per sample, without the program's start, determines the size of the next piece.
		each := max(time.Since(began)-s.box.overhead(), time.Millisecond) / time.Duration(part.Samples())
		if atOnce = int((time.Until(end)*4/5 - s.box.overhead()) / max(each, 1)); most > 0 && atOnce < 1 {
			break
		}
	}
	if s.explained < s.Samples() {
		s.warnings = append(s.warnings, fmt.Sprintf("%d of %d samples are explained, drawn at random; --set rows=N and --budget limit how many", s.explained, s.Samples()))
	}
	return reported, nil
}

// scoreBox returns the scores of some samples, and the Shapley values [N·columns] from which they are computed.
func (s *run) scoreBox(ctx context.Context, c Config, d igbo.Data, z [][]onnx.Cell, progress func(done, total int)) (*igbo.Explanation, []float64, error) {
	rows, k := s.Cells(d), len(s.Names)
	chosen, err := s.chosenOutputs(ctx, c, rows)
	if err != nil {
		return nil, nil, err
	}
	x := &igbo.Explanation{Scores: mat.NewDense(len(rows), k, nil), Gaps: make([]float64, len(rows)), Rises: make([]float64, len(rows))}
	done, all := 0, make([]float64, len(rows)*k)
	var numbers []float64
	if s.influence != nil {
		numbers = s.Numbers(d)
	}
	for output := range s.box.outputs() {
		var at []int
		var some [][]onnx.Cell
		for i, o := range chosen {
			if o == output {
				at, some = append(at, i), append(some, rows[i])
			}
		}
		if len(at) == 0 {
			continue
		}
		var take shapley.Stepper
		if s.influence != nil {
			take = func(j int, phi, parts []float64) { s.influence.add(numbers[at[j]*k:(at[j]+1)*k], phi, parts) }
		}
		phi, gaps, errors, err := s.box.parts(ctx, output, some, z, c, func(n, _ int) { progress(done+n, len(rows)) }, take)
		if err != nil {
			return nil, nil, err
		}
		done += len(at)
		for j, i := range at {
			copy(all[i*k:], phi[j*k:(j+1)*k])
			x.Gaps[i], x.Rises[i] = gaps[j], s.takeParts(x.Scores.RawRowView(i), phi[j*k:(j+1)*k], c)
			if errors != nil {
				s.noise.add(errors[j*k:(j+1)*k], phi[j*k:(j+1)*k])
			}
		}
	}
	return x, all, nil
}

// takeParts computes scores from Shapley values, as from attributions, and returns |Σ φ|.
func (s *run) takeParts(scores, phi []float64, c Config) float64 {
	size, sum := c.Attribution.Epsilon, 0.0
	for _, v := range phi {
		size, sum = size+math.Abs(v), sum+v
	}
	for k, v := range phi {
		if scores[k] = v / size; c.Attribution.Score == attribution.Absolute {
			scores[k] = math.Abs(v) / size
		}
	}
	return math.Abs(sum)
}

// chosenOutputs returns the output to explain for each row: the requested one, or else the second of two classes, or else the predicted
// class.
func (s *run) chosenOutputs(ctx context.Context, c Config, rows [][]onnx.Cell) ([]int, error) {
	k := s.box.outputs()
	if c.Output.Kind != "" {
		if err := c.Output.Check(k); err != nil {
			return nil, err
		}
	}
	list := make([]int, len(rows))
	switch {
	case c.Output.Kind == attribution.ChosenOutput:
		return slices.Repeat([]int{c.Output.Index}, len(rows)), nil
	case k <= 2 && c.Output.Kind != attribution.PredictedOutput:
		return slices.Repeat([]int{k - 1}, len(rows)), nil
	}
	y, err := s.box.predict(ctx, rows)
	if err != nil {
		return nil, err
	}
	for i := range list {
		row := y[i*k : (i+1)*k]
		list[i] = slices.Index(row, slices.Max(row))
	}
	return list, nil
}

// noise accumulates the standard errors of sampled values.
type noise struct{ errors, sizes float64 }

func (n *noise) add(errors, phi []float64) {
	for i, e := range errors {
		n.errors, n.sizes = n.errors+e/float64(len(phi)), n.sizes+math.Abs(phi[i])
	}
}

// floor returns the share that a feature without effect has on average because of sampling: the
// mean absolute value of a normal error.
func (n noise) floor() float64 {
	if n.sizes == 0 {
		return 0
	}
	return math.Sqrt(2/math.Pi) * n.errors / n.sizes
}

// warning returns a warning if the floor is above a share of 0.01.
func (n noise) warning() []string {
	if floor := n.floor(); floor > 0.01 {
		return []string{fmt.Sprintf("by chance, a feature without any effect has a share of about %.2g; a larger --set pairs=N lowers it", floor)}
	}
	return nil
}

// stacked returns the rows of above followed by those of below.
func stacked(above, below *mat.Dense) *mat.Dense {
	if above == nil {
		return below
	}
	var both mat.Dense
	both.Stack(above, below)
	return &both
}

// reported records the method of the scores and the explained samples, for a model without a
// gradient.
func (s *run) reported(e *Explanation, c Config) {
	e.Method, e.Noise = s.box.method(c), s.noise.floor()
	e.Samples, e.Keys = s.explained, nil
	for _, i := range explainer.Chosen(s.Samples(), s.asked, c.Seed+4)[:s.explained] {
		e.Keys = append(e.Keys, s.Keys[i])
	}
	e.Warnings = append(e.Warnings, s.noise.warning()...)
}
