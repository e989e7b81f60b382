package table

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/igbolab/igbolab/igbo/table/cell"
)

// File is a file that is read piece by piece, so that memory does not grow
// with its rows: of text a few mebibytes a core are held, of Parquet 65536 rows and a page of each column.
type File struct {
	Path    string
	Options ReadOptions
	// Rows chooses rows, counted from 0; nil is all.
	Rows func(row int) bool
}

// pieces yields the table piece by piece, with the chosen rows of each.
func (f File) pieces(ctx context.Context, o ReadOptions) iter.Seq2[*Table, []int] {
	return func(yield func(*Table, []int) bool) {
		first := 0
		for t, err := range scan(ctx, f.Path, o) {
			if err != nil {
				yield(&Table{err: err}, nil)
				return
			}
			t.first = first
			first += t.Rows()
			t.settle(o)
			var rows []int
			for i := range t.Rows() {
				if f.Rows == nil || f.Rows(t.first+i) {
					rows = append(rows, i)
				}
			}
			if len(rows) > 0 && !yield(t, rows) {
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

// Names are those of the columns that are read.
func (f File) Names(ctx context.Context) ([]string, error) {
	for t, err := range scan(ctx, f.Path, f.Options) {
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
	for t, rows := range f.pieces(ctx, e.ReadOptions(f.Options)) {
		if t.err != nil || e.hasTarget(t, rows) || t.Column(e.Target.Name) == nil {
			return t.err == nil && e.hasTarget(t, rows), t.err
		}
	}
	return false, nil
}

// kinds are those of the columns, by all rows.
func (f File) kinds(ctx context.Context) (map[string]cell.Kind, error) {
	m, columns := &merged{options: f.Options}, []Column(nil)
	for t, err := range scan(ctx, f.Path, f.Options) {
		if err == nil {
			err = m.see(t)
		}
		if err != nil {
			return nil, err
		}
		columns = t.Columns
	}
	found, err := m.kinds(columns, f.Path)
	kinds := map[string]cell.Kind{}
	for i, kind := range found {
		kinds[columns[i].Name] = kind
	}
	return kinds, err
}

// Fit is [Fit] on the chosen rows, in two passes: the first finds the kinds of the columns, by all rows of the file. Categories and
// classes are counted and means summed up; medians hold their columns in memory.
//
// Errors besides Fit's: series, whose records may lie anywhere in a file.
func (f File) Fit(ctx context.Context, s Spec) (*Encoding, error) {
	if s.ID != "" {
		return nil, fmt.Errorf("table: series by %q and %q of a file that is read piece by piece; read it whole", s.ID, s.Time)
	}
	kinds, err := f.kinds(ctx)
	if err != nil {
		return nil, err
	}
	f.Options.Kinds = kinds
	var l *learner
	for t, rows := range f.pieces(ctx, f.Options) {
		err := t.err
		if err == nil && l == nil {
			l, err = newLearner(t, s)
		}
		if err == nil {
			err = l.add(t, rows)
		}
		if err != nil {
			return nil, err
		}
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
		for t, rows := range f.pieces(ctx, e.ReadOptions(f.Options)) {
			if t.err != nil {
				yield(nil, t.err)
				return
			}
			err := e.check(t)
			var s *Samples
			if err == nil {
				s, err = e.encode(encoder{}, t, rows, e.Target != nil)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, row := range s.Rows {
				row[0] += t.first // a row of the file, not of the piece
			}
			if s.N()+len(s.Lost) > 0 && !yield(s, nil) {
				return
			}
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

// with appends samples of tables; nil has none.
func (s *Samples) with(more *Samples) *Samples {
	if s == nil {
		return more
	}
	s.X, s.Y, s.Weights = append(s.X, more.X...), append(s.Y, more.Y...), append(s.Weights, more.Weights...)
	s.Keys, s.Rows = append(s.Keys, more.Keys...), append(s.Rows, more.Rows...)
	for name, n := range more.Beyond {
		if s.Beyond == nil {
			s.Beyond = map[string]int{}
		}
		s.Beyond[name] += n
	}
	s.Missing, s.Dropped, s.Lost = s.Missing+more.Missing, s.Dropped+more.Dropped, append(s.Lost, more.Lost...)
	return s
}

// cut parts samples of tables after the first n.
func (s *Samples) cut(n int) (first, rest *Samples) {
	a, b := *s, *s
	d := len(s.Features)
	a.X, b.X = s.X[:n*d:n*d], s.X[n*d:]
	a.Keys, b.Keys = s.Keys[:n:n], s.Keys[n:]
	a.Rows, b.Rows = s.Rows[:n:n], s.Rows[n:]
	if s.Y != nil {
		a.Y, b.Y = s.Y[:n:n], s.Y[n:]
	}
	if s.Weights != nil {
		a.Weights, b.Weights = s.Weights[:n:n], s.Weights[n:]
	}
	lost := len(s.Lost)
	if b.N() > 0 {
		lost, _ = slices.BinarySearchFunc(s.Lost, b.Rows[0][0], func(l Lost, row int) int { return l.Row - row })
	}
	a.Lost, b.Lost = s.Lost[:lost:lost], s.Lost[lost:]
	a.Dropped, b.Dropped, b.Missing, b.Beyond = lost, len(s.Lost)-lost, 0, nil
	return &a, &b
}
