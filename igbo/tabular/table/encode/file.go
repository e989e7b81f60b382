package encode

import (
	"context"
	"fmt"
	"iter"

	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// A File is read in pieces, so memory does not grow with its rows. For text it holds a few mebibytes a core, for Parquet 65536 rows and a
// page of each column.
type File struct {
	Path    string
	Options table.ReadOptions
	// Rows selects rows, counted from 0; nil selects all.
	Rows func(row int) bool
}

// piece is a piece of a file with its selected rows, or an error.
type piece struct {
	*table.Table
	rows []int
	err  error
}

// pieces yields the pieces that have a selected row.
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

// Names returns the names of the columns that are read.
func (f File) Names(ctx context.Context) ([]string, error) {
	for t, err := range table.Pieces(ctx, f.Path, f.Options) {
		if err != nil {
			return nil, err
		}
		return t.Names(), nil
	}
	return nil, fmt.Errorf("table: %s: the file has a header but no rows, want at least 1 row", f.Path)
}

// HasTarget reports whether the file has the encoding's target with a value in any selected row.
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

// Fit is like the function [Fit], for the selected rows, in two passes. The first pass infers the kinds of the columns from all rows of the
// file. Only medians hold their columns in memory.
//
// It returns the errors of the function Fit, and an error for series, whose records can be anywhere in a file.
func (f File) Fit(ctx context.Context, s Spec) (*Encoding, error) {
	if s.ID != "" {
		return nil, fmt.Errorf("table: a table of series (id %q, time %q) cannot be read in pieces (use table.Read)", s.ID, s.Time)
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
		return nil, fmt.Errorf("table: %s: there are no rows to learn from, want at least 1 row", f.Path)
	}
	return l.encoding()
}

// encoded yields the samples of the selected rows, in pieces.
func (f File) encoded(ctx context.Context, e *Encoding) iter.Seq2[*Encoded, error] {
	return func(yield func(*Encoded, error) bool) {
		if err := e.Validate(); err != nil {
			yield(nil, err)
			return
		}
		if e.Spec.ID != "" {
			yield(nil, fmt.Errorf("table: a table of series (id %q, time %q) cannot be read in pieces (use table.Read)", e.Spec.ID, e.Spec.Time))
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
			for _, row := range s.TableRows {
				row[0] += p.First // a row of the file, not of the piece
			}
			return s.Samples()+len(s.Lost) == 0 || yield(s, nil), nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Samples yields the samples of the selected rows in pieces of rows samples; the last piece can have fewer. An encoding without a target
// ([Encoding.WithoutTarget]) gives samples without Y.
//
// Each piece lists in Lost the rows that were left out since the piece before.
//
// It yields the errors of Encode, and an error for series, counts below 1 and files without a selected row. An error is the last value.
func (f File) Samples(ctx context.Context, e *Encoding, rows int) iter.Seq2[*Encoded, error] {
	return func(yield func(*Encoded, error) bool) {
		if rows < 1 {
			yield(nil, fmt.Errorf("table: the number of rows in a piece must be at least 1, got %d", rows))
			return
		}
		var gathered *Encoded
		for s, err := range f.encoded(ctx, e) {
			if err != nil {
				yield(nil, err)
				return
			}
			gathered = gathered.with(s)
			for gathered.Samples() >= rows {
				var piece *Encoded
				if piece, gathered = gathered.cut(rows); !yield(piece, nil) {
					return
				}
			}
		}
		if gathered == nil {
			yield(nil, fmt.Errorf("table: %s: there are no rows to encode, want at least 1 row", f.Path))
		} else if gathered.Samples()+len(gathered.Lost) > 0 {
			yield(gathered, nil)
		}
	}
}
