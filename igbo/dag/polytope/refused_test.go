package polytope

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestErrors checks that invalid input is rejected before any work.
func TestErrors(t *testing.T) {
	with := func(change func(*Options)) Options {
		o := DefaultOptions()
		change(&o)
		return o
	}
	for name, c := range map[string]struct {
		n     int
		edges [][2]int
		o     Options
		want  string
	}{
		"no feature":    {0, nil, DefaultOptions(), "features"},
		"many":          {MaxFeatures + 1, nil, DefaultOptions(), "features"},
		"negative":      {2, [][2]int{{-1, 0}}, DefaultOptions(), "indices"},
		"beyond":        {2, [][2]int{{0, 2}}, DefaultOptions(), "indices"},
		"self":          {2, [][2]int{{1, 1}}, DefaultOptions(), "cycle"},
		"cycle":         {3, [][2]int{{0, 1}, {1, 2}, {2, 0}}, DefaultOptions(), "cycle"},
		"zero options":  {2, nil, Options{}, "MaxSweeps"},
		"R̂":            {2, nil, with(func(o *Options) { o.RHat = math.NaN() }), "R̂"},
		"tolerance":     {2, nil, with(func(o *Options) { o.Tolerance = 0 }), "tolerance"},
		"cells":         {2, nil, with(func(o *Options) { o.MaxCells = -1 }), "MaxCells"},
		"one component": {2000, star(2000), DefaultOptions(), "max 512"},
		"many edges":    {2, make([][2]int, MaxEdges+1), DefaultOptions(), "edges"},
	} {
		if _, err := New(c.n, c.edges, c.o); err == nil || !strings.HasPrefix(err.Error(), "polytope: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := Of(nil, DefaultOptions()); err == nil || !strings.HasPrefix(err.Error(), "polytope: ") {
		t.Errorf("no graph: got %v", err)
	}
	for _, width := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := Intervals(graphOf(t, 2, nil), width, DefaultOptions()); err == nil {
			t.Errorf("width %g: got no error", width)
		}
	}
	strict := with(func(o *Options) { o.MaxCells, o.MaxSweeps, o.Tolerance = 0, minSweeps, 1e-9 })
	var short *ConvergenceError
	if _, err := New(6, star(6), strict); !errors.As(err, &short) || short.Features != 6 {
		t.Errorf("short chains: got %v", err)
	}
	if _, err := New(3, [][2]int{{0, 1}, {1, 0}}, DefaultOptions()); !errors.Is(err, ErrCycle) {
		t.Errorf("got %v, want ErrCycle", err)
	}
	defer func() {
		if _, ok := recover().(error); !ok {
			t.Error("a difference of no features: want a panic with an error")
		}
	}()
	mustNew(t, 2, nil, DefaultOptions()).Difference(0, 2)
}

// TestNil checks the methods of a nil polytope: they return zero values or panic with an error.
func TestNil(t *testing.T) {
	var p *Polytope
	if p.Len() != 0 || len(p.Mean()) != 0 || p.Diagnostics() != (Diagnostics{}) {
		t.Errorf("nil has %d features", p.Len())
	}
	for _, ask := range []func(){func() { p.Covariance(0, 0) }, func() { p.Difference(0, 1) }, func() { p.Interval(0, 1, 1) }} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), "polytope: ") {
					t.Errorf("panic %v, want an error", err)
				}
			}()
			ask()
		}()
	}
}

func star(n int) (edges [][2]int) {
	for k := 1; k < n; k++ {
		edges = append(edges, [2]int{0, k})
	}
	return edges
}

// FuzzPolytope checks that New does not panic, that the shares sum to 1 and follow the order, and
// that the standard deviation of an edge's difference is below its mean.
func FuzzPolytope(f *testing.F) {
	f.Add(3, []byte{0, 1, 1, 2}, 1<<10)
	f.Add(12, []byte{0, 1, 0, 2, 3, 4, 5, 6, 1, 7, 2, 8, 8, 9}, 1<<16)
	f.Add(2, []byte{0, 1, 1, 0}, 0)
	f.Add(-1, []byte{255}, -1)
	f.Fuzz(func(t *testing.T, n int, pairs []byte, cells int) {
		var edges [][2]int
		for i := 1; i < len(pairs) && i < 80; i += 2 {
			edges = append(edges, [2]int{int(pairs[i-1]), int(pairs[i])})
		}
		o := DefaultOptions()
		o.MaxCells, o.MaxSweeps, o.RHat, o.Tolerance = cells, 1024, 2, 0.5
		p, err := New(n, edges, o)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "polytope: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		sum, mean := 0.0, p.Mean()
		for _, x := range mean {
			sum += x
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("shares sum to %g", sum)
		}
		for _, e := range edges {
			d, variance := p.Difference(e[0], e[1])
			if !(d > 0) || p.Diagnostics().Exact && math.Sqrt(variance) > d*(1+1e-6) {
				t.Errorf("edge %v: a difference of mean %g and σ %g", e, d, math.Sqrt(variance))
			}
		}
	})
}
