package contest

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
)

// Gated keeps a method only where its loss by cross-validation is, times Handicap, below the fallback's;
// else the model is the fallback's. Both are tuned within each fold.
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

// Settings implements Method: without and with what is known.
func (g Gated) Settings() []Setting {
	return []Setting{{Strength: 0}, {Strength: 1, Handicap: g.Handicap}}
}

// Tuning says how it is tuned.
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
