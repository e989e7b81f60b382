package vector

import (
	"math"
	"unsafe"
)

// fused returns a·b + c with a single rounding.
//
// The product is exact in float64, and the sum s is rounded to float64. Rounding s to float32 then gives the correct
// result, except in two cases: s is exactly between two float32 values, which its last 29 bits show, or s is below the
// smallest normal float32.
func fused(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	s := p + float64(c)
	bits := math.Float64bits(s)
	if size := bits &^ (1 << 63); bits&(1<<29-1) == 1<<28 || size < smallest && size != 0 {
		return halfway(p, float64(c), s)
	}
	return float32(s)
}

// smallest is the bit pattern of the smallest normal float32, as a float64.
const smallest = 0x3810000000000000

// halfway rounds p + c to float32, where s is the sum rounded to float64. If s is inexact and its last bit is 0, halfway
// replaces s by its neighbour on the side of the exact sum (round to odd). Rounding that value to float32 gives the
// correct result.
func halfway(p, c, s float64) float32 {
	t := float64(s - p)
	lost := float64(p-float64(s-t)) + float64(c-t)
	if bits := math.Float64bits(s); lost != 0 && bits&1 == 0 {
		if (lost > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
		s = math.Float64frombits(bits)
	}
	return float32(s)
}

// scaled returns a·2^b. It multiplies twice, by about half of the exponent each, so that neither factor overflows and the
// first product is exact.
func scaled(a, b float32) float32 {
	n := int32(b)
	h := n >> 1
	return float32(float32(a*power(h)) * power(n-h))
}

// power returns 2^n for a small n.
func power(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

// plainRows and plainLanes define the size of a tile in plain Go: plainRows rows and 2·plainLanes columns.
const (
	plainRows  = 8
	plainLanes = 8
)

var (
	plainTiles32 = tilesOf(line32)
	plainTiles64 = tilesOf(line64)
)

// liner adds the product of a row of a and the matrix b to a row of c. The k elements of a are sta bytes apart.
type liner[T float32 | float64] func(c []T, a, b unsafe.Pointer, sta, ldb, k int)

func tilesOf[T float32 | float64](line liner[T]) Tiles {
	tile := func(rows, columns int) Tile {
		return func(c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int) {
			if columns > 0 {
				width = columns
			}
			for row := range rows {
				to := unsafe.Slice((*T)(unsafe.Add(c, row*ldc)), width)
				if !more {
					clear(to)
				}
				line(to, unsafe.Add(a, row*lda), b, sta, ldb, k)
			}
		}
	}
	return Tiles{Rows: plainRows, Lanes: plainLanes, Whole: tile(plainRows, 2*plainLanes), Row: tile(1, 2*plainLanes), Part: tile(plainRows, 0), RowPart: tile(1, 0)}
}

// line32 contains the code of [fused] in its loop, because the compiler does not inline that function.
func line32(c []float32, a, b unsafe.Pointer, sta, ldb, k int) {
	for i := range k {
		v := float64(*(*float32)(unsafe.Add(a, i*sta)))
		for j, w := range unsafe.Slice((*float32)(unsafe.Add(b, i*ldb)), len(c)) {
			p := v * float64(w)
			s := p + float64(c[j])
			bits := math.Float64bits(s)
			if bits&(1<<29-1) == 1<<28 || bits&^(1<<63)-1 < smallest-1 {
				c[j] = halfway(p, float64(c[j]), s)
			} else {
				c[j] = float32(s)
			}
		}
	}
}

func line64(c []float64, a, b unsafe.Pointer, sta, ldb, k int) {
	for i := range k {
		v := *(*float64)(unsafe.Add(a, i*sta))
		for j, w := range unsafe.Slice((*float64)(unsafe.Add(b, i*ldb)), len(c)) {
			c[j] = math.FMA(v, w, c[j])
		}
	}
}
