package study_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// circle estimates π: it draws N random points of a square and counts those in its circle. The bounds of a setting are declared
// next to it.
type circle struct {
	Seeds int `json:"seeds" bounds:"[1, inf)"`
	N     int `json:"n" bounds:"[1, inf)"`
}

// throw is a cell. Its input and output are plain data.
type throw struct {
	Seed uint64
	N    int
}

func inside(_ context.Context, w *workflow.Work, s throw) (int, error) {
	rng, hits := rand.New(rand.NewPCG(s.Seed, 0)), 0
	for i := range s.N {
		if x, y := rng.Float64(), rng.Float64(); x*x+y*y < 1 {
			hits++
		}
		w.Step(i + 1)
	}
	return hits, nil
}

func (c circle) Validate() error { return study.Check("circle", c) }

// Cells lists a cell for each seed and folds their parts.
func (c circle) Cells(p *workflow.Plan) (func(*workflow.Parts) (study.Estimate, error), error) {
	var hits []workflow.Part[int]
	for seed := range c.Seeds {
		hits = append(hits, workflow.Add(p, workflow.Cell{Name: fmt.Sprint("seed ", seed), Steps: c.N}, inside, throw{uint64(seed), c.N}))
	}
	return func(parts *workflow.Parts) (study.Estimate, error) {
		var values []float64
		for _, h := range hits {
			values = append(values, 4*float64(h.Of(parts))/float64(c.N))
		}
		return study.NewEstimate(values, 0.95), nil
	}, nil
}

// A custom study has independent cells, which run once and on every core, and a fold of their results.
func Example() {
	pi, err := workflow.Run(context.Background(), nil, circle{Seeds: 5, N: 10000}, workflow.Options{Unkept: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pi.Interval("%.2f"))
	fmt.Println(circle{Seeds: 5}.Validate())
	// Output:
	// 3.14 [3.12, 3.16]
	// circle: n must be at least 1, got 0
}
