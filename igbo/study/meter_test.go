package study

import (
	"context"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// light is a study of cells that cost next to nothing.
type light struct{}

func (light) Validate() error { return nil }

func (light) Cells(p *Plan) (func(*Parts) (int, error), error) {
	for i := range 3 {
		Add(p, Cell{Name: string(rune('a' + i)), Weight: 0.01}, same, i)
	}
	return func(*Parts) (int, error) { return 0, nil }, nil
}

func same(_ context.Context, _ *Work, i int) (int, error) { return i, nil }

// TestProgressOfLightCells: the total is never 0, and the end is the total.
func TestProgressOfLightCells(t *testing.T) {
	done, total := -1, -1
	must.Of(Run(t.Context(), nil, light{}, Options{Unkept: true, Progress: func(d, n int) { done, total = d, n }})).In(t)
	if done != 1 || total != 1 {
		t.Errorf("progress ends at %d of %d, want 1 of 1", done, total)
	}
}
