package table

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// segmentCells is the number of cells in a segment, over all columns.
const segmentCells = 16 << 20

// segments stores the cells of a table that is being read, in a temporary file. It stores pieces column by column, because the number of
// rows is not known yet.
type segments struct {
	space         *spool.Space
	columns, rows int // rows of a segment
	full          [][]float64
	n             int // rows so far
}

func newSegments(like *spool.Space, columns int) *segments {
	return &segments{space: like.Like(), columns: columns, rows: max(1, segmentCells/columns)}
}

// add takes the cells out of a piece.
func (s *segments) add(chunk *Table) error {
	for from, n := 0, chunk.Rows(); from < n; {
		at := s.n % s.rows
		if at == 0 {
			segment, err := spool.Make[float64](s.space, s.rows*s.columns)
			if err != nil {
				return fmt.Errorf("table: %s: %w", chunk.Name, err)
			}
			s.full = append(s.full, segment)
		}
		to, last := min(n, from+s.rows-at), s.full[len(s.full)-1]
		for i := range chunk.Columns {
			copy(last[i*s.rows+at:], chunk.Columns[i].Values[from:to])
		}
		s.n += to - from
		from = to
	}
	for i := range chunk.Columns {
		chunk.Columns[i].Values = nil
	}
	return nil
}

// column copies column i.
func (s *segments) column(i int, to []float64) {
	for k, segment := range s.full {
		copy(to[k*s.rows:], segment[i*s.rows:(i+1)*s.rows])
	}
}
