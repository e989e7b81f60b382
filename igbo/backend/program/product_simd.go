//go:build amd64 && goexperiment.simd

package program

import (
	"sync"
	"unsafe"

	"github.com/gomlx/compute/dtypes"
)

const (
	// tileRows is how many rows of A a tile takes.
	tileRows = 8
	// packDepth is how many rows of B are packed together.
	packDepth = 256
	// packBlock is how many rows of A pass each packed panel before the next.
	packBlock = 64
	// packLeast is the size in bytes of B from which on it is packed.
	packLeast = 64 << 10
	// vectorCost is the time of a multiplication and an addition in a tile, in nanoseconds.
	vectorCost = 0.015
)

// tiling is the tiles of a type.
type tiling struct {
	lanes         int // elements of a vector
	full, one     func(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool)
	part, onePart func(c, a, b unsafe.Pointer, ldc, lda, ldb, k int, more bool, mask int)
}

var (
	tiles32 = &tiling{16, tile8x2Float32, tile1x2Float32, tile8xPartFloat32, tile1xPartFloat32}
	tiles64 = &tiling{8, tile8x2Float64, tile1x2Float64, tile8xPartFloat64, tile1xPartFloat64}
)

// pack is memory for packed panels.
type pack struct {
	at    unsafe.Pointer
	bytes int
}

// packs is those that are free.
var packs sync.Pool

// vectorProduct makes the task of a product in tiles; false for those that gain nothing.
func vectorProduct[T floating](n *node, f form) (task, bool) {
	if !vectors || f.n == 1 && !f.transposed {
		return task{}, false
	}
	t := tiles32
	if n.dtype() == dtypes.Float64 {
		t = tiles64
	}
	p := matrices[T]{f, t, n.inputs[0].id, n.inputs[1].id, n.id}
	cost := callCost + vectorCost*float64(f.multiplications()) + 0.1*float64(n.size())
	if f.m < tileRows && !f.transposed {
		width := 2 * p.lanes
		return task{units: f.batch * ((f.n + width - 1) / width), pure: true, cost: 4 * cost, run: p.columns}, true
	}
	return task{units: f.batch * ((f.m + tileRows - 1) / tileRows), pure: true, cost: cost, run: p.rows}, true
}

// matrices is a product of the values a and b, y.
type matrices[T floating] struct {
	form
	*tiling
	a, b, y int
}

// columns computes blocks of columns of all of few rows.
func (p matrices[T]) columns(at []unsafe.Pointer, lo, hi int) {
	size, width := int(unsafe.Sizeof(T(0))), 2*p.lanes
	blocks := (p.n + width - 1) / width
	for lo < hi {
		batch, first := lo/blocks, lo%blocks
		last := min(blocks, first+hi-lo)
		lo += last - first
		a, b, y := unsafe.Add(at[p.a], batch*p.m*p.k*size), unsafe.Add(at[p.b], batch*p.k*p.n*size), unsafe.Add(at[p.y], batch*p.m*p.n*size)
		from, to := first*width, min(last*width, p.n)
		for k := 0; k < p.k; k += packDepth { // so that the columns of B pass in lines
			depth := min(packDepth, p.k-k)
			for col := from; col < to; col += width {
				for row := range p.m {
					p.strip(unsafe.Add(y, (row*p.n+col)*size), unsafe.Add(a, (row*p.k+k)*size), unsafe.Add(b, (k*p.n+col)*size), 1, min(width, to-col), p.n*size, depth, k > 0)
				}
			}
		}
	}
	clearUpper()
}

