package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// same reports whether a and b have the same bits, or both are NaN.
func same(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b }

// special holds values for which kernels are likely to fail.
var special = []float32{0, float32(math.Copysign(0, -1)), float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, -0x1p-126, 0x1p-127, 1e-40, -1e-40, math.MaxFloat32, -math.MaxFloat32,
	1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, 0.625, -0.625, -0.6250001, 88.7, 88.8, -87.4, -88.8, -103.9, -104, 9.02, -20, 1e-8, 0x1p23, 0x1p23 + 1, -0x1p24, math.E, math.Sqrt2 / 2}

// drawn returns n random numbers: special values, ordinary values and random bit patterns.
func drawn(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		switch rng.IntN(4) {
		case 0:
			x[i] = float32(rng.NormFloat64())
		case 1:
			x[i] = float32(40 * rng.NormFloat64())
		case 2:
			x[i] = math.Float32frombits(rng.Uint32())
		default:
			x[i] = special[rng.IntN(len(special))]
		}
	}
	return x
}

// lengths covers all ways in which slices are divided into vectors.
var lengths = []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 100, 4000}

// guarded returns a slice of length n, and a function that checks that nothing was written outside it.
func guarded[T comparable](n int, mark T) (y []T, check func() error) {
	all := make([]T, n+32)
	for i := range all {
		all[i] = mark
	}
	return all[:n:n], func() error {
		if i := slices.IndexFunc(all[n:], func(v T) bool { return v != mark }); i >= 0 {
			return fmt.Errorf("element %d beyond %d was written", i, n)
		}
		return nil
	}
}

// compared runs two kernels with results of n elements and compares the results.
func compared[R comparable](t *testing.T, name string, n int, mark R, equal func(a, b R) bool, got, want func(y []R)) {
	t.Helper()
	y, check := guarded(n, mark)
	w := make([]R, n)
	got(y)
	want(w)
	for i := range w {
		if !equal(y[i], w[i]) {
			t.Fatalf("%s: element %d of %d is %v, want %v", name, i, n, y[i], w[i])
		}
	}
	if err := check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// TestSetsAgree checks that every set computes the same bits as plain Go and writes only to its result.
func TestSetsAgree(t *testing.T) {
	for _, s := range Sets() {
		t.Run(s.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for _, n := range lengths {
				a, b := drawn(rng, n), drawn(rng, n)
				if n > 4 {
					copy(b[:n/4], a) // some equal elements
				}
				c := make([]bool, n)
				for i := range c {
					c[i] = rng.IntN(2) == 0
				}
				for name, f := range s.Unary {
					compared(t, name, n, 42, same, func(y []float32) { f(y, a) }, func(y []float32) { plain.Unary[name](y, a) })
				}
				for name, f := range s.Arithmetic {
					forms(t, name, f, plain.Arithmetic[name], a, b, 42, same)
				}
				for name, f := range s.Comparison {
					forms(t, name, f, plain.Comparison[name], a, b, true, func(a, b bool) bool { return a == b })
				}
				compared(t, "Ones", n, 42, same, func(y []float32) { s.Ones(y, c) }, func(y []float32) { plain.Ones(y, c) })
				v := special[rng.IntN(len(special))]
				compared(t, "Where", n, 42, same, func(y []float32) { s.Where.Both(y, c, a, b) }, func(y []float32) { plain.Where.Both(y, c, a, b) })
				compared(t, "Where right", n, 42, same, func(y []float32) { s.Where.Right(y, c, a, v) }, func(y []float32) { plain.Where.Right(y, c, a, v) })
				compared(t, "Where left", n, 42, same, func(y []float32) { s.Where.Left(y, c, v, b) }, func(y []float32) { plain.Where.Left(y, c, v, b) })
			}
		})
	}
}

// forms compares the three forms of an operation, including all special values.
func forms[R comparable](t *testing.T, name string, got, want Binary[float32, R], a, b []float32, mark R, equal func(a, b R) bool) {
	t.Helper()
	compared(t, name, len(a), mark, equal, func(y []R) { got.Both(y, a, b) }, func(y []R) { want.Both(y, a, b) })
	for _, v := range special {
		compared(t, name+" right", len(a), mark, equal, func(y []R) { got.Right(y, a, v) }, func(y []R) { want.Right(y, a, v) })
		compared(t, name+" left", len(a), mark, equal, func(y []R) { got.Left(y, v, b) }, func(y []R) { want.Left(y, v, b) })
	}
}

// TestInPlace checks that the result may overwrite an operand.
func TestInPlace(t *testing.T) {
	for _, s := range Sets() {
		rng := rand.New(rand.NewPCG(1, 3))
		a, b := drawn(rng, 100), drawn(rng, 100)
		for name, f := range s.Unary {
			want, y := make([]float32, 100), slices.Clone(a)
			f(want, a)
			f(y, y)
			if !slices.EqualFunc(y, want, same) {
				t.Errorf("%s: %s in place differs", s.Name, name)
			}
		}
		for name, f := range s.Arithmetic {
			want, y, z := make([]float32, 100), slices.Clone(a), slices.Clone(b)
			f.Both(want, a, b)
			f.Both(y, y, b)
			f.Both(z, a, z)
			if !slices.EqualFunc(y, want, same) || !slices.EqualFunc(z, want, same) {
				t.Errorf("%s: %s in place differs", s.Name, name)
			}
		}
	}
}

