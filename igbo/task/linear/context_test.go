package linear_test

import (
	"context"
	"errors"
	"testing"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// endsAfter is a context that ends at the n-th look.
type endsAfter struct {
	context.Context
	n int
}

func (e *endsAfter) Err() error {
	if e.n--; e.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestFitEndsWithTheContext: Fit looks at the context before each of Newton's steps.
func TestFitEndsWithTheContext(t *testing.T) {
	d := linear.Data{D: 1, X: []float64{1, 2, 3, 4}, Y: []float64{0, 1, 0, 1}}
	logistic := task.Loss{Kind: task.KindLogistic}
	for n := range 3 {
		if _, err := linear.Fit(&endsAfter{t.Context(), n}, d, logistic, 1, linear.Uniform(0.1, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: error %v", n, err)
		}
	}
	var none context.Context
	if _, err := linear.Fit(none, d, logistic, 1, linear.Uniform(0.1, 1)); err == nil {
		t.Error("a nil context is taken")
	}
}
