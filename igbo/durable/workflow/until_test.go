package workflow

import (
	"context"
	"slices"
	"testing"
	"time"
)

// partial returns a study of n numbers of which only the quick ones are ever computed.
func partial(n, quick int) Study[[]int] {
	return cells[[]int](func(p *Plan) func(parts *Parts) ([]int, error) {
		var list []Part[int]
		for i := range n {
			list = append(list, Add(p, Cell{Name: string(rune('a' + i))}, waited, [2]int{i, quick}))
		}
		return func(parts *Parts) (there []int, err error) {
			for _, part := range list {
				if part.There(parts) {
					there = append(there, part.Of(parts))
				}
			}
			return there, nil
		}
	})
}

// waited returns a number at once, or never.
func waited(ctx context.Context, _ *Work, s [2]int) (int, error) {
	if s[0] < s[1] {
		return s[0] + 10, nil
	}
	<-ctx.Done()
	return 0, ctx.Err()
}

// TestUntil checks that a run whose time is over folds the available parts and skips unfinished cells, and that
// the end of the context is an error.
func TestUntil(t *testing.T) {
	o := Options{Dir: t.TempDir(), Until: time.Now().Add(-time.Hour)}
	if got, err := Run(t.Context(), nil, partial(4, 4), o); err != nil || len(got) != 0 {
		t.Errorf("no time at all: %v, %v", got, err)
	}
	late := o
	late.Until = time.Now().Add(time.Hour)
	if got, err := Run(t.Context(), nil, partial(4, 4), late); err != nil || !slices.Equal(got, []int{10, 11, 12, 13}) {
		t.Errorf("time enough: %v, %v", got, err)
	}
	if got, err := Run(t.Context(), nil, partial(4, 4), o); err != nil || len(got) != 4 {
		t.Errorf("what is kept takes no time: %v, %v", got, err)
	}
	if got, err := Run(t.Context(), nil, partial(6, 4), o); err != nil || !slices.Equal(got, []int{10, 11, 12, 13}) {
		t.Errorf("two more, no time: %v, %v", got, err)
	}
	late.Until = time.Now().Add(50 * time.Millisecond) // blocked cells end with the run
	if got, err := Run(t.Context(), nil, partial(6, 4), late); err != nil || !slices.Equal(got, []int{10, 11, 12, 13}) {
		t.Errorf("two that never end: %v, %v", got, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	late.Until = time.Now().Add(time.Hour)
	if _, err := Run(ctx, nil, partial(6, 4), late); err == nil {
		t.Error("the end of the caller's context is none")
	}
	if (Part[int]{}).There(nil) {
		t.Error("a part of no plan is there")
	}
}
