package shortcut

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// fitSettings are all that the fits of a draw depend on.
type fitSettings struct {
	Setting Setting
	Test    int
	Seed    int64
}

// outcome is what one fit is like.
type outcome struct {
	// Out is the error in the test, above that of the truth, In the loss on fresh samples of the training law.
	Out, In float64
	// Moved is how far the output moves, on average over training-law samples, where the suspect is put to its mean, in
	// deviations of the target, or log-odds; Share is that over the sum of the like of every feature.
	Moved, Share float64
}

// fit draws the data of a seed and trains the student by every method.
func fit(ctx context.Context, w *study.Work, s fitSettings) ([]outcome, error) {
	l := newLaw(s.Setting, s.Seed)
	seed := uint64(s.Seed)
	p := &contest.Problem{
		Train: l.draw(s.Setting.Samples, seed, false), Test: l.draw(s.Test, seed+1<<32, true),
		Loss: task.Loss{Kind: s.Setting.Student.Loss}, Suspects: []int{s.Setting.Features},
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	fresh := *p
	fresh.Test = l.draw(s.Test, seed+1<<33, false)
	var found []outcome
	for _, m := range s.Setting.Student.Methods {
		method := s.Setting.Student.find(m.Name)
		for _, strength := range m.Strengths {
			f, err := method.Fit(ctx, w.Backend, p, contest.Setting{Strength: strength}, s.Seed)
			if err != nil {
				return nil, fmt.Errorf("shortcut: %s: %w", m.Name, err)
			}
			o := outcome{}
			if o.Out, err = contest.Error(p, f); err != nil {
				return nil, err
			}
			if o.In, err = contest.Error(&fresh, f); err != nil {
				return nil, err
			}
			if o.Moved, o.Share, err = reliance(f, fresh.Test); err != nil {
				return nil, err
			}
			for _, x := range []*float64{&o.Out, &o.In, &o.Moved, &o.Share} {
				*x = records.Short(*x)
			}
			found = append(found, o)
			w.Step(len(found))
		}
	}
	return found, nil
}

// reliance is what the last feature does to the output, and its share among all: the mean change of the output where
// the feature is put to its mean, 0.
func reliance(f contest.Fitted, d igbo.Data) (moved, share float64, err error) {
	width := len(d.Features)
	x := append([]float64(nil), d.X...)
	for k := range width {
		without := append([]float64(nil), d.X...)
		for i := k; i < len(without); i += width {
			without[i] = 0
		}
		x = append(x, without...)
	}
	y, err := f.Predict(x)
	if err != nil {
		return 0, 0, err
	}
	n, sum := len(d.Y), 0.0
	for k := range width {
		moved = 0
		for i := range n {
			moved += math.Abs(y[(k+1)*n+i]-y[i]) / float64(n)
		}
		sum += moved
	}
	if sum == 0 {
		return 0, 0, nil
	}
	return moved, moved / sum, nil
}
