package table

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/table/cell"
)

// field reads a column of a Parquet file.
type field struct {
	name  string
	index int // of the leaf
	kind  cell.Kind
	open  bool // text whose kind is not stated
	lz4   bool // as the library takes it: what packed the first row group packed all
	of    func(v parquet.Value) (float64, error)
	cells *cell.Parser

	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer []parquet.Value
}

// newField finds how a column is read: the kind is that of its type, or the stated one.
func newField(c *parquet.Column, o ReadOptions) (*field, error) {
	if !c.Leaf() || c.Repeated() {
		return nil, errors.New("it is nested, expected one value a row; leave it out by choosing the columns")
	}
	f := &field{name: c.Name(), index: c.Index(), lz4: c.Compression() == &parquet.Lz4Raw, buffer: make([]parquet.Value, 1024)}
	own, of, err := f.typed(c.Type())
	if err != nil {
		return nil, err
	}
	f.kind, f.of = own, of
	stated, ok := o.kind(f.name)
	if ok {
		f.kind = stated
	}
	f.cells, f.open = cell.NewParser(f.kind, o.Words(), o.Habits), own == cell.Category && !ok
	f.cells.Stated = ok
	if f.kind == own {
		return f, nil
	}
	return f, f.convert(own, of, o)
}

// convert reads a column as another kind than its own.
func (f *field) convert(own cell.Kind, of func(parquet.Value) (float64, error), o ReadOptions) error {
	switch {
	case own == cell.Category:
		f.of = func(v parquet.Value) (float64, error) {
			x, ok := f.cells.Parse(strings.TrimSpace(string(v.ByteArray())))
			if !ok {
				return 0, fmt.Errorf("%.40q, expected %s, as is stated for it", v.ByteArray(), o.Expected(f.kind))
			}
			return x, nil
		}
	case f.kind == cell.Category && own != cell.Date:
		f.of = func(v parquet.Value) (float64, error) {
			x, err := of(v)
			if err != nil || x != x {
				return x, err
			}
			return f.cells.Category(cell.Text(own, x)), nil
		}
	case f.kind == cell.Boolean && own == cell.Number:
		f.of = func(v parquet.Value) (float64, error) {
			x, err := of(v)
			if err == nil && x != 0 && x != 1 {
				err = fmt.Errorf("%g, expected %s, as is stated for it", x, o.Expected(cell.Boolean))
			}
			return x, err
		}
	case f.kind != cell.Number || own != cell.Boolean:
		return fmt.Errorf("it is of kind %s in the file, which cannot become %s", own, f.kind)
	}
	return nil
}

// typed gives the kind of a type, and how a value becomes a number.
func (f *field) typed(t parquet.Type) (cell.Kind, func(parquet.Value) (float64, error), error) {
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DateType:
		return cell.Date, func(v parquet.Value) (float64, error) { return float64(v.Int32()) * cell.Day, nil }, nil
	case *format.TimestampType:
		if l.Unit.Value != nil {
			return stamps(l.Unit.Value.Duration())
		}
	case nil, *format.StringType, *format.EnumType, *format.IntType:
	default:
		return "", nil, fmt.Errorf("it is of type %s, expected numbers, booleans, text or dates", t)
	}
	if c := t.ConvertedType(); logical == nil && c != nil {
		switch *c {
		case deprecated.Date:
			return cell.Date, func(v parquet.Value) (float64, error) { return float64(v.Int32()) * cell.Day, nil }, nil
		case deprecated.TimestampMillis:
			return stamps(time.Millisecond)
		case deprecated.TimestampMicros:
			return stamps(time.Microsecond)
		case deprecated.Decimal, deprecated.Interval, deprecated.Bson:
			return "", nil, fmt.Errorf("it is of type %s, expected numbers, booleans, text or dates", t)
		}
	}
	return f.physical(t, logical)
}

