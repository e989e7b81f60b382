package linear

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestExportedFunctionsNameWhatIsWrong: nil, zero values and numbers beyond sense.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	d := Data{D: 1, X: []float64{1, 2}, Y: []float64{1, 2}}
	fit := func(d Data, loss task.Loss, outputs int, p Penalty) func() error {
		return func() error { _, err := Fit(context.Background(), d, loss, outputs, p); return err }
	}
	exported.Check(t, map[string]exported.Call{
		"Fit": exported.Bad(fit(Data{}, task.Loss{}, 1, Penalty{}), fit(Data{D: math.MinInt, X: []float64{1}}, task.Loss{}, 1, Penalty{}), fit(d, task.Loss{}, 0, Uniform(1, 1)),
			fit(d, task.Loss{}, math.MinInt, Uniform(1, 1)), fit(d, task.Loss{Kind: "luck"}, 1, Uniform(1, 1)), fit(d, task.Loss{}, 1, Penalty{}),
			fit(d, task.Loss{}, 1, Uniform(math.NaN(), 1)), fit(d, task.Loss{}, 1, Uniform(math.Inf(1), 1)), fit(d, task.Loss{}, 2, Uniform(1, 1))),
		"LeaveOneOut": exported.Bad(func() error { _, err := LeaveOneOut(context.Background(), Data{}, Penalty{}); return err },
			func() error {
				_, err := LeaveOneOut(context.Background(), d, Penalty{Strengths: []float64{1}, Signs: []int{1}})
				return err
			}),
		"Measure":       exported.Total("of data that Fit checks"),
		"Uniform":       exported.Total("of columns that are there"),
		"Units.Inputs":  exported.Total("of columns as they were measured"),
		"Units.Targets": exported.Total("of targets as they were measured"),
		"Model.Predict": exported.Total("of rows as they were fitted"),
		"Model.Weights": exported.Total("no argument"),
	})
}
