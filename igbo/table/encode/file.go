package encode

import (
	"context"
	"fmt"
	"iter"

	"github.com/igbolab/igbolab/igbo/table"
)

// File is a file that is read piece by piece, so that memory does not grow
// with its rows: of text a few mebibytes a core are held, of Parquet 65536 rows and a page of each column.
type File struct {
	Path    string
	Options table.ReadOptions
	// Rows chooses rows, counted from 0; nil is all.
	Rows func(row int) bool
}

// piece is one of a file, with the chosen rows of it, or an error.
type piece struct {
	*table.Table
	rows []int
	err  error
}

// pieces yields the table piece by piece, those without a chosen row apart.
func (f File) pieces(ctx context.Context, o table.ReadOptions) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		for t, err := range table.Pieces(ctx, f.Path, o) {
			if err != nil {
				yield(piece{err: err})
				return
			}
			var rows []int
			for i := range t.Rows() {
				if f.Rows == nil || f.Rows(t.First+i) {
					rows = append(rows, i)
				}
			}
			if len(rows) > 0 && !yield(piece{Table: t, rows: rows}) {
				return
			}
		}
	}
}

// Names are those of the columns that are read.
func (f File) Names(ctx context.Context) ([]string, error) {
	for t, err := range table.Pieces(ctx, f.Path, f.Options) {
		if err != nil {
			return nil, err
		}
		return t.Names(), nil
	}
	return nil, fmt.Errorf("table: %s: a header and no rows", f.Path)
}

// HasTarget tells whether the file has the encoding's target with a value in any of the chosen rows.
func (f File) HasTarget(ctx context.Context, e *Encoding) (bool, error) {
	if err := e.Validate(); err != nil || e.Target == nil {
		return false, err
	}
	for t := range f.pieces(ctx, e.ReadOptions(f.Options)) {
		if t.err != nil {
			return false, t.err
		}
		if has := e.hasTarget(t.Table, t.rows); has || t.Column(e.Target.Name) == nil {
			return has, nil
		}
	}
	return false, nil
}

// Fit is [Fit] on the chosen rows, in two passes: the first finds the kinds of the columns, by all rows of the file. Categories and
// classes are counted and means summed up; medians hold their columns in memory.
//
// Errors besides Fit's: series, whose records may lie anywhere in a file.
func (f File) Fit(ctx context.Context, s Spec) (*Encoding, error) {
	if s.ID != "" {
		return nil, fmt.Errorf("table: series by %q and %q of a file that is read piece by piece; read it whole", s.ID, s.Time)
	}
	kinds, err := table.Kinds(ctx, f.Path, f.Options)
	if err != nil {
		return nil, err
	}
	f.Options.Kinds = kinds
	var l *learner
	err = f.counted(ctx, f.Options, func(p piece) (more bool, err error) {
		if l == nil {
			if l, err = newLearner(p.Table, s); err != nil {
				return false, err
			}
		}
		return true, l.add(p.Table, p.rows)
	})
	if err != nil {
		return nil, err
	}
	if l == nil {
		return nil, fmt.Errorf("table: %s: no rows, or none chosen", f.Path)
	}
	return l.encoding()
}

// encoded yields the samples of the chosen rows, piece by piece.
func (f File) encoded(ctx context.Context, e *Encoding) iter.Seq2[*Samples, error] {
	return func(yield func(*Samples, error) bool) {
		if err := e.Validate(); err != nil {
			yield(nil, err)
			return
		}
		if e.Spec.ID != "" {
			yield(nil, fmt.Errorf("table: series by %q of a file that is read piece by piece; read it whole", e.Spec.ID))
			return
		}
		err := f.counted(ctx, e.ReadOptions(f.Options), func(p piece) (more bool, err error) {
			if err := e.check(p.Table); err != nil {
				return false, err
			}
			s, err := e.encode(encoder{}, p.Table, p.rows, e.Target != nil)
			if err != nil {
				return false, err
			}
			for _, row := range s.Rows {
				row[0] += p.First // a row of the file, not of the piece
			}
			return s.N()+len(s.Lost) == 0 || yield(s, nil), nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Samples yields the samples of the chosen rows, rows of them at a time, the last piece perhaps fewer. An
// encoding without a target ([Encoding.WithoutTarget]) gives samples without Y.
//
// Rows that are left out are in Lost of a piece, with or after the rows before them.
//
// Errors: those of Encode, series, counts below 1, no row that is chosen. An error is the last.
func (f File) Samples(ctx context.Context, e *Encoding, rows int) iter.Seq2[*Samples, error] {
	return func(yield func(*Samples, error) bool) {
		if rows < 1 {
			yield(nil, fmt.Errorf("table: pieces of %d rows, expected at least 1", rows))
			return
		}
		var gathered *Samples
		for s, err := range f.encoded(ctx, e) {
			if err != nil {
				yield(nil, err)
				return
			}
			gathered = gathered.with(s)
			for gathered.N() >= rows {
				var piece *Samples
				if piece, gathered = gathered.cut(rows); !yield(piece, nil) {
					return
				}
			}
		}
		if gathered == nil {
			yield(nil, fmt.Errorf("table: %s: no rows, or none chosen", f.Path))
		} else if gathered.N()+len(gathered.Lost) > 0 {
			yield(gathered, nil)
		}
	}
}