// physical reads what is stored as it is.
func (f *field) physical(t parquet.Type, logical format.LogicalTypeValue) (cell.Kind, func(parquet.Value) (float64, error), error) {
	signed := true
	if i, ok := logical.(*format.IntType); ok {
		signed = i.IsSigned
	}
	switch t.Kind() {
	case parquet.Boolean:
		return cell.Boolean, func(v parquet.Value) (float64, error) {
			if v.Boolean() {
				return 1, nil
			}
			return 0, nil
		}, nil
	case parquet.Int32:
		return cell.Number, func(v parquet.Value) (float64, error) {
			if !signed {
				return float64(v.Uint32()), nil
			}
			return float64(v.Int32()), nil
		}, nil
	case parquet.Int64:
		return cell.Number, func(v parquet.Value) (float64, error) {
			if !signed && v.Uint64() > cell.Exact {
				return 0, fmt.Errorf("%d, expected integers within ±2⁵³, which are exact", v.Uint64())
			}
			if i := v.Int64(); i > cell.Exact || i < -cell.Exact {
				return 0, fmt.Errorf("%d, expected integers within ±2⁵³, which are exact", i)
			}
			return float64(v.Int64()), nil
		}, nil
	case parquet.Float:
		return cell.Number, func(v parquet.Value) (float64, error) { return bounded(float64(v.Float())) }, nil
	case parquet.Double:
		return cell.Number, func(v parquet.Value) (float64, error) { return bounded(v.Double()) }, nil
	case parquet.ByteArray:
		return cell.Category, func(v parquet.Value) (float64, error) {
			if !utf8.Valid(v.ByteArray()) {
				return 0, fmt.Errorf("%.40q, expected text in UTF-8", v.ByteArray())
			}
			return f.cells.Category(strings.TrimSpace(string(v.ByteArray()))), nil
		}, nil
	}
	return "", nil, fmt.Errorf("it is of type %s, expected numbers, booleans, text or dates", t)
}

// bounded checks a number; NaN is missing.
func bounded(v float64) (float64, error) {
	if math.Abs(v) > cell.Largest {
		return 0, fmt.Errorf("%g, expected a number within ±%g", v, float64(cell.Largest))
	}
	return v, nil
}

// read fills a column with the next n values of a row group. With an error comes the value's place.
func (f *field) read(group rowGroup, n int, to *Column) (at int, err error) {
	defer caught(&err, "")
	if f.pages == nil {
		if err := checkPages(group.file, &group.meta.Columns[f.index].MetaData, f.lz4); err != nil {
			return 0, err
		}
		f.pages = group.ColumnChunks()[f.index].Pages()
	}
	*to = Column{Name: f.name, Kind: f.kind, Values: make([]float64, 0, n)}
	f.cells.Begin()
	for len(to.Values) < n {
		got, err := f.next(n - len(to.Values))
		if err != nil {
			return len(to.Values), err
		}
		for _, v := range got {
			x := math.NaN()
			if !v.IsNull() {
				if x, err = f.of(v); err != nil {
					return len(to.Values), err
				}
			}
			to.Values = append(to.Values, x)
		}
	}
	to.Categories = f.cells.Names()
	return 0, nil
}

// next reads some values, at most n.
func (f *field) next(n int) ([]parquet.Value, error) {
	for {
		if f.values == nil {
			f.release()
			page, err := f.pages.ReadPage()
			if errors.Is(err, io.EOF) {
				return nil, io.ErrUnexpectedEOF
			} else if err != nil {
				return nil, err
			}
			f.page, f.values = page, page.Values()
		}
		got, err := f.values.ReadValues(f.buffer[:min(n, len(f.buffer))])
		if errors.Is(err, io.EOF) || err == nil && got == 0 {
			f.values = nil
		} else if err != nil {
			return nil, err
		}
		if got > 0 {
			return f.buffer[:got], nil
		}
	}
}

// release gives a page's memory back.
func (f *field) release() {
	if f.page != nil {
		parquet.Release(f.page)
		f.page = nil
	}
}

// close ends a row group.
func (f *field) close() {
	f.release()
	if f.pages != nil {
		_ = f.pages.Close()
	}
	f.pages, f.values = nil, nil
}
