package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// TestRows: what is read and what is in full grow side by side, as wide as header and first line.
func TestRows(t *testing.T) {
	table := Table{}
	table.Columns("method", "method")
	table.Columns("ratio", Ends("ratio")...)
	table.Columns("edges", "edges", "all")
	third := 1.0 / 3
	table.Add(Words("a"), Interval{third, 0.25, 0.5}.Field("%.2f"), Count(3), InFull(4))
	table.Add(Words("b"), Missing(3), Shown("–"), InFull(third, true))
	table.Add(Words("c"), NewEstimate([]float64{2}, 0.95).Field("%.1f"), Number("%.0f", 2), InFull(""))
	for i, want := range [][]string{
		{"a", "0.33 [0.25, 0.50]", "3"}, {"b", "–", "–"}, {"c", "2.0", "2"},
	} {
		if !slices.Equal(table.Rows[i], want) {
			t.Errorf("row %q, want %q", table.Rows[i], want)
		}
	}
	for i, want := range [][]string{
		{"method", "ratio", "ratio_low", "ratio_high", "edges", "all"}, {"a", "0.3333333333333333", "0.25", "0.5", "3", "4"},
		{"b", "", "", "", "0.3333333333333333", "true"}, {"c", "2", "", "", "2", ""},
	} {
		if !slices.Equal(table.Data[i], want) {
			t.Errorf("line %q, want %q", table.Data[i], want)
		}
	}
}

// TestFiguresByKind: a name that a group lacks has no bars, one with a single point no line, what has nothing to draw no
// figure; the first drawing that fails ends the drawing.
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

func times(_ context.Context, _ *Work, s [2]int) (int, error) { return s[0] * s[1], nil }

// TestGrid: a row of cells for each value, in order; what is read of items, and what cannot be.
func TestGrid(t *testing.T) {
	factor := []int{3, 0, 2} // with as many draws as its value
	found, err := Run(t.Context(), nil, cells[[][]int](func(p *Plan) func(*Parts) ([][]int, error) {
		found := Grid(p, times, len(factor), func(row int) int { return factor[row] }, func(row, draw int) (Cell, [2]int) {
			return Cell{Name: Plural(row, "row") + Plural(draw, "draw")}, [2]int{factor[row], draw}
		})
		return func(parts *Parts) ([][]int, error) { return Rows(parts, found), nil }
	}), Options{Unkept: true})
	if err != nil || len(found) != 3 || !slices.Equal(found[0], []int{0, 3, 6}) || len(found[1]) != 0 || !slices.Equal(found[2], []int{0, 2}) {
		t.Errorf("%v, %v", found, err)
	}
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
