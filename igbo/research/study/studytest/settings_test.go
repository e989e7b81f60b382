package studytest

import (
	"context"
	"errors"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
)

// product is a study whose cells depend on A and B, and whose fold depends on C.
type product struct{ A, B, C int }

func (p product) Validate() error {
	if p.B > 3 {
		return errors.New("product: B is too large")
	}
	return nil
}

func (p product) Cells(plan *workflow.Plan) (func(*workflow.Parts) (int, error), error) {
	x := workflow.Add(plan, workflow.Cell{Name: "product"}, multiply, [2]int{p.A, p.B})
	return func(parts *workflow.Parts) (int, error) { return x.Of(parts) + p.C, nil }, nil
}

func multiply(_ context.Context, _ *workflow.Work, s [2]int) (int, error) { return s[0] * s[1], nil }

// TestSettings checks the number of settings that can be changed.
func TestSettings(t *testing.T) {
	for b, want := range map[int]int{2: 3, 3: 2} {
		if n := Settings[int](t, nil, product{5, b, 7}); n != want {
			t.Errorf("%d settings were changed, want %d", n, want)
		}
	}
}
