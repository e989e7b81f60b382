package study

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// sums is a study that sums powers of a number for each seed.
type sums struct {
	Seeds int     `json:"seeds"`
	Scale float64 `json:"scale"`
	Grid  grid    `json:"grid"`
}

type grid struct {
	Powers []float64 `json:"powers"`
	Name   string    `json:"name"`
}

type sum struct {
	Values []float64 `json:"values"`
}

func (s *sum) Tables() []tabulate.Table {
	t := tabulate.Table{Name: "sum", Header: []string{"value"}}
	for _, v := range s.Values {
		t.Rows = append(t.Rows, []string{tabulate.Full(&v)})
	}
	return []tabulate.Table{t}
}

func (s *sum) Figures() ([]plots.Figure, error) { return nil, nil }

type powerSettings struct{ Base, Power float64 }

func raise(_ context.Context, _ *workflow.Work, s powerSettings) (float64, error) {
	return math.Pow(s.Base, s.Power), nil
}

func (s sums) Validate() error {
	if s.Seeds < 1 {
		return errors.New("sums: no seeds, want at least 1")
	}
	return nil
}

func (s sums) Cells(p *workflow.Plan) (func(*workflow.Parts) (*sum, error), error) {
	var found []workflow.Part[float64]
	for seed := range s.Seeds {
		for _, power := range s.Grid.Powers {
			found = append(found, workflow.Add(p, workflow.Cell{Name: fmt.Sprintf("power %g of seed %d", power, seed)}, raise, powerSettings{s.Scale / float64(seed+3), power}))
		}
	}
	return func(parts *workflow.Parts) (*sum, error) { return &sum{workflow.All(parts, found)}, nil }, nil
}

func newSums() sums {
	return sums{Seeds: 7, Scale: 2, Grid: grid{Powers: []float64{1, 2, 3}, Name: "x"}}
}
