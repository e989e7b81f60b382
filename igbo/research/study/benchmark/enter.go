package benchmark

import (
	"context"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Measure computes further numbers of a fitted model.
type Measure = func(ctx context.Context, w *workflow.Work, f Fitted) ([]float64, error)

// Enter returns a method for a trial. It tunes m on the problem's training data with the folds of a seed, and measures [Error]
// and more. If the name is empty, it is m's name.
func Enter(name string, m Method, p *Problem, seed int64, more ...Measure) trial.Method {
	if name == "" {
		name = m.Name()
	}
	return trial.Method{Name: name, Try: func(ctx context.Context, w *workflow.Work) (d trial.Measured, err error) {
		o := DefaultTuneOptions(seed)
		f, chosen, e, err := Try(ctx, w.Backend, m, p, o)
		if err != nil {
			return d, err
		}
		d.Error, d.Tuning, d.Fits = e, Tuning(m, o), float64(chosen.Fits)
		d.Also, err = measured(ctx, w, f, more)
		return d, err
	}}
}

// EnterAt is Enter at one strength, without tuning.
func EnterAt(name string, m Method, p *Problem, strength float64, seed int64, more ...Measure) trial.Method {
	return trial.Method{Name: name, Try: func(ctx context.Context, w *workflow.Work) (d trial.Measured, err error) {
		f, err := m.Fit(ctx, w.Backend, p, Setting{Strength: strength}, seed)
		if err != nil {
			return d, err
		}
		if d.Error, err = Error(p, f); err != nil {
			return d, err
		}
		d.Also, err = measured(ctx, w, f, more)
		return d, err
	}}
}

// measured returns all measurements of a fitted model.
func measured(ctx context.Context, w *workflow.Work, f Fitted, more []Measure) (all []float64, err error) {
	for _, measure := range more {
		values, err := measure(ctx, w, f)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}

// Timing is the time that a method takes for a problem, including its tuning.
type Timing struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}
