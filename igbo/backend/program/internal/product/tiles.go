package product

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

const (
	// packDepth is the maximum number of rows of B that are packed together.
	packDepth = 256
	// packBlock is the number of rows of A that are multiplied with each packed panel before the next block. It is a
	// multiple of the rows of every tile.
	packBlock = 48
	// packLeast is the minimum size of B in bytes for packing.
	packLeast = 64 << 10
	// unevenRows and unevenDepth are the minimum dimensions of A for packing because of a partial last tile (see uneven).
	unevenRows  = 64
	unevenDepth = 80
	// A product is split by rows if A has at least rowsLeast rows and rowsOver times as many rows as B has columns. When
	// split by rows, each part packs B; when split by columns, each part reads all of A.
	rowsLeast, rowsOver = 1024, 2
)

// tiledProduct returns the task of a product computed in tiles. Its units are columns, panels of columns, or rows. Every
// element is summed by fused multiply-adds in the order of k, so the result does not depend on the split.
func tiledProduct[T task.Floating](n *record.Node, f Form, s *vector.Set) task.Task {
	t := &s.Tiles32
	if n.DType() == dtypes.Float64 {
		t = &s.Tiles64
	}
	p := matrices[T]{Form: f, Tiles: t, vectors: s.Lanes > 1, a: n.Inputs[0].ID, b: n.Inputs[1].ID, y: n.ID}
	p.row, p.step = f.K*p.size(), p.size()
	if f.Turned {
		p.row, p.step = p.size(), f.M*p.size()
	}
	each := multiplicationCost
	if s.Lanes == 1 {
		each = plainMultiplicationCost
	}
	cost := task.CallCost + each*float64(f.multiplications()) + 0.1*float64(n.Size())
	panels := (f.N + p.width() - 1) / p.width()
	switch {
	case f.M < t.Rows && !f.Transposed:
		return task.Task{Units: f.Batch * panels, Pure: true, Cost: 4 * cost, Run: p.columns}
	case p.packs() && panels > 1 && (f.M < rowsLeast || f.M < rowsOver*f.N):
		return task.Task{Units: f.Batch * panels, Pure: true, Cost: cost, Run: p.panels}
	}
	rows := task.Task{Units: f.Batch * ((f.M + t.Rows - 1) / t.Rows), Pure: true, Cost: cost, Run: p.rows}
	if f.Batch == 1 || f.M%t.Rows == 0 {
		rows.Step, rows.Steps = t.Rows*f.N*p.size(), make([]int, 2)
		if !f.Turned {
			rows.Steps[0] = t.Rows * p.row
		}
	}
	return rows
}

// matrices is a product y = a·b of the values with the IDs a and b.
type matrices[T task.Floating] struct {
	Form
	*vector.Tiles
	vectors   bool // the tiles use SIMD instructions
	a, b, y   int
	row, step int // distance in bytes from an element of A to the next row and to the next column
}

// size returns the size of an element in bytes.
func (p *matrices[T]) size() int { return int(unsafe.Sizeof(T(0))) }

// width returns the number of columns of a tile.
func (p *matrices[T]) width() int { return 2 * p.Lanes }

// packs reports whether B must be packed, or is so large that packing pays off.
func (p *matrices[T]) packs() bool { return p.Transposed || p.K*p.N*p.size() >= packLeast }

// uneven reports whether packing pays off because the last tile of each row is partial: packed columns are padded to a
// whole tile. This matters only if there are few tiles per row.
func (p *matrices[T]) uneven() bool {
	return p.vectors && p.N%p.width() > p.Lanes && p.N < 4*p.width() && p.K >= unevenDepth
}

// place holds the addresses of one product's matrices.
type place struct{ y, a, b unsafe.Pointer }

// at returns the place of a product in the batch, starting at a row of A and a column of Y.
func (p *matrices[T]) at(v []unsafe.Pointer, batch, row, col int) place {
	size := p.size()
	return place{
		unsafe.Add(v[p.y], ((batch*p.M+row)*p.N+col)*size),
		unsafe.Add(v[p.a], batch*p.M*p.K*size+row*p.row),
		unsafe.Add(v[p.b], batch*p.K*p.N*size),
	}
}

// parts splits the units lo to hi by product and calls do for each product, which has the given number of units.
func parts(lo, hi, units int, do func(batch, from, to int)) {
	for lo < hi {
		batch, first := lo/units, lo%units
		last := min(units, first+hi-lo)
		do(batch, first, last)
		lo += last - first
	}
}

// columns computes blocks of columns if A has few rows.
func (p matrices[T]) columns(v []unsafe.Pointer, lo, hi int) {
	size, width := p.size(), p.width()
	s := strip{rows: 1, lda: p.row, sta: p.step, ldb: p.N * size}
	parts(lo, hi, (p.N+width-1)/width, func(batch, first, last int) {
		at := p.at(v, batch, 0, 0)
		for k := 0; k < p.K; k += packDepth { // process B in blocks of rows to reuse its cache lines
			depth := min(packDepth, p.K-k)
			s.depth, s.more = depth, k > 0
			for col := first * width; col < min(last*width, p.N); col += width {
				s.columns, s.b = min(width, p.N-col), unsafe.Add(at.b, (k*p.N+col)*size)
				for row := range p.M {
					s.y, s.a = unsafe.Add(at.y, (row*p.N+col)*size), unsafe.Add(at.a, row*p.row+k*p.step)
					p.strip(&s)
				}
			}
		}
	})
}

// rows computes groups of rows.
func (p matrices[T]) rows(v []unsafe.Pointer, lo, hi int) {
	parts(lo, hi, (p.M+p.Rows-1)/p.Rows, func(batch, first, last int) {
		from := first * p.Rows
		rows := min(last*p.Rows, p.M) - from
		at := p.at(v, batch, from, 0)
		if p.Transposed || p.packs() && rows > 2*p.Rows || p.uneven() && rows >= unevenRows {
			p.packed(at, rows, 0, p.N)
		} else {
			p.unpacked(at, rows)
		}
	})
}

// panels computes panels of columns for all rows.
func (p matrices[T]) panels(v []unsafe.Pointer, lo, hi int) {
	width := p.width()
	parts(lo, hi, (p.N+width-1)/width, func(batch, first, last int) {
		p.packed(p.at(v, batch, 0, first*width), p.M, first*width, min(last*width, p.N))
	})
}

// unpacked computes rows with B in its original layout.
func (p *matrices[T]) unpacked(at place, rows int) {
	size, width := p.size(), p.width()
	s := strip{lda: p.row, sta: p.step, ldb: p.N * size, depth: p.K}
	for row := 0; row < rows; row += p.Rows {
		s.rows, s.above, s.a = min(p.Rows, rows-row), row, unsafe.Add(at.a, row*p.row)
		for col := 0; col < p.N; col += width {
			s.columns, s.before = min(width, p.N-col), col
			s.y, s.b = unsafe.Add(at.y, (row*p.N+col)*size), unsafe.Add(at.b, col*size)
			p.strip(&s)
		}
	}
}
