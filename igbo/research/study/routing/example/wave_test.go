package example

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// TestWaves checks phase, amplitude and distance of a wave. A mixture of two waves with a phase difference Δ must be a wave
// with the amplitude cos(Δ/2) in the middle, at the matching distance from the distribution.
func TestWaves(t *testing.T) {
	w := DefaultConfig().Wave
	for _, phase := range []float64{0.3, 2, -1.2} {
		x := w.at(phase)
		if got := w.phase(x); !scalar.EqualWithinAbs(got, phase, 1e-12) {
			t.Errorf("phase %g is found as %g", phase, got)
		}
		if a, d := w.amplitude(x), w.raw(x); !scalar.EqualWithinAbs(a, 1, 1e-12) || d > 1e-12 {
			t.Errorf("phase %g: amplitude %g, distance %g", phase, a, d)
		}
	}
	const delta = 2.4
	middle := between(w.at(0), w.at(delta), 0.5)
	if got, want := w.amplitude(middle), math.Cos(delta/2); !scalar.EqualWithinAbs(got, want, 1e-12) {
		t.Errorf("half-way the amplitude is %g, want %g", got, want)
	}
	if got, want := w.raw(middle), (1-math.Cos(delta/2))*math.Sqrt(float64(w.Steps)/2); !scalar.EqualWithinAbs(got, want, 1e-12) {
		t.Errorf("half-way the distance is %g, want %g", got, want)
	}
}

// TestPathIsMeasured checks that half of a path that leaves a strip is valid, and that its length is relative to that of the
// straight path.
func TestPathIsMeasured(t *testing.T) {
	inStrip := func(x []float64) float64 { return math.Abs(x[1]) }
	p := newPath([][]float64{{0, 0}, {1, 2}, {2, 0}}, inStrip)
	if !scalar.EqualWithinAbs(p.Valid, 0.5, 1e-12) || !scalar.EqualWithinAbs(p.Length, math.Sqrt(5), 1e-12) {
		t.Errorf("%g valid, length %g", p.Valid, p.Length)
	}
	if p := newPath(straight([]float64{0, 0}, []float64{2, 0}, 3), inStrip); !scalar.EqualWithinAbs(p.Valid, 1, 1e-12) || !scalar.EqualWithinAbs(p.Length, 1, 1e-12) || len(p.Corners) != 5 {
		t.Errorf("the straight path: %+v", p)
	}
}
