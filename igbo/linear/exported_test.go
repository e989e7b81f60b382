package linear

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero and excessive values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	d := samples.Data{Features: letters(1), Steps: 1, X: []float64{1, 2}, Y: []float64{1, 2}}
	fit := func(d samples.Data, loss task.Loss, outputs int, p Penalty) func() error {
		return func() error { _, err := Fit(context.Background(), d.View(nil), loss, outputs, p); return err }
	}
	g := must.Of(dag.New([]string{"a", "b"}, nil, nil, nil)).In(t)
	g = must.Of(g.WithDirections(dag.Direction{K: 0, Sign: 1})).In(t)
	bad := samples.Data{Features: letters(2), Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{1, math.NaN()}}
	known := Constraints{Groups: [][]int{{0}, {1}}, Order: posterior.Order{Above: [][2]int{{0, 1}}}}
	path := func(d samples.Data, outputs int, penalty float64) func() error {
		return func() error {
			_, err := Path(context.Background(), d.View(nil), task.Loss{Kind: task.KindLogistic}, outputs, []float64{penalty})
			return err
		}
	}
	exported.Check(t, map[string]exported.Call{
		"Fit": exported.Bad(fit(samples.Data{}, task.Loss{}, 1, Penalty{}), fit(samples.Data{Features: letters(1), Steps: 1, X: []float64{1}}, task.Loss{}, 1, Uniform(1, 1)), fit(d, task.Loss{}, 0, Uniform(1, 1)),
			fit(d, task.Loss{}, math.MinInt, Uniform(1, 1)), fit(d, task.Loss{Kind: "luck"}, 1, Uniform(1, 1)), fit(d, task.Loss{}, 1, Penalty{}),
			fit(d, task.Loss{}, 1, Uniform(math.NaN(), 1)), fit(d, task.Loss{}, 1, Uniform(math.Inf(1), 1)), fit(d, task.Loss{}, 2, Uniform(1, 1))),
		"LeaveOneOut": exported.Bad(func() error {
			_, err := LeaveOneOut(context.Background(), samples.Data{}.View(nil), Penalty{})
			return err
		},
			func() error {
				_, err := LeaveOneOut(context.Background(), d.View(nil), Penalty{Strengths: []float64{1}, Signs: []int{1}})
				return err
			}),
		"Uniform":           exported.Total("of columns that are there"),
		"Path":              exported.Bad(path(samples.Data{}, 1, 1), path(d, 0, 1), path(d, 1, math.NaN()), path(d, 1, 0)),
		"Robust":            exported.Total("of any loss"),
		"Model.PredictRows": exported.Total("of rows as they were fitted"),
		"Model.Metrics":     exported.Total("the loss checks the rows"),
		"Model.Predict":     exported.Total("of rows as they were fitted"),
		"Model.Weights":     exported.Total("no argument"),
		"ConstraintsOf":     exported.Bad(func() error { _, err := ConstraintsOf(g, []string{"a"}, nil); return err }),
		"Suite": exported.Bad(func() error {
			_, err := Suite(context.Background(), bad, task.Loss{}, known, SuiteOptions{Strengths: []float64{1}})
			return err
		}),
		"Fitted.Predict":          exported.Total("of columns that are there"),
		"Method.Check":            exported.Bad(Method("").Check, Method("magic").Check),
		"Methods":                 exported.Total("no argument"),
		"Method.Label":            exported.Total("of any name"),
		"Method.Knows":            exported.Total("of any name"),
		"Method.Posterior":        exported.Total("of any name"),
		"Method.Penalty":          exported.Total("of columns that are there"),
		"Method.Applies":          exported.Total("says what does not fit"),
		"Constraints.Ranks":       exported.Total("of an order that Of made"),
		"Constraints.RankPenalty": exported.Total("of columns that are there"),
	})
}
