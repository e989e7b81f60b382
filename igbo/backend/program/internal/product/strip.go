package product

import (
	"sync"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// strip is a part of a product that one tile computes: up to Rows rows and two vectors of columns. It computes y = a·b,
// or y += a·b if more is set. The strides lda (between rows of a), sta (between columns of a) and ldb (between rows of b)
// are in bytes.
type strip struct {
	y, a, b       unsafe.Pointer
	rows, columns int
	lda, sta, ldb int
	depth         int
	more          bool
	above, before int // rows of a and columns of b that exist before the first one and can be read
}

// strip computes a strip.
func (p *matrices[T]) strip(s *strip) {
	if s.rows == p.Rows && s.columns == 2*p.Lanes {
		p.Whole(s.y, s.a, s.b, p.N*p.size(), s.lda, s.sta, s.ldb, s.depth, s.more, s.columns)
		return
	}
	p.piece(s)
}

// piece computes a strip at an edge, which has fewer rows or columns than a tile.
func (p *matrices[T]) piece(s *strip) {
	switch {
	case p.shifts(s):
		p.shifted(s)
		return
	case p.Part == nil && s.columns < p.width():
		p.edge(s)
		return
	}
	size := p.size()
	ldc := p.N * size
	for col := 0; col < s.columns; {
		width := min(s.columns-col, p.Lanes)
		tile, step := p.RowPart, 1
		switch {
		case s.rows == p.Rows:
			tile, step = p.Part, s.rows
		case s.columns-col == p.width():
			tile, width = p.Row, p.width()
		}
		for r := 0; r < s.rows; r += step {
			tile(unsafe.Add(s.y, r*ldc+col*size), unsafe.Add(s.a, r*s.lda), unsafe.Add(s.b, col*size), ldc, s.lda, s.sta, s.ldb, s.depth, s.more, width)
		}
		col += width
	}
}

// shiftLeast is the time in cycles that the method shifted must save to be used.
const shiftLeast = 160

// shifts reports whether the method shifted is faster for a strip at an edge. A tile of one row, or of one vector, waits
// about four cycles per step for its own additions. A whole tile takes about one cycle per row and step.
func (p *matrices[T]) shifts(s *strip) bool {
	if !p.vectors || s.depth < 8 || s.above < p.Rows-s.rows || s.before < p.width()-s.columns {
		return false
	}
	calls := 1
	if s.columns > p.Lanes && s.columns < p.width() {
		calls = 2
	}
	if s.rows < p.Rows {
		calls *= s.rows
	}
	return (4*calls-p.Rows)*s.depth >= shiftLeast
}

// edgeTile is a buffer for a tile at an edge.
type edgeTile struct {
	c [8 * 32]float32
	b [packDepth * 8]float32
}

var edgeTiles = sync.Pool{New: func() any { return new(edgeTile) }}

// shifted computes a strip at an edge with a whole tile that begins above or to the left of the strip and ends with it.
// The tile writes to a buffer; shifted then copies the strip.
func (p *matrices[T]) shifted(s *strip) {
	width := p.width()
	up, left := p.Rows-s.rows, width-s.columns
	e := edgeTiles.Get().(*edgeTile)
	c, from := task.View[T](unsafe.Pointer(&e.c), p.Rows*width), task.View[T](s.y, (s.rows-1)*p.N+s.columns)
	if s.more {
		for r := range s.rows {
			copy(c[(up+r)*width+left:], from[r*p.N:][:s.columns])
		}
	}
	p.Whole(unsafe.Pointer(&e.c), unsafe.Add(s.a, -up*s.lda), unsafe.Add(s.b, -left*p.size()), width*p.size(), s.lda, s.sta, s.ldb, s.depth, s.more, width)
	for r := range s.rows {
		copy(from[r*p.N:][:s.columns], c[(up+r)*width+left:])
	}
	edgeTiles.Put(e)
}

// edge computes a strip at an edge on machines without masked instructions. It copies the strip to a buffer and applies
// whole tiles.
func (p *matrices[T]) edge(s *strip) {
	size, width := p.size(), p.width()
	e := edgeTiles.Get().(*edgeTile)
	defer edgeTiles.Put(e)
	c, panel := task.View[T](unsafe.Pointer(&e.c), p.Rows*width), task.View[T](unsafe.Pointer(&e.b), packDepth*width)
	from := task.View[T](s.y, (s.rows-1)*p.N+s.columns)
	for r := range s.rows {
		copy(c[r*width:], from[r*p.N:][:s.columns])
	}
	tile, step := p.Row, 1
	if s.rows == p.Rows {
		tile, step = p.Whole, s.rows
	}
	for k := 0; k < s.depth; k += packDepth {
		part := min(packDepth, s.depth-k)
		for i := range part {
			copy(panel[i*width:], task.View[T](unsafe.Add(s.b, (k+i)*s.ldb), s.columns))
		}
		for r := 0; r < s.rows; r += step {
			tile(unsafe.Pointer(&c[r*width]), unsafe.Add(s.a, r*s.lda+k*s.sta), unsafe.Pointer(&e.b), width*size, s.lda, s.sta, width*size, part, s.more || k > 0, width)
		}
	}
	for r := range s.rows {
		copy(from[r*p.N:][:s.columns], c[r*width:])
	}
}
