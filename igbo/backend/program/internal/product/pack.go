package product

import (
	"sync"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// pack is memory for packed panels.
type pack struct {
	at    unsafe.Pointer
	bytes int
}

// packs is those that are free.
var packs sync.Pool

// packed computes rows × the columns from to to; at.y is at the first of them. It copies B in panels of a tile's
// width first, some rows of it at a time.
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

// pack copies the rows k to k+depth of B, or of Bᵀ, in panels; of the last one the end, after zeros.
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

// flip copies n rows of so many elements, which lie stride apart, as columns of rows of a width; four at a time, as single ones would
// load a line for each element.
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
