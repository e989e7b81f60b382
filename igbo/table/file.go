package table

import (
	"context"
	"fmt"
	"iter"
	"math"
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

// Fit is [Fit] on the chosen rows, in one pass. Categories and classes are
// counted and means summed up; medians hold their columns in memory.
//
// Errors besides Fit's: series, whose records may lie anywhere in a file.
func (f File) Fit(ctx context.Context, s Spec) (*Encoding, error) {
	if s.ID != "" {
		return nil, fmt.Errorf("table: series by %q and %q of a file that is read piece by piece; read it whole", s.ID, s.Time)
	}
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
				s, err = e.encode(t, rows, e.Target != nil)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if s.N() > 0 && !yield(s, nil) {
				return
			}
		}
	}
}

// Scale shifts and scales inputs and target: z = (x − shift)/scale.
type Scale struct {
	Shift       []float64 `json:"shift"`
	Scale       []float64 `json:"scale"`
	TargetShift float64   `json:"targetShift"`
	TargetScale float64   `json:"targetScale"`
}

// Scale measures mean and deviation of each of the D columns, and of a target
// that is no class, over the chosen rows in one pass; what is constant has scale 1.
func (f File) Scale(ctx context.Context, e *Encoding) (Scale, error) {
	var columns []moments
	var target moments
	for s, err := range f.encoded(ctx, e) {
		if err != nil {
			return Scale{}, err
		}
		if columns == nil {
			columns = make([]moments, len(s.Features))
		}
		for i, v := range s.X {
			columns[i%len(columns)].add(v)
		}
		for _, v := range s.Y {
			target.add(v)
		}
	}
	if columns == nil {
		return Scale{}, fmt.Errorf("table: %s: no rows, or none chosen", f.Path)
	}
	out := Scale{TargetScale: 1}
	for _, c := range columns {
		out.Shift, out.Scale = append(out.Shift, c.mean), append(out.Scale, c.deviation())
	}
	if len(e.Classes()) == 0 {
		out.TargetShift, out.TargetScale = target.mean, target.deviation()
	}
	return out, nil
}

// moments are mean and squared deviations, kept up to date value by value.
type moments struct{ n, mean, squares float64 }

func (m *moments) add(v float64) {
	m.n++
	d := v - m.mean
	m.mean += d / m.n
	m.squares += d * (v - m.mean)
}

func (m *moments) deviation() float64 {
	if m.n == 0 || m.squares == 0 {
		return 1
	}
	return math.Sqrt(m.squares / m.n)
}