// TestTiles checks that tiles sum by fused multiply-adds in the order of k.
func TestTiles(t *testing.T) {
	for _, s := range Sets() {
		t.Run(s.Name, func(t *testing.T) {
			tiled(t, s.Tiles32, fused)
			tiled(t, s.Tiles64, math.FMA)
		})
	}
}

func tiled[T float32 | float64](t *testing.T, tiles Tiles, fma func(a, b, c T) T) {
	rng := rand.New(rand.NewPCG(1, 4))
	size, wide := int(unsafe.Sizeof(T(0))), 2*tiles.Lanes
	for _, depth := range []int{0, 1, 2, 3, 4, 5, 7, 8, 33} {
		for i := range 4 {
			more, turned := i%2 == 1, i/2 == 1
			for _, rows := range []int{1, tiles.Rows} {
				for width := 1; width <= wide; width++ {
					f := tileOf(tiles, rows, width)
					if f == nil {
						continue
					}
					lda, sta, ldb, ldc := depth+3, 1, wide+5, wide+1
					if turned {
						lda, sta = 1, tiles.Rows+2
					}
					a, b, c := make([]T, (tiles.Rows+2)*(depth+3)), make([]T, (depth+1)*ldb), make([]T, tiles.Rows*ldc)
					for _, s := range [][]T{a, b, c} {
						for i := range s {
							s[i] = T(rng.NormFloat64())
						}
					}
					want := slices.Clone(c)
					for i := range rows * width {
						at := i/width*ldc + i%width
						if !more {
							want[at] = 0
						}
						for k := range depth {
							want[at] = fma(a[i/width*lda+k*sta], b[k*ldb+i%width], want[at])
						}
					}
					f(unsafe.Pointer(&c[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]), ldc*size, lda*size, sta*size, ldb*size, depth, more, width)
					if !slices.Equal(c, want) {
						t.Fatalf("%T: %d rows, %d columns, depth %d, more %t, turned %t differ", a, rows, width, depth, more, turned)
					}
				}
			}
		}
	}
}

// tileOf returns the tile of the given size, or nil if there is none.
func tileOf(tiles Tiles, rows, width int) Tile {
	switch {
	case width > tiles.Lanes && width < 2*tiles.Lanes:
		return nil
	case rows == 1 && width == 2*tiles.Lanes:
		return tiles.Row
	case rows == 1:
		return tiles.RowPart
	case width == 2*tiles.Lanes:
		return tiles.Whole
	}
	return tiles.Part
}

// TestFusedRoundsOnce checks that fused rounds only once, including ties and denormal numbers.
func TestFusedRoundsOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for range 2_000_000 {
		a, b := float32(1+rng.Float64()), float32(1+rng.Float64())
		e, f := rng.IntN(60)-30, rng.IntN(60)-30
		if rng.IntN(4) == 0 {
			e, f = -70-rng.IntN(10), -70-rng.IntN(10)
		}
		a, b = float32(math.Ldexp(float64(a), e)), float32(math.Ldexp(float64(b), f))
		p := float64(a) * float64(b)
		c := float32(math.Ldexp(1+rng.Float64(), e+f+rng.IntN(60)-30))
		if rng.IntN(2) == 0 { // the sum is close to a tie
			unit := math.Ldexp(1, math.Ilogb(p)-23)
			c = float32(unit*(float64(rng.IntN(9))-4.5) + math.Ldexp(unit, -30*rng.IntN(3)))
		}
		if rng.IntN(2) == 0 {
			c = -c
		}
		if got, want := fused(a, b, c), exactly(a, b, c); !same(got, want) {
			t.Fatalf("fused(%x, %x, %x) is %x, want %x", a, b, c, got, want)
		}
	}
}

// BenchmarkPlain measures functions per element, and products per multiply-add, in plain Go, as used in a browser.
func BenchmarkPlain(b *testing.B) {
	const n = 512
	x, y := make([]float32, n), make([]float32, n)
	for i := range x {
		x[i] = float32(i-n/2) / 64
	}
	each := func(b *testing.B, count int, do func()) {
		for b.Loop() {
			do()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*count), "ns/element")
	}
	for _, name := range []string{"Exp", "Log", "Tanh", "Logistic"} {
		b.Run(name, func(b *testing.B) { each(b, n, func() { plain.Unary[name](y, x) }) })
	}
	b.Run("Product", func(b *testing.B) {
		t := plain.Tiles32
		rows, wide, depth := t.Rows, 2*t.Lanes, 16
		c := make([]float32, rows*wide)
		each(b, rows*wide*depth, func() {
			t.Whole(unsafe.Pointer(&c[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&x[128]), 4*wide, 4*depth, 4, 4*wide, depth, false, wide)
		})
	})
}
