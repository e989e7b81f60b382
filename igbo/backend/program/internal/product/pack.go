package product

import (
	"sync"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// pack is a buffer for packed panels.
type pack struct {
	at    unsafe.Pointer
	bytes int
}

// packs holds unused buffers.
var packs sync.Pool

// packed computes the product of the given number of rows of A and the columns from ≤ j < to of B. at.y is the first
// element of the result. packed first copies B to panels as wide as a tile, at most packDepth rows of B at a time.
func (p *matrices[T]) packed(at place, rows, from, to int) {
	size, width := p.size(), p.width()
	panels := (to - from + width - 1) / width
	buffer, _ := packs.Get().(*pack)
	if need := min(packDepth, p.K) * panels * width * size; buffer == nil || buffer.bytes < need {
		buffer = &pack{task.Block(need), need}
	}
	s := strip{lda: p.row, sta: p.step, ldb: width * size}
	for k := 0; k < p.K; k += packDepth {
		s.depth, s.more = min(packDepth, p.K-k), k > 0
		p.pack(task.View[T](buffer.at, buffer.bytes/size), task.View[T](at.b, p.K*p.N), k, s.depth, from, to)
		for start := 0; start < rows; start += packBlock {
			for panel := range panels {
				col := panel * width
				s.columns = min(width, to-from-col)
				s.before = width - s.columns
				s.b = unsafe.Add(buffer.at, (col*s.depth+s.before)*size)
				for row := start; row < min(start+packBlock, rows); row += p.Rows {
					s.rows, s.above = min(p.Rows, rows-row), row
					s.y, s.a = unsafe.Add(at.y, (row*p.N+col)*size), unsafe.Add(at.a, row*p.row+k*p.step)
					p.strip(&s)
				}
			}
		}
	}
	packs.Put(buffer)
}

// pack copies the rows k to k+depth of B, or of Bᵀ, to panels. The last panel is padded with zeros on the left.
func (p *matrices[T]) pack(panels, b []T, k, depth, from, to int) {
	width := p.width()
	for col := from; col < to; col += width {
		n := min(width, to-col)
		panel := panels[(col-from)*depth:][:depth*width]
		if n < width {
			clear(panel)
			panel = panel[width-n:]
		}
		if p.Transposed {
			flip(panel, b[col*p.K+k:], n, depth, p.K, width)
			continue
		}
		for i := range depth {
			copy(panel[i*width:], b[(k+i)*p.N+col:][:n])
		}
	}
}

// flip transposes n rows of from, each with the given number of elements, into columns of to. stride is the distance
// between rows of from, and width the distance between rows of to. flip copies four rows at a time, so it loads each
// cache line of to once per four elements.
func flip[T task.Floating](to, from []T, n, elements, stride, width int) {
	row := 0
	for ; row+4 <= n; row += 4 {
		a, b := from[row*stride:][:elements], from[(row+1)*stride:][:elements]
		c, d := from[(row+2)*stride:][:elements], from[(row+3)*stride:][:elements]
		for i, v := range a {
			four := to[i*width+row:][:4]
			four[0], four[1], four[2], four[3] = v, b[i], c[i], d[i]
		}
	}
	for ; row < n; row++ {
		for i, v := range from[row*stride:][:elements] {
			to[i*width+row] = v
		}
	}
}
