package vector

import (
	"math"
	"unsafe"
)

// fused is a·b + c with one rounding.
//
// In float64 the product is exact and the sum rounded; rounding that to float32 is right but where
// the sum lies half-way between two of its numbers, which 29 bits tell, or below its normal ones.
func fused(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	s := p + float64(c)
	bits := math.Float64bits(s)
	if size := bits &^ (1 << 63); bits&(1<<29-1) == 1<<28 || size < smallest && size != 0 {
		return halfway(p, float64(c), s)
	}
	return float32(s)
}

// smallest is the bits of the smallest normal float32 as a float64.
const smallest = 0x3810000000000000

// halfway rounds p + c to float32, s being the sum in float64: what s lacks decides, so s takes the neighbour whose
// last bit is 1 where it is not exact.
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

// scaled is a·2^b, in two halves, so that neither overflows and the first is exact.
func scaled(a, b float32) float32 {
	n := int32(b)
	h := n >> 1
	return float32(float32(a*power(h)) * power(n-h))
}

// power is 2^n of a small n.
func power(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

// plainRows and plainLanes are the size of a tile in plain Go, which is 2·plainLanes wide.
const (
	plainRows  = 8
	plainLanes = 8
)

var (
	plainTiles32 = tilesOf(fused)
	plainTiles64 = tilesOf(math.FMA)
)

func tilesOf[T float32 | float64](fma func(a, b, c T) T) Tiles {
	tile := func(rows, columns int) Tile {
		return func(c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int) {
			if columns > 0 {
				width = columns
			}
			for row := range rows {
				line(unsafe.Slice((*T)(unsafe.Add(c, row*ldc)), width), unsafe.Add(a, row*lda), b, sta, ldb, k, more, fma)
			}
		}
	}
	return Tiles{Rows: plainRows, Lanes: plainLanes, Whole: tile(plainRows, 2*plainLanes), Row: tile(1, 2*plainLanes), Part: tile(plainRows, 0), RowPart: tile(1, 0)}
}

// line is a row of a tile.
func line[T float32 | float64](c []T, a, b unsafe.Pointer, sta, ldb, k int, more bool, fma func(a, b, c T) T) {
	if !more {
		clear(c)
	}
	for i := range k {
		v, row := *(*T)(unsafe.Add(a, i*sta)), unsafe.Slice((*T)(unsafe.Add(b, i*ldb)), len(c))
		for j, w := range row {
			c[j] = fma(v, w, c[j])
		}
	}
}
