package dag

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// extremes returns scores at the limits of the number range.
func extremes() map[string]*mat.Dense {
	rng := testRNG(80)
	fill := func(rows, cols int, f func() float64) *mat.Dense {
		m := mat.NewDense(rows, cols, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return f() }, m)
		return m
	}
	pick := func(xs ...float64) func() float64 { return func() float64 { return xs[rng.IntN(len(xs))] } }
	tiny := math.SmallestNonzeroFloat64
	return map[string]*mat.Dense{
		"zeros": fill(12, 4, pick(0)), "ones": fill(12, 4, pick(1)), "negative zeros": fill(12, 4, pick(0, math.Copysign(0, -1))),
		"±1e150": fill(12, 4, pick(1e150, -1e150)), "1e150 alike": fill(12, 4, pick(1e150)), "1e150 and 0": fill(12, 4, pick(1e150, 0)),
		"1e150 and 1": fill(12, 4, pick(1e150, 1, -1)), "1e101": fill(12, 4, func() float64 { return 1e101 * rng.NormFloat64() }),
		"1e-101": fill(12, 4, func() float64 { return 1e-101 * rng.NormFloat64() }), "1e-200": fill(12, 4, func() float64 { return 1e-200 * rng.NormFloat64() }),
		"subnormal": fill(12, 4, func() float64 { return tiny * float64(rng.IntN(9)-4) }), "subnormal and 1": fill(12, 4, pick(tiny, 1, -tiny)),
		"1 and its neighbour": fill(12, 4, pick(1, math.Nextafter(1, 0))), "near the ends": fill(12, 4, pick(-1, 1, 1-1e-16, -1+1e-16)),
		"one row": fill(1, 4, rng.NormFloat64), "two rows": fill(2, 4, rng.NormFloat64), "one column": fill(12, 1, rng.NormFloat64),
		"one number": fill(1, 1, rng.NormFloat64), "one row of 1e150": fill(1, 3, pick(1e150, -1e150)), "one subnormal": fill(1, 1, pick(tiny)),
		"many columns": fill(6, 300, rng.NormFloat64), "ties": fill(12, 5, pick(0.1, 0.2)), "all scales": fill(12, 6, func() float64 { return math.Pow(10, 300*rng.Float64()-150) }),
	}
}

func TestExtremeScores(t *testing.T) {
	all := extremes()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		scores := all[name]
		for _, o := range sweep.Part(variants(), 3, i+1) {
			d, err := Build(scores, o)
			if err != nil {
				if !ours(err) || strings.Contains(err.Error(), "NaN") {
					t.Errorf("%s, %s: got %v", name, o.Estimator, err)
				}
				continue
			}
			if err := sound(d); err != nil {
				t.Errorf("%s, %s, %d batches, %s: %v", name, o.Estimator, o.Batches, o.Multiplicity, err)
			}
		}
	}
}

// TestScaleChangesNothing checks that scores multiplied by a power of two give the same graph, with
// its numbers multiplied by that power.
func TestScaleChangesNothing(t *testing.T) {
	base := normalScores(testRNG(81), 96, []float64{0.4, 0.3, 0.3, 0.1}, 0.3, 0.2)
	for _, estimator := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch, estimate.Frequency, estimate.Bootstrap, estimate.Permutation} {
		o := DefaultOptions()
		o.Estimator, o.MinEpsilon, o.Resamples, o.Repair = estimator, 1e-300, 50, DropEdges
		want := must.Of(Build(base, o)).In(t)
		for _, power := range []int{-500, -900, 400, 490} {
			unit := math.Ldexp(1, power)
			var scaled mat.Dense
			scaled.Scale(unit, base)
			got, err := Build(&scaled, o)
			if err != nil || len(got.Edges) != len(want.Edges) {
				t.Errorf("%s × 2^%d: got %v, %v, want %d edges", estimator, power, got, err, len(want.Edges))
				continue
			}
			for i, e := range got.Edges {
				w := want.Edges[i]
				if e.U != w.U || e.V != w.V || e.P != w.P || e.Mu != w.Mu*unit || e.Sigma != w.Sigma*unit {
					t.Errorf("%s × 2^%d: got %+v, want %+v", estimator, power, e, w)
				}
			}
			if got.Report.Options.MinEpsilon != o.MinEpsilon || got.Report.Means[0] != want.Report.Means[0]*unit {
				t.Errorf("%s × 2^%d: report %+v", estimator, power, got.Report)
			}
		}
	}
}

