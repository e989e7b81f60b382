package workflow

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

type dropSettings struct {
	Of    Part[[]float64]
	Which int
}

func numbers(context.Context, *Work, int) ([]float64, error) { return []float64{1, 2, 3, 4, 5, 6}, nil }

func drop(_ context.Context, w *Work, s dropSettings) (float64, error) {
	v, total := s.Of.Of(w.Parts), 0.0
	for i := range v {
		total += v[i]
		v[i] = -float64(s.Which)
	}
	return total, nil
}

// sorted is a study whose cells change a part that they share: each drops the largest number.
var sorted = cells[[]float64](func(p *Plan) func(*Parts) ([]float64, error) {
	x := Add(p, Cell{Name: "numbers"}, numbers, 0)
	var found []Part[float64]
	for i := range 5 {
		found = append(found, Add(p, Cell{Name: fmt.Sprint("drop ", i)}, drop, dropSettings{x, i}))
	}
	return func(parts *Parts) ([]float64, error) { return slices.Concat(x.Of(parts), All(parts, found)), nil }
})

// TestCellsShareNothing checks that a cell's changes of a part that it needs do not affect other cells, in one
// process or several.
func TestCellsShareNothing(t *testing.T) {
	want := []float64{1, 2, 3, 4, 5, 6, 21, 21, 21, 21, 21}
	dir := t.TempDir()
	for k := range 3 {
		must.Of(Task(t.Context(), nil, sorted, Options{Dir: dir}, k, 3)).In(t)
	}
	if got, err := Gather(t.Context(), nil, sorted, GatherOptions{Dir: dir}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("tasks found %v, %v, want %v", got, err, want)
	}
	for _, o := range []Options{{Unkept: true}, {Dir: t.TempDir()}} {
		if got, err := Run(t.Context(), nil, sorted, o); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("found %v, %v, want %v", got, err, want)
		}
	}
}

type listSettings struct {
	Which  int
	Change bool
	List   []float64
}

func first(_ context.Context, _ *Work, s listSettings) (float64, error) {
	if s.Change {
		s.List[0]++
	}
	return s.List[0], nil
}

// shared is a study whose cells share one list of settings, which is changed between Add and the run, or by a cell.
func shared(early, late bool) Study[float64] {
	return cells[float64](func(p *Plan) func(*Parts) (float64, error) {
		list := []float64{1}
		var last Part[float64]
		for i := range 9 {
			last = Add(p, Cell{Name: fmt.Sprint("first ", i)}, first, listSettings{i, late && i == 3, list})
		}
		if early {
			list[0] = 2
		}
		return func(parts *Parts) (float64, error) { return last.Of(parts), nil }
	})
}

// TestSettingsStay checks that settings that differ from those of the cell's digest are an error, and that
// nothing is stored for them.
func TestSettingsStay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one cell after another, because they share a list
	for _, early := range []bool{true, false} {
		if v, err := Run(t.Context(), nil, shared(early, !early), Options{Dir: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "settings changed") {
			t.Errorf("changed before the run %t: found %g, error %v", early, v, err)
		}
	}
	if v, err := Run(t.Context(), nil, shared(false, false), Options{Dir: t.TempDir()}); v != 1 || err != nil {
		t.Errorf("found %g, %v", v, err)
	}
}
