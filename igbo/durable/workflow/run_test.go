package workflow

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func mustSum(t *testing.T, s sums, o Options) *sum {
	t.Helper()
	r := must.Of(Run(t.Context(), nil, s, o)).In(t)
	return r
}

// cellsDone returns the number of cells that f runs.
func cellsDone(f func()) int64 {
	before := done.Load()
	f()
	return done.Load() - before
}

// TestRunDoesWhatIsMissing checks that a second run computes nothing and reports no progress. Another setting
// must only compute its own cells, and a missing or damaged part must be computed again.
func TestRunDoesWhatIsMissing(t *testing.T) {
	o := Options{Dir: filepath.Join(t.TempDir(), "parts")}
	want := mustSum(t, newSums(), Options{Unkept: true})
	var got *sum
	check := func(what string, cells int64) {
		t.Helper()
		if n := cellsDone(func() { got = mustSum(t, newSums(), o) }); n != cells || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d cells were done, want %d; found %v, want %v", what, n, cells, got, want)
		}
	}
	check("first", 28)
	o.Progress = func(int, int) { t.Error("progress where nothing is done") }
	check("again", 0)
	o.Progress = nil
	more := newSums()
	more.Seeds = 8
	if n := cellsDone(func() { mustSum(t, more, o) }); n != 4 {
		t.Errorf("one seed more: %d cells, want 4", n)
	}
	more.Grid.Powers = []float64{2, 9}
	if n := cellsDone(func() { mustSum(t, more, o) }); n != 8 {
		t.Errorf("one power more and one less: %d cells, want 8", n)
	}
	files, err := filepath.Glob(filepath.Join(o.Dir, "*"+suffix))
	if err != nil || len(files) != 28+4+8 {
		t.Fatalf("%d parts, want 40, %v", len(files), err)
	}
	for i, path := range files {
		text := must.Of(os.ReadFile(path)).In(t)
		switch i % 3 {
		case 0:
			err = os.Remove(path)
		case 1:
			err = os.WriteFile(path, text[:len(text)-1], 0o600)
		case 2:
			text[len(text)/2] ^= 4
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	check("without a whole part", 28)
	check("mended", 0)
}

// TestProgress checks that progress rises to the total, weighted by the cells' costs.
func TestProgress(t *testing.T) {
	var mu sync.Mutex
	last, totals := 0, map[int]bool{}
	mustSum(t, newSums(), Options{Unkept: true, Progress: func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done < last {
			t.Errorf("%d after %d", done, last)
		}
		last, totals[total] = done, true
	}})
	if want := 7 * (2 + 3*3); last != want || len(totals) != 1 || !totals[want] {
		t.Errorf("ended at %d, totals %v, want %d", last, totals, want)
	}
}

// TestFailure checks that the error names the cell, and that parts that were computed before it are stored.
func TestFailure(t *testing.T) {
	s, o := newSums(), Options{Dir: t.TempDir()}
	s.FailAt = 3
	if _, err := Run(t.Context(), nil, s, o); err == nil || !strings.Contains(err.Error(), "workflow: number of seed 3: no luck") {
		t.Errorf("error %v", err)
	}
	s.Seeds = 0
	if _, err := Run(t.Context(), nil, s, o); err == nil || !strings.Contains(err.Error(), "at least 1") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, nil, newSums(), o); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// needy uses a part that its settings do not contain.
var needy = cells[float64](func(p *Plan) func(*Parts) (float64, error) {
	hidden = Add(p, Cell{Name: "number"}, draw, seedSettings{Seed: 1, FailAt: -1})
	y := Add(p, Cell{Name: "asks"}, askHidden, 0)
	return func(parts *Parts) (float64, error) { return y.Of(parts), nil }
})

var hidden Part[float64]

func askHidden(_ context.Context, w *Work, _ int) (float64, error) { return hidden.Of(w.Parts), nil }

// TestUndeclaredNeed checks that it panics in the caller, with the place of the call.
func TestUndeclaredNeed(t *testing.T) {
	defer func() {
		c, ok := recover().(*crash)
		if !ok || !strings.Contains(c.Error(), `the cell "asks" panicked`) || !strings.Contains(c.Error(), "do not contain") || !strings.Contains(string(c.Stack()), "askHidden") {
			t.Errorf("recovered %v\n%s", c, c.Stack())
		}
	}()
	_, _ = Run(t.Context(), nil, needy, Options{Unkept: true})
}

// TestFunctionLiteral checks that a cell must be a plain function.
func TestFunctionLiteral(t *testing.T) {
	literal := func(context.Context, *Work, int) (int, error) { return 1, nil }
	if _, err := Run(t.Context(), nil, odd(literal, 1), Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), "function declared in a package") {
		t.Errorf("error %v", err)
	}
}

// explode returns numbers that are not finite.
func explode(context.Context, *Work, int) ([]float64, error) {
	done.Add(1)
	return []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0.1}, nil
}

// TestDivergedValues checks that parts preserve them.
func TestDivergedValues(t *testing.T) {
	want, _ := explode(t.Context(), nil, 1)
	o := Options{Dir: t.TempDir()}
	for range 2 {
		v := must.Of(Run(t.Context(), nil, odd(explode, 1), o)).In(t)
		for i := range want {
			if math.Float64bits(v[i]) != math.Float64bits(want[i]) {
				t.Errorf("found %g, want %g", v[i], want[i])
			}
		}
	}
}

// TestCancelledFold checks that the fold also ends when the context ends.
func TestCancelledFold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := cells[float64](func(p *Plan) func(*Parts) (float64, error) {
		x := Add(p, Cell{Name: "x"}, draw, seedSettings{Seed: 1, FailAt: -1})
		return func(parts *Parts) (total float64, err error) {
			for range 3 {
				total += x.Of(parts)
				cancel()
			}
			return total, nil
		}
	})
	if v, err := Run(ctx, nil, slow, Options{Unkept: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("%g, %v, want context.Canceled", v, err)
	}
}
