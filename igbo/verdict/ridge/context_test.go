package ridge

import (
	"context"
	"errors"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
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

// TestFitEndsWithTheContext: wherever the context ends, Fit returns its error and no model of a part of the records.
func TestFitEndsWithTheContext(t *testing.T) {
	d := samples.Data{Features: []string{"a"}, Steps: 1}
	for i := range 3 * blockRecords {
		d.X, d.Y = append(d.X, float64(i%7)), append(d.Y, float64(i%3/2))
	}
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}, {Kind: task.KindAbsolute}} {
		looks := &endsAfter{t.Context(), 1 << 30}
		if _, err := Fit(looks, Of(d, nil), loss, 1, []float64{1, 0.1}); err != nil {
			t.Fatal(err)
		}
		used := 1<<30 - looks.n
		for n := 0; n < used; n += max(1, used/12) {
			if fits, err := Fit(&endsAfter{t.Context(), n}, Of(d, nil), loss, 1, []float64{1, 0.1}); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, ended at look %d: %d models, error %v", loss, n, len(fits), err)
			}
		}
	}
}