func TestScoresBeyondTheLimit(t *testing.T) {
	for _, x := range []float64{1.1e150, -1e151, 1e308, -math.MaxFloat64, math.Inf(1), math.NaN()} {
		scores := mat.NewDense(8, 3, nil)
		scores.Set(5, 2, x)
		for _, o := range variants() {
			if _, err := Build(scores, o); err == nil || !strings.Contains(err.Error(), "row 5, column 2 is") {
				t.Errorf("%g, %s: got %v, want row and column", x, o.Estimator, err)
			}
		}
	}
}

// FuzzBuild checks that Build returns a valid graph or an error of this package for any numbers.
func FuzzBuild(f *testing.F) {
	for i, m := range []float64{0, 1, 1e150, 1e-320, math.NaN(), math.Inf(1)} {
		var data []byte
		for k := range 24 {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(m*float64(k%5-2)))
		}
		f.Add(data, uint8(3), uint8(i), uint8(2), 0.6, 1.0, 0.005)
	}
	f.Fuzz(func(t *testing.T, data []byte, cols, variant, size uint8, alpha, r, epsilon float64) {
		d := 1 + int(cols%8)
		n := min(len(data)/8/d, 64)
		if n == 0 {
			return
		}
		x := make([]float64, n*d)
		for i := range x {
			x[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		}
		all := variants()
		o := all[int(variant)%len(all)]
		o.BatchSize, o.Alpha, o.R, o.MinEpsilon = 1+int(size%9), alpha, r, epsilon
		g, err := Build(mat.NewDense(n, d, x), o)
		if err != nil {
			if !ours(err) {
				t.Errorf("got %v", err)
			}
			return
		}
		if err := sound(g); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	})
}

// TestBuildOfAnyNumbers is like FuzzBuild with random numbers of all sizes, without the fuzzer.
func TestBuildOfAnyNumbers(t *testing.T) {
	rng := testRNG(84)
	all := variants()
	built, tries := 0, sweep.Count(1200, 4000)
	for range tries {
		m := mat.NewDense(1+rng.IntN(20), 1+rng.IntN(6), nil)
		kind, power := rng.IntN(5), 300*rng.Float64()-150
		m.Apply(func(_, _ int, _ float64) float64 { return anyNumber(rng, kind, power) }, m)
		o := all[rng.IntN(len(all))]
		o.BatchSize, o.Alpha = 1+rng.IntN(8), 0.5+0.49*rng.Float64()
		d, err := Build(m, o)
		if err != nil {
			continue
		}
		built++
		if err := sound(d); err != nil {
			t.Fatalf("%s of %v: %v", o.Estimator, mat.Formatted(m), err)
		}
	}
	if built < tries/4 {
		t.Errorf("only %d graphs were built", built)
	}
}

func anyNumber(rng *rand.Rand, kind int, power float64) float64 {
	x := rng.NormFloat64() * math.Pow(10, power-1)
	switch kind {
	case 0:
		return x
	case 1:
		return float64(rng.IntN(3)-1) * math.Pow(10, power)
	case 2:
		return rng.NormFloat64() * math.Pow(10, 290*rng.Float64()-145)
	case 3:
		return math.Max(-1, math.Min(1, rng.NormFloat64()))
	}
	return math.Float64frombits(rng.Uint64N(1 << 20))
}
