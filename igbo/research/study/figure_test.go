package study

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// TestFiguresByKind checks that a name that is missing in a group has no bars, that a name with one point has no line, and that
// there is no figure without content. The first failing drawing must stop the others.
func TestFiguresByKind(t *testing.T) {
	at := func(name, group int) (Interval, bool) {
		v := float64(10*name + group)
		return Interval{v, v - 1, v + 1}, name == 0 || group == 1
	}
	if bars := Bars([]string{"x", "y"}, 2, at); len(bars) != 1 || bars[0].Name != "x" || !slices.Equal(bars[0].Values, []float64{0, 1}) || !slices.Equal(bars[0].High, []float64{1, 2}) {
		t.Errorf("bars %+v", bars)
	}
	if lines := Lines([]string{"x", "y"}, []float64{8, 16}, at); len(lines) != 1 || !slices.Equal(lines[0].X, []float64{8, 16}) || !slices.Equal(lines[0].Low, []float64{-1, 0}) {
		t.Errorf("lines %+v", lines)
	}
	for i, want := range map[Interval][2]bool{{0, -1, 1}: {true, false}, {1, 1, 2}: {true, true}, {1, 1, math.Inf(1)}: {}, {math.NaN(), 1, 1}: {}} {
		if got := [2]bool{i.Finite(false), i.Finite(true)}; got != want {
			t.Errorf("%v is finite, and positive: %t, want %t", i, got, want)
		}
	}
	draw := func() (plots.Figure, error) {
		return plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "x", Values: []float64{1}}})
	}
	nothing := func() (plots.Figure, error) { return nil, nil }
	if figures, err := Figures(nothing, draw, nothing); err != nil || len(figures) != 1 {
		t.Errorf("%d figures, %v, want 1", len(figures), err)
	}
	failed := errors.New("no ink")
	if figures, err := Figures(draw, func() (plots.Figure, error) { return nil, failed }); !errors.Is(err, failed) || figures != nil {
		t.Errorf("%d figures, %v, want the error alone", len(figures), err)
	}
}

// TestItems checks reading from items, and its errors.
func TestItems(t *testing.T) {
	if found, err := Try([]int{3, 4}, func(i, n int) (int, error) { return i * n, nil }); err != nil || !slices.Equal(found, []int{0, 4}) {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := Try([]int{3, 4}, func(i, _ int) (int, error) { return i, errors.New("no luck") }); err == nil || found != nil {
		t.Errorf("%v, %v, want the error alone", found, err)
	}
	if e := Over([]int{1, 3}, 0.95, func(n int) float64 { return float64(n) }); e.Mean != 2 || !slices.Equal(e.Values, []float64{1, 3}) {
		t.Errorf("estimate %+v", e)
	}
}
