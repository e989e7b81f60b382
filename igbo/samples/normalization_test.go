package samples

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMeanScaleOfOneNumber checks that equal numbers, and numbers that differ only by rounding, have scale 1.
// The mean of equal numbers is rounded, so their standard deviation is rarely 0 and may be NaN.
func TestMeanScaleOfOneNumber(t *testing.T) {
	r, rounded := rand.New(rand.NewPCG(3, 1)), 0
	for range 2000 {
		v := math.Ldexp(r.NormFloat64(), r.IntN(200)-100)
		column := slices.Repeat([]float64{v}, 2+r.IntN(300))
		if r.IntN(2) == 0 {
			column[0] = math.Nextafter(v, 2*v)
		}
		mean, scale := MeanScale(column)
		if scale != 1 || math.Abs(mean-v) > 1e-14*math.Abs(v) {
			t.Fatalf("%d times %g: mean %g and scale %g, want scale 1", len(column), v, mean, scale)
		}
		if mean != v {
			rounded++
		}
	}
	if rounded == 0 {
		t.Error("no mean was rounded, want some")
	}
}

// TestMeanScaleInAnyUnit checks that varying numbers have the same standard deviation in any unit.
func TestMeanScaleInAnyUnit(t *testing.T) {
	for _, unit := range []float64{1e-140, 1e-15, 1, 1e15, 1e140} {
		for _, far := range []float64{0, 1, 1e9} {
			_, scale := MeanScale([]float64{(far - 1) * unit, (far + 1) * unit})
			if math.Abs(scale/unit-1) > 1e-6 {
				t.Errorf("%g ± 1 in units of %g: scale %g, want %g", far, unit, scale, unit)
			}
		}
	}
}

// TestStandardizationOfAView checks that the units of a view equal those of a copy of its rows and columns.
func TestStandardizationOfAView(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for range 200 {
		data := drawn(r)
		rows, columns := r.Perm(data.Samples())[:1+r.IntN(data.Samples())], r.Perm(len(data.Features))
		v := data.View(rows).Columns(columns[:1+r.IntN(len(columns))])
		n := Standardization(v, true)
		for j := range v.Width() {
			mean, scale := MeanScale(v.Column(nil, j))
			if n.Shift[j] != mean || n.Scale[j] != scale {
				t.Fatalf("column %d has shift %g and scale %g, want %g and %g", j, n.Shift[j], n.Scale[j], mean, scale)
			}
			if got, want := n.Input(mean+scale, j), 1.0; math.Abs(got-want) > 1e-9*(1+math.Abs(mean/scale)) {
				t.Fatalf("a deviation above the mean is %g, want 1", got)
			}
		}
		for k := range v.Outputs() {
			var y []float64
			for i := range v.Rows() {
				y = append(y, v.Target(i, k))
			}
			mean, scale := MeanScale(y)
			if got, want := n.Target(y[0], k), (y[0]-mean)/scale; got != want {
				t.Fatalf("target %d is %g, want %g", k, got, want)
			}
			if got := n.Restore(n.Target(y[0], k), k); math.Abs(got-y[0]) > 1e-12*(1+math.Abs(y[0])) {
				t.Fatalf("restored target %g, want %g", got, y[0])
			}
		}
	}
}

// TestMeansOverPieces checks that the means over parts of random data equal those of MeanScale over all of
// them, up to rounding.
func TestMeansOverPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for range 100 {
		data, m := drawn(r), Means{}
		cut := r.IntN(data.Samples() + 1)
		m.Add(data.Part(0, cut).View(nil))
		m.Add(data.Part(cut, data.Samples()).View(nil))
		for j, got := range m.Values() {
			if want, _ := MeanScale(data.View(nil).Column(nil, j)); math.Abs(got-want) > 1e-14*(1+math.Abs(want)) || len(m.Values()) != len(data.Features) {
				t.Fatalf("column %d of %d has mean %g, want %g", j, len(m.Values()), got, want)
			}
		}
	}
}
