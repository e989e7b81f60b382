package trial_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// shrinkage compares estimates of many means, each of which has one noisy value.
type shrinkage struct {
	Seeds  int       `json:"seeds" bounds:"[1, inf)"`
	Means  int       `json:"means" bounds:"[3, inf)"`
	Noises []float64 `json:"noises" bounds:"distinct (0, inf)"`
}

// Validate implements workflow.Study with the bounds above.
func (s shrinkage) Validate() error { return study.Check("shrinkage", s) }

// Cells implements workflow.Study.
func (s shrinkage) Cells(p *workflow.Plan) (func(*workflow.Parts) (*trial.Result[shrinkage], error), error) {
	t := trial.Trial[distribution, values]{
		Name: "shrinkage", Title: "Squared error of means", Draw: draw, Methods: methods, References: []string{"as they are"},
		Predictions: []trial.Prediction{{What: "shrinking halves the error", Case: "noise 2", Method: "James–Stein", Against: "as they are", Most: 0.5}},
	}
	for _, noise := range s.Noises {
		t.Cases = append(t.Cases, trial.Case[distribution]{Name: fmt.Sprintf("noise %g", noise), Draws: s.Seeds, Settings: distribution{s.Means, noise}})
	}
	return trial.Cells(p, s, t)
}

// distribution has the settings of a case: the number of means, which are drawn from N(0, 1), and the noise.
type distribution struct {
	Means int
	Noise float64
}

// values is a problem.
type values struct{ means, seen []float64 }

// draw returns the problem of a run.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (p values, err error) {
	rng := rand.New(rand.NewPCG(uint64(r.Seed), 0))
	for range r.Case.Means {
		mean := rng.NormFloat64()
		p.means, p.seen = append(p.means, mean), append(p.seen, mean+r.Case.Noise*rng.NormFloat64())
	}
	return p, nil
}

// methods returns the methods to try on each problem.
func methods(r trial.Run[distribution], p values) []trial.Method {
	variance, n := r.Case.Noise*r.Case.Noise, float64(r.Case.Means)
	return []trial.Method{
		p.shrunk("as they are", 1),
		p.shrunk("all zero", 0),
		p.shrunk("James–Stein", max(0, 1-(n-2)*variance/floats.Dot(p.seen, p.seen))),
	}
}

// shrunk returns the method that multiplies the noisy values by a factor.
func (p values) shrunk(name string, factor float64) trial.Method {
	return trial.Method{Name: name, Try: func(context.Context, *workflow.Work) (trial.Measured, error) {
		squares := make([]float64, len(p.seen))
		for i, v := range p.seen {
			squares[i] = (factor*v - p.means[i]) * (factor*v - p.means[i])
		}
		return trial.Measured{Error: stat.Mean(squares, nil), Tuning: "nothing to tune", Fits: 1}, nil
	}}
}

// A custom study has cases, a draw, methods, a reference and a prediction. It runs on every core, resumes, and shows tables and
// figures.
func ExampleTrial() {
	result, err := workflow.Run(context.Background(), nil, shrinkage{Seeds: 100, Means: 20, Noises: []float64{0.5, 2}}, workflow.Options{Unkept: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range result.Cases {
		for _, row := range c.Section.Rows[0] {
			fmt.Printf("%s: %-12s %s\n", c.Section.Name, row.Name, row.Over().Text("%.2f"))
		}
	}
	fmt.Printf("%s: %t\n", result.Outcomes[0].Prediction.What, result.Outcomes[0].Met())
	// Output:
	// noise 0.5: as they are  1.00 [1.00, 1.00]
	// noise 0.5: all zero     4.27 [3.92, 4.63]
	// noise 0.5: James–Stein  0.83 [0.80, 0.87]
	// noise 2: as they are  1.00 [1.00, 1.00]
	// noise 2: all zero     0.27 [0.25, 0.29]
	// noise 2: James–Stein  0.26 [0.24, 0.27]
	// shrinking halves the error: true
}
