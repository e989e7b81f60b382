package product

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
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
	// rowsLeast is the number of rows of A from which on a product is parted by them, where they are also rowsOver times the columns: each part by rows
	// packs B anew, each part by columns reads A anew.
	rowsLeast, rowsOver = 1024, 2
)

// tiledProduct makes the task of a product in tiles, parted by columns, by panels of columns or by rows. Every
// element is a chain of fused multiplications and additions in the order of k, however it is parted.
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

// matrices is a product of the values a and b, y.
type matrices[T task.Floating] struct {
	Form
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
func (p *matrices[T]) packs() bool { return p.Transposed || p.K*p.N*p.size() >= packLeast }

// uneven reports whether packed columns save time as they end with a whole tile, so few that the last tile counts.
func (p *matrices[T]) uneven() bool {
	return p.vectors && p.N%p.width() > p.Lanes && p.N < 4*p.width() && p.K >= unevenDepth
}

// place is where one product's matrices lie.
type place struct{ y, a, b unsafe.Pointer }

// at is the place of a batch's product, from a row of A and a column on.
func (p *matrices[T]) at(v []unsafe.Pointer, batch, row, col int) place {
	size := p.size()
	return place{
		unsafe.Add(v[p.y], ((batch*p.M+row)*p.N+col)*size),
		unsafe.Add(v[p.a], batch*p.M*p.K*size+row*p.row),
		unsafe.Add(v[p.b], batch*p.K*p.N*size),
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
	s := strip{rows: 1, lda: p.row, sta: p.step, ldb: p.N * size}
	parts(lo, hi, (p.N+width-1)/width, func(batch, first, last int) {
		at := p.at(v, batch, 0, 0)
		for k := 0; k < p.K; k += packDepth { // so that the columns of B pass in lines
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

// panels computes panels of columns of all rows.
func (p matrices[T]) panels(v []unsafe.Pointer, lo, hi int) {
	width := p.width()
	parts(lo, hi, (p.N+width-1)/width, func(batch, first, last int) {
		p.packed(p.at(v, batch, 0, first*width), p.M, first*width, min(last*width, p.N))
	})
}

// unpacked takes B as it lies.
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
