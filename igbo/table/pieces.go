package table

import (
	"context"
	"iter"

	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Pieces yields a file as tables of some rows each, so that memory does not grow with its rows: of text a few mebibytes a core are held, of Parquet
// 65536 rows and a page of each column. The kind of a column that the options do not state is that of the piece's cells: [Kinds] has those
// of the file. Errors are those of Read; an error is the last.
func Pieces(ctx context.Context, path string, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		first := 0
		for t, err := range scan(ctx, path, o) {
			if err != nil {
				yield(nil, err)
				return
			}
			t.First = first
			first += t.Rows()
			t.settle(o)
			if !yield(t, nil) {
				return
			}
		}
	}
}

// settle makes of each column of a piece what its cells are, where the kind is open.
func (t *Table) settle(o ReadOptions) {
	for i, s := range t.surveys {
		if s != nil {
			kind, _ := s.Kind()
			t.Columns[i].become(kind, o.Habits)
		}
	}
}

// Kinds are those of the columns that are read, by all rows of a file, in one pass that holds nothing of them. Errors are those of Read.
func Kinds(ctx context.Context, path string, o ReadOptions) (map[string]cell.Kind, error) {
	m, columns := &merged{options: o}, []Column(nil)
	for t, err := range scan(ctx, path, o) {
		if err == nil {
			err = m.see(t)
		}
		if err != nil {
			return nil, err
		}
		columns = t.Columns
	}
	found, err := m.kinds(columns, path)
	kinds := map[string]cell.Kind{}
	for i, kind := range found {
		kinds[columns[i].Name] = kind
	}
	return kinds, err
}
