package ordered

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Options say how the methods are tuned.
type Options struct {
	// Inner are the folds within the data.
	Inner []fold.Rows
	// Strengths are those that penalties are tried at.
	Strengths []float64
	// Chains, Burn and Draws are those of each posterior, and of those on inner folds, of half as many chains.
	Chains, Burn, Draws int
	// Extend is that of the posteriors on all rows ([posterior.Config]); those on inner folds are never extended.
	Extend int
	Seed   uint64
	// Numbers is the size of the table by which the limits of methods go ([MostNumbers], [MostSlow]); 0 takes the data's.
	Numbers int
	// Skip leaves methods out.
	Skip []Method
}

// Fitted is one method's model.
type Fitted struct {
	Method Method
	Model  *linear.Model
	// Members are, of a posterior of classes, draws whose mean probability is what predicts: D weights and a bias each, in the data's units.
	// Model is then the linear model nearest to it, which is the posterior's part in a stack. nil where Model predicts.
	Members [][]float64
	// Strength is the penalty that was chosen, where there is one.
	Strength float64
	// Posteriors are those of the bases that were averaged.
	Posteriors []*posterior.Posterior
	// Stack are the weights of the methods in a stack.
	Stack map[Method]float64
}

// suite is one table with its inner folds.
type suite struct {
	ctx   context.Context
	data  linear.Data
	loss  task.Loss
	known Knowledge
	opts  Options
	inner []linear.Data // training parts of the inner folds
}

// Suite fits every method that applies, in the order of Methods. Errors: data or knowledge that do not fit each other, the context's.
func Suite(ctx context.Context, d linear.Data, loss task.Loss, k Knowledge, o Options) ([]Fitted, error) {
	s := &suite{ctx: ctx, data: d, loss: loss, known: k, opts: o}
	for _, rows := range o.Inner {
		s.inner = append(s.inner, part(d, rows.Train))
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
			return nil, fmt.Errorf("ordered: %s: %w", m.Label(), err)
		}
		fitted, outer[m] = append(fitted, f), held
	}
	return fitted, ended(ctx)
}

// ended returns the context's error.
func ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("ordered: %w", err)
	}
	return nil
}

// part are some rows of a table.
func part(d linear.Data, rows []int) linear.Data {
	d.X, d.Y, d.Weights = fold.Take(d.X, d.D, rows), fold.Take(d.Y, 1, rows), fold.Take(d.Weights, 1, rows)
	return d
}

// fit tunes one method and gives its predictions of the rows that inner folds hold out.
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
			out, err = s.heldOut(func(d linear.Data) (*linear.Model, error) {
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
		out, err := s.heldOut(func(d linear.Data) (*linear.Model, error) {
			return linear.Fit(s.ctx, d, s.loss, 1, s.penalty(m, strength))
		})
		if err != nil {
			return f, nil, err
		}
		l, err := s.loss.Value(task.Sample{Outputs: 1, Predictions: out, Targets: s.data.Y, Weights: s.data.Weights})
		if err != nil {
			return f, nil, err
		}
		if l < least || best == nil {
			least, best, f.Strength = l, out, strength
		}
	}
	var err error
	f.Model, err = linear.Fit(s.ctx, s.data, s.loss, 1, s.penalty(m, f.Strength))
	return f, best, err
}

func (s *suite) penalty(m Method, strength float64) linear.Penalty {
	p := linear.Uniform(strength, s.data.D)
	if m == RankRidge || m == SignRankRidge {
		p = s.known.RankPenalty(strength, s.data.D)
	}
	if m == SignRidge || m == SignRankRidge {
		p.Signs = s.known.Order.Directions
	}
	return p
}

// heldOut are the predictions of each row by a model of the inner folds that did not see it.
func (s *suite) heldOut(fit func(d linear.Data) (*linear.Model, error)) ([]float64, error) {
	out := make([]float64, len(s.data.Y))
	for i, rows := range s.opts.Inner {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		model, err := fit(s.inner[i])
		if err != nil {
			return nil, err
		}
		for j, f := range model.Predict(fold.Take(s.data.X, s.data.D, rows.Test)) {
			out[rows.Test[j]] = f
		}
	}
	return out, nil
}

// once fits posteriors, which have nothing to tune.
func (s *suite) once(f *Fitted, d linear.Data, chains, extend int) (*linear.Model, error) {
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
		return linear.Fit(s.ctx, d, s.loss, 1, linear.Uniform(1, d.D))
	}
	for _, base := range []posterior.Base{posterior.Laplace, posterior.Gauss} {
		c.Base = base
		p, err := posterior.Sample(s.ctx, posterior.Data{D: d.D, X: d.X, Y: d.Y}, known.Order, c)
		if err != nil {
			return nil, err
		}
		f.Posteriors = append(f.Posteriors, p)
	}
	return project(s.ctx, d, s.loss, f.Posteriors)
}

// constant reports whether all targets are one number but for rounding errors, which [posterior.Sample] refuses.
func constant(y []float64) bool {
	spread := slices.Max(y) - slices.Min(y)
	return spread <= 1e-13*max(math.Abs(slices.Max(y)), math.Abs(slices.Min(y)))
}
