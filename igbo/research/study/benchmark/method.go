package benchmark

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Method learns from a Problem with one setting of its strength.
type Method interface {
	// Name returns the name of its row.
	Name() string
	// Applies returns an error if the problem lacks signs, an order or a teacher that the method needs.
	Applies(p *Problem) error
	// Settings returns the grid: GridSize settings, or one if there is nothing to tune.
	Settings() []Setting
	// Fit uses p.Train and the knowledge, but not p.Test. The seed determines the start weights.
	Fit(ctx context.Context, b compute.Backend, p *Problem, s Setting, seed int64) (Fitted, error)
}

// Setting is one of a method's strengths.
type Setting struct {
	// Strength is the value for the method; 0 if there is nothing to tune.
	Strength float64 `json:"strength"`
	// Second is the second value of a method that tunes two numbers.
	Second float64 `json:"second,omitempty"`
	// Handicap, if not 0, multiplies the loss of this setting in the comparison with other settings.
	Handicap float64 `json:"handicap,omitempty"`
}

// Fitted is a model.
type Fitted interface {
	// Predict returns outputs [n·T·K] for inputs [n·T·D] in the units of the data; for classes, it returns logits.
	Predict(x []float64) ([]float64, error)
	// Weights returns the weights of a linear model in the units of the data, output by output; nil for other models.
	Weights() []float64
}

// GridSize is the number of settings of every tuned method.
const GridSize = 8

// Grid returns GridSize strengths with equal ratios.
func Grid(from, to float64) []Setting {
	grid := make([]Setting, GridSize)
	for i := range grid {
		grid[i].Strength = from * math.Pow(to/from, float64(i)/(GridSize-1))
	}
	return grid
}

// untuned returns the grid of a method that has nothing to tune.
func untuned() []Setting { return []Setting{{}} }

// Tuning describes how a method is tuned.
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

// chosenOf describes how one of n settings is chosen.
func chosenOf(n int, o TuneOptions) string {
	if n == 1 {
		return "nothing to tune"
	}
	return fmt.Sprintf("%d settings, %d-fold CV", n, o.Folds)
}

// Named returns the method with a name; nil if there is none.
func Named(methods []Method, name string) Method {
	if m := study.First(methods, func(m *Method) bool { return (*m).Name() == name }); m != nil {
		return *m
	}
	return nil
}

// Recipe implements Method with functions.
type Recipe struct {
	// Label is the name of its row.
	Label string
	// Needs returns an error if a problem lacks something; nil if nothing is needed.
	Needs func(p *Problem) error
	// Grid has the settings; nil if there is nothing to tune.
	Grid []Setting
	// Choice describes the tuning if it does not use the grid.
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