// strip computes up to eight rows of at most two vectors of columns. b has rows of ldb bytes.
func (p *matrices[T]) strip(y, a, b unsafe.Pointer, rows, columns, ldb, depth int, more bool) {
	size := int(unsafe.Sizeof(T(0)))
	ldc, lda := p.n*size, p.k*size
	if rows == tileRows && columns == 2*p.lanes {
		p.full(y, a, b, ldc, lda, ldb, depth, more)
		return
	}
	for col := 0; col < columns; {
		width := min(columns-col, p.lanes)
		switch {
		case rows == tileRows:
			p.part(unsafe.Add(y, col*size), a, unsafe.Add(b, col*size), ldc, lda, ldb, depth, more, 1<<width-1)
		case columns-col == 2*p.lanes:
			width = 2 * p.lanes
			for r := range rows {
				p.one(unsafe.Add(y, r*ldc+col*size), unsafe.Add(a, r*lda), unsafe.Add(b, col*size), ldc, lda, ldb, depth, more)
			}
		default:
			for r := range rows {
				p.onePart(unsafe.Add(y, r*ldc+col*size), unsafe.Add(a, r*lda), unsafe.Add(b, col*size), ldc, lda, ldb, depth, more, 1<<width-1)
			}
		}
		col += width
	}
}

// rows computes groups of eight rows.
func (p matrices[T]) rows(at []unsafe.Pointer, lo, hi int) {
	size := int(unsafe.Sizeof(T(0)))
	groups := (p.m + tileRows - 1) / tileRows
	for lo < hi {
		batch, first := lo/groups, lo%groups
		last := min(groups, first+hi-lo)
		lo += last - first
		from, to := first*tileRows, min(last*tileRows, p.m)
		a, b, y := unsafe.Add(at[p.a], (batch*p.m+from)*p.k*size), unsafe.Add(at[p.b], batch*p.k*p.n*size), unsafe.Add(at[p.y], (batch*p.m+from)*p.n*size)
		if p.transposed || p.k*p.n*size >= packLeast && to-from > 2*tileRows {
			p.packed(y, a, b, to-from)
		} else {
			p.plain(y, a, b, to-from)
		}
	}
	clearUpper()
}

// plain takes B as it lies.
func (p *matrices[T]) plain(y, a, b unsafe.Pointer, rows int) {
	size, width := int(unsafe.Sizeof(T(0))), 2*p.lanes
	for row := 0; row < rows; row += tileRows {
		for col := 0; col < p.n; col += width {
			p.strip(unsafe.Add(y, (row*p.n+col)*size), unsafe.Add(a, row*p.k*size), unsafe.Add(b, col*size), min(tileRows, rows-row), min(width, p.n-col), p.n*size, p.k, false)
		}
	}
}

// packed copies B in panels of two vectors' width first, some rows of it at a time.
func (p *matrices[T]) packed(y, a, b unsafe.Pointer, rows int) {
	size, width := int(unsafe.Sizeof(T(0))), 2*p.lanes
	panels := (p.n + width - 1) / width
	buffer, _ := packs.Get().(*pack)
	if need := min(packDepth, p.k) * panels * width * size; buffer == nil || buffer.bytes < need {
		buffer = &pack{block(need), need}
	}
	for k := 0; k < p.k; k += packDepth {
		depth := min(packDepth, p.k-k)
		p.pack(view[T](buffer.at, buffer.bytes/size), view[T](b, p.k*p.n), k, depth)
		for start := 0; start < rows; start += packBlock {
			for panel := range panels {
				col := panel * width
				for row := start; row < min(start+packBlock, rows); row += tileRows {
					p.strip(unsafe.Add(y, (row*p.n+col)*size), unsafe.Add(a, (row*p.k+k)*size), unsafe.Add(buffer.at, panel*depth*width*size),
						min(tileRows, rows-row), min(width, p.n-col), width*size, depth, k > 0)
				}
			}
		}
	}
	packs.Put(buffer)
}

// pack copies the rows k to k+depth of B, or of Bᵀ, in panels.
func (p *matrices[T]) pack(to, b []T, k, depth int) {
	width := 2 * p.lanes
	for col := 0; col < p.n; col += width {
		n := min(width, p.n-col)
		for i := range depth {
			row := to[(col*depth + i*width):][:width]
			if p.transposed {
				at := col*p.k + k + i
				for j := range n {
					row[j] = b[at]
					at += p.k
				}
			} else {
				copy(row, b[(k+i)*p.n+col:][:n])
			}
		}
	}
}
