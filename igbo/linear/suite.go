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

// SuiteOptions holds how [Suite] tunes the methods.
type SuiteOptions struct {
	// Inner holds the inner folds: rows of the data to train on and to hold out.
	Inner []fold.Rows
	// Strengths are the strengths of penalties to choose from.
	Strengths []float64
	// Chains, Burn and Draws are those of each posterior. Posteriors on inner folds have half as many chains.
	Chains, Burn, Draws int
	// Extend is that of [posterior.Config], for posteriors on all rows.
	Extend int
	Seed   uint64
	// Numbers is the N·D that is compared with [MostNumbers] and [MostSlow] too, e.g. that of the table of which the data are a part.
	Numbers int
	// Skip lists methods to leave out.
	Skip []Method
}

// Fitted holds the model of one method.
type Fitted struct {
	Method Method
	Model  *Model
	// Members are, for a posterior of classes, draws that predict by their mean probability: D weights and a bias each, in the data's units.
	// Model is then the linear model nearest to that mean, which stacking averages. Nil if Model predicts.
	Members [][]float64
	// Strength is the penalty that the inner folds chose, 0 for methods without one.
	Strength float64
	// Posteriors are the averaged posteriors, one for each base.
	Posteriors []*posterior.Posterior
	// Stack holds the weight of each method in the average by stacking.
	Stack map[Method]float64
}

// suite is a table with its inner folds.
type suite struct {
	ctx   context.Context
	data  samples.Data
	loss  task.Loss
	known Constraints
	opts  SuiteOptions
	inner []samples.Data // training parts of the inner folds
}

// Suite fits every method that applies to a table with one target, in the order of [Methods]. It returns an error if data and constraints
// do not fit each other, a fit has no solution, or the context ends.
func Suite(ctx context.Context, d samples.Data, loss task.Loss, k Constraints, o SuiteOptions) ([]Fitted, error) {
	if d.Steps != 1 || d.Mask != nil || d.Targets() != 1 {
		return nil, fmt.Errorf("linear: fitting methods: %d steps and %d targets a step, must be a table (1 step) with 1 target", d.Steps, d.Targets())
	}
	s := &suite{ctx: ctx, data: d, loss: loss, known: k, opts: o}
	for _, rows := range o.Inner {
		s.inner = append(s.inner, d.Take(rows.Train))
	}
	var fitted []Fitted
	outer := map[Method][]float64{} // predictions of rows that were held out
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

// fit tunes one method. It returns its predictions of the rows that inner folds hold out too.
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

// heldOut returns the prediction of each row by the model of the inner fold that holds it out.
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

// once fits the posteriors of a method, which have nothing to tune, and returns the linear model of their mean.
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

// constant reports whether all targets are one number except for rounding errors, which [posterior.Sample] refuses.
func constant(y []float64) bool {
	spread := slices.Max(y) - slices.Min(y)
	return spread <= 1e-13*max(math.Abs(slices.Max(y)), math.Abs(slices.Min(y)))
}
