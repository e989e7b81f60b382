package linear

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// SuiteOptions holds the settings for tuning the methods of [Suite].
type SuiteOptions struct {
	// Inner holds the inner folds: the rows to train on and to hold out.
	Inner []fold.Rows
	// Strengths lists the penalty strengths to choose from.
	Strengths []float64
	// Chains, Burn and Draws are the settings of each posterior; see [posterior.Config]. Posteriors on inner
	// folds have half as many chains.
	Chains, Burn, Draws int
	// Extend is the setting for posteriors on all rows; see [posterior.Config].
	Extend int
	Seed   uint64
	// Numbers is an additional N·D to compare with [MostNumbers] and [MostSlow], e.g. that of the whole table
	// if the data are a part of it.
	Numbers int
	// Skip lists methods to exclude.
	Skip []Method
}

// Fitted holds the model that one method fitted.
type Fitted struct {
	Method Method
	Model  *Model
	// Members holds, for a posterior of classes, draws of D weights and a bias in the data's units. They
	// predict by their mean probability, and Model is the nearest linear model, which stacking uses. If Members
	// is nil, Model predicts.
	Members [][]float64
	// Strength is the penalty that the inner folds selected, or 0 for methods without a penalty.
	Strength float64
	// Posteriors holds the posteriors that are averaged, one per base.
	Posteriors []*posterior.Posterior
	// Stack holds the weight of each method in the stacked average.
	Stack map[Method]float64
}

// A suite is a table with its inner folds.
type suite struct {
	ctx   context.Context
	data  samples.Data
	loss  task.Loss
	known Constraints
	opts  SuiteOptions
	inner []samples.Data // training parts of the inner folds
}

// Suite fits every method that applies to a table with one target, in the order of [Methods]. It returns an
// error if data and constraints do not match, if a fit has no solution, or if ctx ends.
func Suite(ctx context.Context, d samples.Data, loss task.Loss, k Constraints, o SuiteOptions) ([]Fitted, error) {
	if d.Steps != 1 || d.Mask != nil {
		return nil, fmt.Errorf("linear: fitting methods: the data are series (%d steps), must be a table (1 step without a mask)", d.Steps)
	}
	if d.Targets() != 1 {
		return nil, fmt.Errorf("linear: fitting methods: the data have %d targets, must have 1", d.Targets())
	}
	s := &suite{ctx: ctx, data: d, loss: loss, known: k, opts: o}
	for _, rows := range o.Inner {
		s.inner = append(s.inner, d.Take(rows.Train))
	}
	var fitted []Fitted
	outer := map[Method][]float64{} // predictions of held-out rows
	for _, m := range Methods() {
		if slices.Contains(o.Skip, m) || m.Applies(d, loss, k) != "" || m.tooLarge(o.Numbers, loss) != "" {
			continue
		}
		if m == Stacking {
			fitted = append(fitted, s.stack(fitted, outer))
			continue
		}
		if err := ended(ctx); err != nil {
			return nil, err
		}
		f, held, err := s.fit(m)
		if err != nil {
			return nil, fmt.Errorf("%w (method %s)", err, m.Label())
		}
		fitted, outer[m] = append(fitted, f), held
	}
	return fitted, ended(ctx)
}

// ended returns the context's error.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("linear: %w", err)
	}
	return nil
}

// fit tunes one method. It also returns the predictions of the rows that inner folds hold out.
func (s *suite) fit(m Method) (Fitted, []float64, error) {
	f := Fitted{Method: m}
	if m == OrderedCone {
		var err error
		f.Model, err = overCone(s.ctx, s.data, s.loss, s.known)
		return f, nil, err
	}
	if m.Posterior() {
		var out []float64
		var err error
		if m != PosteriorSigns && !slices.Contains(s.opts.Skip, Stacking) {
			out, err = s.heldOut(func(d samples.Data) (*Model, error) {
				return s.once(&Fitted{Method: m}, d, (s.opts.Chains+1)/2, 0)
			})
		}
		if err != nil {
			return f, nil, err
		}
		f.Model, err = s.once(&f, s.data, s.opts.Chains, s.opts.Extend)
		if s.loss.Is(task.KindLogistic) {
			f.Members = thin(f.Posteriors)
		}
		return f, out, err
	}
	least, best := math.Inf(1), []float64(nil)
	for _, strength := range s.opts.Strengths {
		out, err := s.heldOut(func(d samples.Data) (*Model, error) {
			return Fit(s.ctx, d.View(nil), s.loss, 1, m.Penalty(s.known, strength, len(s.data.Features)))
		})
		if err != nil {
			return f, nil, err
		}
		l, err := s.loss.Value(task.Predictions{Outputs: 1, Values: out, Targets: s.data.Y, Weights: s.data.Weights})
		if err != nil {
			return f, nil, err
		}
		if l < least || best == nil {
			least, best, f.Strength = l, out, strength
		}
	}
	var err error
	f.Model, err = Fit(s.ctx, s.data.View(nil), s.loss, 1, m.Penalty(s.known, f.Strength, len(s.data.Features)))
	return f, best, err
}

// heldOut predicts each row with the model of the inner fold that holds it out.
func (s *suite) heldOut(fit func(d samples.Data) (*Model, error)) ([]float64, error) {
	out := make([]float64, len(s.data.Y))
	for i, rows := range s.opts.Inner {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		model, err := fit(s.inner[i])
		if err != nil {
			return nil, err
		}
		for j, f := range model.Predict(s.data.View(rows.Test).Inputs()) {
			out[rows.Test[j]] = f
		}
	}
	return out, nil
}

// once fits the posteriors of a method and returns the linear model for their mean. Posteriors have no strength
// to tune.
func (s *suite) once(f *Fitted, d samples.Data, chains, extend int) (*Model, error) {
	known := s.known
	c := posterior.DefaultConfig()
	c.Chains, c.Burn, c.Draws, c.Extend, c.Seed = chains, s.opts.Burn, s.opts.Draws, extend, s.opts.Seed
	c.Groups, c.Trust = known.Groups, posterior.Soft
	switch f.Method {
	case PosteriorHard:
		c.Trust = posterior.Hard
	case PosteriorSigns:
		c.Trust, known.Order.Above = posterior.Hard, nil
	case PosteriorBare:
		c.Trust, known = posterior.Hard, known.nothing()
	}
	switch {
	case s.loss.Is(task.KindLogistic):
		c.Loss = posterior.Logistic
	case s.loss.Is(task.KindPoisson):
		c.Loss = posterior.Poisson
	}
	f.Posteriors = nil
	if constant(d.Y) {
		return Fit(s.ctx, d.View(nil), s.loss, 1, Uniform(1, len(d.Features)))
	}
	for _, base := range []posterior.Base{posterior.Laplace, posterior.Gauss} {
		c.Base = base
		p, err := posterior.Sample(s.ctx, d, known.Order, c)
		if err != nil {
			return nil, err
		}
		f.Posteriors = append(f.Posteriors, p)
	}
	return project(s.ctx, d, s.loss, f.Posteriors)
}

// constant reports whether all targets are equal up to rounding. [posterior.Sample] rejects such targets.
func constant(y []float64) bool {
	spread := slices.Max(y) - slices.Min(y)
	return spread <= 1e-13*max(math.Abs(slices.Max(y)), math.Abs(slices.Min(y)))
}
