package boost_test

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for zero values and absurd numbers.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	good, c, ctx := samples.Data{Features: make([]string, 1), Steps: 1, X: []float64{1, 2}, Y: []float64{1, 2}}, plain(1), context.Background()
	fit := func(d samples.Data, loss task.Loss, c boost.Config) func() error {
		return func() error { _, err := boost.Fit(ctx, d, loss, c); return err }
	}
	choose := func(d samples.Data, loss task.Loss, inner []fold.Rows, c boost.Config) func() error {
		return func() error { _, err := boost.Choose(ctx, d, loss, inner, c); return err }
	}
	endless := c
	endless.LearningRate = math.Inf(1)
	inner := []fold.Rows{{Train: []int{0}, Test: []int{1}}}
	exported.Check(t, map[string]exported.Call{
		"Fit": exported.Bad(fit(samples.Data{}, task.Loss{}, c), fit(samples.Data{Features: make([]string, 1), Steps: 1, X: []float64{1}}, task.Loss{}, c),
			fit(good, task.Loss{Kind: "luck"}, c), fit(good, task.Loss{}, boost.Config{}), fit(good, task.Loss{}, endless)),
		"Choose": exported.Bad(choose(samples.Data{}, task.Loss{}, inner, c), choose(good, task.Loss{}, nil, c), choose(good, task.Loss{}, inner, boost.Config{}),
			choose(good, task.Loss{}, []fold.Rows{{Train: []int{-1}, Test: []int{1}}}, c)),
		"DefaultConfig":    exported.Total("any number"),
		"Model.Predict":    exported.Total("of rows as they were fitted"),
		"Model.Trees":      exported.Total("no argument"),
		"Model.Importance": exported.Total("no argument"),
	})
}
