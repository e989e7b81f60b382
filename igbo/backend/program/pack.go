package program

import (
	"sync"
	"unsafe"
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
	if need := min(packDepth, p.k) * panels * width * size; buffer == nil || buffer.bytes < need {
		buffer = &pack{block(need), need}
	}
	for k := 0; k < p.k; k += packDepth {
		depth := min(packDepth, p.k-k)
		p.pack(view[T](buffer.at, buffer.bytes/size), view[T](at.b, p.k*p.n), k, depth, from, to)
		for start := 0; start < rows; start += packBlock {
			for panel := range panels {
				col := panel * width
				for row := start; row < min(start+packBlock, rows); row += p.Rows {
					p.strip(unsafe.Add(at.y, (row*p.n+col)*size), unsafe.Add(at.a, row*p.row+k*p.step), unsafe.Add(buffer.at, col*depth*size),
						min(p.Rows, rows-row), min(width, to-from-col), width*size, depth, k > 0)
				}
			}
		}
	}
	packs.Put(buffer)
}

// pack copies the rows k to k+depth of B, or of Bᵀ, in panels.
func (p *matrices[T]) pack(panels, b []T, k, depth, from, to int) {
	width := p.width()
	for col := from; col < to; col += width {
		n := min(width, to-col)
		panel := panels[(col-from)*depth:]
		if !p.transposed {
			for i := range depth {
				copy(panel[i*width:], b[(k+i)*p.n+col:][:n])
			}
			continue
		}
		for i := range depth {
			row, at := panel[i*width:][:n], col*p.k+k+i
			for j := range row {
				row[j] = b[at]
				at += p.k
			}
		}
	}
}
