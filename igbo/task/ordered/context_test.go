package ordered

import (
	"context"
	"errors"
	"testing"

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

// TestLoopsEndWithTheContext: the cone's descent and the stack look at the context in each turn of their loops, and Suite returns its error.
func TestLoopsEndWithTheContext(t *testing.T) {
	data, k, _ := draw(task.Loss{}, 40, 5, 1)
	for n := range 3 {
		if _, err := overCone(&endsAfter{t.Context(), n}, data, task.Loss{}, k); !errors.Is(err, context.Canceled) {
			t.Errorf("the cone, ended at look %d: error %v", n, err)
		}
	}
	o := options(t, 40)
	o.Skip = []Method{PosteriorBare, PosteriorHard, PosteriorSoft, OrderedCone, SignRankRidge, RankRidge}
	looks := &endsAfter{t.Context(), 1 << 30}
	if _, err := Suite(looks, data, task.Loss{}, k, o); err != nil {
		t.Fatal(err)
	}
	used := 1<<30 - looks.n
	if used < stackSteps {
		t.Errorf("looked at the context %d times, want at least once a step of the stack", used)
	}
	for _, n := range []int{0, used / 2, used - 1} {
		if _, err := Suite(&endsAfter{t.Context(), n}, data, task.Loss{}, k, o); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d of %d: error %v", n, used, err)
		}
	}
}
