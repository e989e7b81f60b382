package benchmark

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Method is one way to learn from a Problem with one setting of its strength.
type Method interface {
	// Name is that of its row.
	Name() string
	// Applies is nil, or says what the problem lacks: signs, an order, a teacher.
	Applies(p *Problem) error
	// Settings is the grid: GridSize settings, or one where there is nothing to tune.
	Settings() []Setting
	// Fit looks at p.Train and at what is known, not at p.Test. The seed decides start weights.
	Fit(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error)
}

// Setting is one of a method's strengths.
type Setting struct {
	// Strength is what the method makes of it; 0 where there is nothing to tune.
	Strength float64 `json:"strength"`
	// Second is that of a method with two things to tune.
	Second float64 `json:"second,omitempty"`
	// Handicap, where not 0, multiplies the loss by which this setting is compared with others.
	Handicap float64 `json:"handicap,omitempty"`
}

// Fitted is a model.
type Fitted interface {
	// Predict gives outputs [n·T·K] for inputs [n·T·D] in the data's own units, logits for classes.
	Predict(x []float64) ([]float64, error)
	// Weights are those of a linear model in the data's own units, output by output; nil for others.
	Weights() []float64
}

// GridSize is the number of settings of every method that has any.
const GridSize = 8

// Grid is GridSize strengths from one to another by equal ratios.
func Grid(from, to float64) []Setting {
	grid := make([]Setting, GridSize)
	for i := range grid {
		grid[i].Strength = from * math.Pow(to/from, float64(i)/(GridSize-1))
	}
	return grid
}

// untuned returns the grid of what has nothing to tune.
func untuned() []Setting { return []Setting{{}} }

// Tuning says in words how a method is tuned.
func Tuning(m Method, o TuneOptions) string {
	switch m := m.(type) {
	case interface{ Tuning(o TuneOptions) string }:
		return m.Tuning(o)
	case Recipe:
		if m.Choice != "" {
			return m.Choice
		}
	}
	return chosenOf(len(m.Settings()), o)
}

// chosenOf says in words how one of n settings is chosen.
func chosenOf(n int, o TuneOptions) string {
	if n == 1 {
		return "nothing to tune"
	}
	return fmt.Sprintf("%d settings, %d-fold CV", n, o.Folds)
}

// Named returns the method of a name; nil if there is none.
func Named(methods []Method, name string) Method {
	if m := study.First(methods, func(m *Method) bool { return (*m).Name() == name }); m != nil {
		return *m
	}
	return nil
}

// Recipe is a method as data.
type Recipe struct {
	// Label is that of its row.
	Label string
	// Needs says what a problem lacks; nil needs nothing.
	Needs func(p *Problem) error
	// Grid are the settings; nil if there is nothing to tune.
	Grid []Setting
	// Choice says how it is tuned where the grid does not.
	Choice string
	// Learn fits the model at a setting.
	Learn func(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error)
}

// Name implements Method.
func (r Recipe) Name() string { return r.Label }

// Applies implements Method.
func (r Recipe) Applies(p *Problem) error {
	if r.Needs == nil {
		return nil
	}
	return r.Needs(p)
}

// Settings implements Method.
func (r Recipe) Settings() []Setting {
	if r.Grid == nil {
		return untuned()
	}
	return r.Grid
}

// Fit implements Method.
func (r Recipe) Fit(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error) {
	return r.Learn(ctx, b, p, s, seed)
}
