package layered

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// TestContextEndsDrawing checks that Draw returns soon after its context is cancelled, at any
// stage.
func TestContextEndsDrawing(t *testing.T) {
	g := randomGraph(4, 1000, 0, false)
	for v := range 999 {
		g.Edges = append(g.Edges, [2]int{v, v + 1})
	}
	for v := range 100 { // passes 91 000 layers, close to the limit
		g.Edges = append(g.Edges, [2]int{v, 999 - v/2})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Draw(cancelled, g, config); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected that of the context", err)
	}
	for _, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 80 * time.Millisecond, 300 * time.Millisecond, time.Second} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		start := time.Now()
		_, err := Draw(ctx, g, config)
		cancel()
		if late := time.Since(start) - after; late > 5*time.Second {
			t.Errorf("the drawing ended %v after its context, with %v", late, err)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, expected none or that of the context", err)
		}
	}
}

func TestBadGraphs(t *testing.T) {
	chain := randomGraph(5, 800, 0, false)
	for v := range 799 {
		chain.Edges = append(chain.Edges, [2]int{v, v + 1}, [2]int{v / 4, 799})
	}
	for _, c := range []struct {
		g    Graph
		want string
	}{
		{Graph{Width: []float64{1}}, "1 widths and 0 heights"},
		{Graph{Width: []float64{1}, Height: []float64{0}}, "node 0 is 1 × 0; sizes must be positive"},
		{Graph{Width: []float64{1}, Height: []float64{math.NaN()}}, "node 0 is 1 × NaN"},
		{Graph{Width: []float64{1}, Height: []float64{math.Inf(1)}}, "node 0 is 1 × +Inf"},
		{Graph{Width: []float64{1}, Height: []float64{1}, Edges: [][2]int{{0, 1}}}, "edge 0 from 0 to 1 must use indices of the 1 nodes"},
		{Graph{Width: []float64{1}, Height: []float64{1}, Edges: [][2]int{{-1, 0}}}, "edge 0 from -1 to 0"},
		{chain, "too large to draw (max 100000"},
	} {
		if _, err := Draw(t.Context(), c.g, config); err == nil || !strings.HasPrefix(err.Error(), "layered: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, expected %q", err, c.want)
		}
	}
	if d := draw(t, Graph{}); d.Width != 0 || d.Height != 0 {
		t.Errorf("no nodes take %g × %g", d.Width, d.Height)
	}
}
