package program

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
)

const (
	// packDepth is how many rows of B are packed together.
	packDepth = 256
	// packBlock is how many rows of A pass each packed panel before the next: a multiple of every tile's rows.
	packBlock = 48
	// packLeast is the size in bytes of B from which on it is packed.
	packLeast = 64 << 10
	// unevenRows and unevenDepth are the size of A from which on columns that end within a tile are packed.
	unevenRows  = 64
	unevenDepth = 80
	// rowsLeast is the number of rows of A from which on a product is parted by them: each part packs B anew.
	rowsLeast = 1024
)

// tiledProduct makes the task of a product in tiles, parted by columns, by panels of columns or by rows. Every
// element is a chain of fused multiplications and additions in the order of k, however it is parted.
func tiledProduct[T floating](n *node, f form, s *vector.Set) task {
	t := &s.Tiles32
	if n.dtype() == dtypes.Float64 {
		t = &s.Tiles64
	}
	p := matrices[T]{form: f, Tiles: t, vectors: s.Lanes > 1, a: n.inputs[0].id, b: n.inputs[1].id, y: n.id}
	p.row, p.step = f.k*p.size(), p.size()
	if f.turned {
		p.row, p.step = p.size(), f.m*p.size()
	}
	each := multiplicationCost
	if s.Lanes == 1 {
		each = plainMultiplicationCost
	}
	cost := callCost + each*float64(f.multiplications()) + 0.1*float64(n.size())
	panels := (f.n + p.width() - 1) / p.width()
	switch {
	case f.m < t.Rows && !f.transposed:
		return task{units: f.batch * panels, pure: true, cost: 4 * cost, run: p.columns}
	case p.packs() && f.m < rowsLeast && panels > 1:
		return task{units: f.batch * panels, pure: true, cost: cost, run: p.panels}
	}
	return task{units: f.batch * ((f.m + t.Rows - 1) / t.Rows), pure: true, cost: cost, run: p.rows}
}

// matrices is a product of the values a and b, y.
type matrices[T floating] struct {
	form
	*vector.Tiles
	vectors   bool // there are instructions for them
	a, b, y   int
	row, step int // the way from an element of A to that below and to the next, in bytes
}

// size is that of an element in bytes.
func (p *matrices[T]) size() int { return int(unsafe.Sizeof(T(0))) }

// width is the columns of a tile.
func (p *matrices[T]) width() int { return 2 * p.Lanes }

// packs reports whether B is packed.
func (p *matrices[T]) packs() bool { return p.transposed || p.k*p.n*p.size() >= packLeast }

// uneven reports whether packed columns save time as they end with a whole tile, so few that the last tile counts.
func (p *matrices[T]) uneven() bool {
	return p.vectors && p.n%p.width() > p.Lanes && p.n < 4*p.width() && p.k >= unevenDepth
}

// place is where one product's matrices lie.
type place struct{ y, a, b unsafe.Pointer }

// at is the place of a batch's product, from a row of A and a column on.
func (p *matrices[T]) at(v []unsafe.Pointer, batch, row, col int) place {
	size := p.size()
	return place{
		unsafe.Add(v[p.y], ((batch*p.m+row)*p.n+col)*size),
		unsafe.Add(v[p.a], batch*p.m*p.k*size+row*p.row),
		unsafe.Add(v[p.b], batch*p.k*p.n*size),
	}
}

// parts calls do for the products that the units lo to hi touch, each with so many units.
func parts(lo, hi, units int, do func(batch, from, to int)) {
	for lo < hi {
		batch, first := lo/units, lo%units
		last := min(units, first+hi-lo)
		do(batch, first, last)
		lo += last - first
	}
}

// columns computes blocks of columns of all of few rows.
func (p matrices[T]) columns(v []unsafe.Pointer, lo, hi int) {
	size, width := p.size(), p.width()
	s := strip{rows: 1, lda: p.row, sta: p.step, ldb: p.n * size}
	parts(lo, hi, (p.n+width-1)/width, func(batch, first, last int) {
		at := p.at(v, batch, 0, 0)
		for k := 0; k < p.k; k += packDepth { // so that the columns of B pass in lines
			depth := min(packDepth, p.k-k)
			s.depth, s.more = depth, k > 0
			for col := first * width; col < min(last*width, p.n); col += width {
				s.columns, s.b = min(width, p.n-col), unsafe.Add(at.b, (k*p.n+col)*size)
				for row := range p.m {
					s.y, s.a = unsafe.Add(at.y, (row*p.n+col)*size), unsafe.Add(at.a, row*p.row+k*p.step)
					p.strip(&s)
				}
			}
		}
	})
}

// rows computes groups of rows.
func (p matrices[T]) rows(v []unsafe.Pointer, lo, hi int) {
	parts(lo, hi, (p.m+p.Rows-1)/p.Rows, func(batch, first, last int) {
		from := first * p.Rows
		rows := min(last*p.Rows, p.m) - from
		at := p.at(v, batch, from, 0)
		if p.transposed || p.packs() && rows > 2*p.Rows || p.uneven() && rows >= unevenRows {
			p.packed(at, rows, 0, p.n)
		} else {
			p.unpacked(at, rows)
		}
	})
}

// panels computes panels of columns of all rows.
func (p matrices[T]) panels(v []unsafe.Pointer, lo, hi int) {
	width := p.width()
	parts(lo, hi, (p.n+width-1)/width, func(batch, first, last int) {
		p.packed(p.at(v, batch, 0, first*width), p.m, first*width, min(last*width, p.n))
	})
}

// unpacked takes B as it lies.
func (p *matrices[T]) unpacked(at place, rows int) {
	size, width := p.size(), p.width()
	s := strip{lda: p.row, sta: p.step, ldb: p.n * size, depth: p.k}
	for row := 0; row < rows; row += p.Rows {
		s.rows, s.above, s.a = min(p.Rows, rows-row), row, unsafe.Add(at.a, row*p.row)
		for col := 0; col < p.n; col += width {
			s.columns, s.before = min(width, p.n-col), col
			s.y, s.b = unsafe.Add(at.y, (row*p.n+col)*size), unsafe.Add(at.b, col*size)
			p.strip(&s)
		}
	}
}
