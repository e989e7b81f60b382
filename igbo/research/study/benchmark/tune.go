package benchmark

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// TuneOptions describes how settings are chosen.
type TuneOptions struct {
	// Folds is the number of folds; at most the number of samples are used.
	Folds int `json:"folds"`
	// Seed determines the folds, which are the same for every method, and the start weights.
	Seed int64 `json:"seed"`
}

// DefaultTuneOptions returns 5 folds.
func DefaultTuneOptions(seed int64) TuneOptions { return TuneOptions{Folds: 5, Seed: seed} }

// Chosen is the result of tuning.
type Chosen struct {
	Setting Setting `json:"setting"`
	// Losses are the losses on held-out samples by setting; nil if there was nothing to choose.
	Losses []float64 `json:"losses,omitempty"`
	// Fits is the number of fits, including the last one.
	Fits int `json:"fits"`
}

// Tune chooses a method's setting by k-fold cross-validation on p.Train and fits the method on all of p.Train. All methods have
// the same folds, with classes spread evenly over them. If losses are equal, the first setting wins. Tune returns an error if
// the method does not apply or cannot be fitted.
func Tune(ctx context.Context, b compute.Backend, m Method, p *Problem, o TuneOptions) (Fitted, Chosen, error) {
	if err := m.Applies(p); err != nil {
		return nil, Chosen{}, err
	}
	settings := m.Settings()
	c := Chosen{Setting: settings[0], Fits: 1}
	if len(settings) > 1 {
		losses, err := CrossValidate(ctx, b, m, p, o)
		if err != nil {
			return nil, c, err
		}
		least := math.Inf(1)
		for i, s := range settings {
			weighed := losses[i]
			if s.Handicap != 0 {
				weighed *= s.Handicap
			}
			if weighed < least {
				least, c.Setting = weighed, s
			}
		}
		c.Losses, c.Fits = losses, len(settings)*o.folds(p)+1
	}
	f, err := m.Fit(ctx, b, p, c.Setting, o.Seed)
	return f, c, err
}

func (o TuneOptions) folds(p *Problem) int { return min(o.Folds, p.Train.Samples()) }

// Try tunes a method and computes its [Error]. Errors contain the name of the method.
func Try(ctx context.Context, b compute.Backend, m Method, p *Problem, o TuneOptions) (f Fitted, c Chosen, missed float64, err error) {
	if f, c, err = Tune(ctx, b, m, p, o); err == nil {
		missed, err = Error(p, f)
	}
	if err != nil {
		err = fmt.Errorf("%w (method %s)", err, m.Name())
	}
	return f, c, missed, err
}

// CrossValidate returns the mean loss on held-out samples for each setting. The loss is ∞ if a fit is not finite.
func CrossValidate(ctx context.Context, b compute.Backend, m Method, p *Problem, o TuneOptions) ([]float64, error) {
	folds, err := fold.All(p.Train.Samples(), o.folds(p), 1, uint64(o.Seed), p.strata(), nil)
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	settings := m.Settings()
	sums := make([]float64, len(settings))
	for _, rows := range folds {
		part := p.on(rows)
		for i, s := range settings {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f, err := m.Fit(ctx, b, part, s, o.Seed)
			if err != nil {
				return nil, fmt.Errorf("%w (method %s)", err, m.Name())
			}
			l, err := heldOut(part, f)
			if err != nil {
				return nil, fmt.Errorf("%w (method %s)", err, m.Name())
			}
			sums[i] += l * float64(len(rows.Test)) / float64(p.Train.Samples())
		}
	}
	for i, l := range sums {
		if math.IsNaN(l) {
			sums[i] = math.Inf(1)
		}
	}
	return sums, nil
}

// heldOut returns the task loss on p.Test, whose targets are samples with noise and not the truth.
func heldOut(p *Problem, f Fitted) (float64, error) {
	y, err := f.Predict(p.Test.X)
	if err != nil {
		return 0, err
	}
	l, err := p.Loss.Value(task.Predictions{Outputs: p.outputs(), Values: y, Targets: p.Test.Y, Weights: p.Test.Weights})
	if err != nil {
		return 0, fmt.Errorf("benchmark: %w", err)
	}
	return l, nil
}

// The errors of methods that do not apply.
var (
	errNoOrder = errors.New("benchmark: no order is known")
	errNoSigns = errors.New("benchmark: no signs are known")
)

// Gated uses a method only if its loss by cross-validation, times Handicap, is below the fallback's loss. Otherwise the model
// is the fallback's. Both are tuned within each fold.
type Gated struct {
	Method   Method
	Fallback Method
	// Handicap is 1 for a gate without a margin.
	Handicap float64
	Options  TuneOptions
}

// Name implements Method.
func (g Gated) Name() string { return g.Method.Name() + ", gate" }

// Applies implements Method.
func (g Gated) Applies(p *Problem) error {
	if err := g.Fallback.Applies(p); err != nil {
		return err
	}
	return g.Method.Applies(p)
}

// Settings implements Method: the fallback, and the method.
func (g Gated) Settings() []Setting {
	return []Setting{{Strength: 0}, {Strength: 1, Handicap: g.Handicap}}
}

// Tuning describes how the method is tuned.
func (g Gated) Tuning(o TuneOptions) string {
	return fmt.Sprintf("gate against %s, %d-fold CV; within it: %s", g.Fallback.Name(), o.Folds, Tuning(g.Method, g.Options))
}

// Fit implements Method.
func (g Gated) Fit(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
	m, o := g.Fallback, g.Options
	if s.Strength == 1 {
		m = g.Method
	}
	o.Seed = seed
	f, _, err := Tune(ctx, b, m, p, o)
	return f, err
}

// Interpretability returns H(θ) of a linear model with one output on the training inputs, in closed form. It compares scores
// relative to the training mean with the problem's order. It returns an error for other models.
func Interpretability(p *Problem, f Fitted, score attribution.ScoreKind, order *dag.DAG) (objective.Value, error) {
	w, d := f.Weights(), p.columns()
	if len(w) != d {
		return objective.Value{}, fmt.Errorf("benchmark: the model must be linear with %[2]d weights, got %[1]d weights", len(w), d)
	}
	u := p.Units()
	groups := p.groups()
	scores := mat.NewDense(p.Train.Samples(), len(groups), nil)
	for i := range p.Train.Samples() {
		total := attribution.DefaultConfig().Epsilon
		row := scores.RawRowView(i)
		for k, group := range groups {
			for _, j := range group {
				row[k] += w[j] * (p.Train.X[i*d+j] - u.Shift[j])
			}
			total += math.Abs(row[k])
		}
		for k := range row {
			if score == attribution.Absolute {
				row[k] = math.Abs(row[k])
			}
			row[k] /= total
		}
	}
	return objective.Evaluate(scores, order)
}

// TrainingLoss returns the task loss on the training data.
func TrainingLoss(p *Problem, f Fitted) (float64, error) {
	on := *p
	on.Test = p.Train
	return heldOut(&on, f)
}
