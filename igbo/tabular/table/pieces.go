package table

import (
	"context"
	"iter"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Pieces yields a file as tables of some rows each, so memory does not grow with the number of rows. For text it holds a few mebibytes a
// core, for Parquet 65536 rows and a page of each column.
//
// If the options do not state the kind of a column, the cells of each piece decide; [Kinds] returns the kinds for the whole file. Errors
// are those of Read; an error is the last value.
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

// settle infers the kind of each column of a piece whose kind is not stated.
func (t *Table) settle(o ReadOptions) {
	for i, s := range t.surveys {
		if s != nil {
			kind, _ := s.Kind()
			t.Columns[i].become(kind, o.Options)
		}
	}
}

// Kinds returns the kinds of the columns, inferred from all rows of a file in one pass that stores no rows. Errors are those of Read.
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
