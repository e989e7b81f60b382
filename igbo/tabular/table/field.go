package table

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// field reads a column of a Parquet file.
type field struct {
	name  string
	index int // of the leaf
	kind  cell.Kind
	open  bool // text, or numbers, whose kind is not stated
	none  bool // no row has a value
	lz4   bool // the library assumes that the codec of the first row group applies to all
	of    reader
	cells *cell.Parser

	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer []parquet.Value
}

// newField returns the reader of a column. The kind is that of the Parquet type, or the stated one.
func newField(c *parquet.Column, element *format.SchemaElement, o ReadOptions) (*field, error) {
	if !c.Leaf() || c.Repeated() {
		return nil, errors.New("the column is nested, want one value per row (choose other columns)")
	}
	f := &field{name: Composed(c.Name())[0], index: c.Index(), lz4: c.Compression() == &parquet.Lz4Raw, buffer: make([]parquet.Value, 1024)}
	stated, ok := o.kind(f.name)
	if _, f.none = element.LogicalType.Value.(*format.NullType); f.none && c.Optional() {
		if f.kind = cell.Number; ok {
			f.kind = stated
		}
		f.cells = cell.NewParser(f.kind, o.Words(), o.Options)
		return f, nil
	}
	own, of, err := f.typed(c.Type(), element)
	if err != nil {
		return nil, err
	}
	f.kind, f.of = own, of
	if ok {
		f.kind = stated
	}
	f.cells, f.open = cell.NewParser(f.kind, o.Words(), o.Options), !ok && (own == cell.Category || own == cell.Number)
	f.cells.Stated = ok
	if f.kind == own {
		return f, nil
	}
	return f, f.convert(own, of, o)
}

// convert reads a column as another kind than that of its type.
func (f *field) convert(own cell.Kind, of reader, o ReadOptions) error {
	switch {
	case own == cell.Category:
		f.of = func(v parquet.Value) (float64, error) {
			x, ok := f.cells.Parse(strings.TrimSpace(string(v.ByteArray())))
			if !ok {
				return 0, fmt.Errorf("%.40q is not %s, as the stated kind of the column requires", v.ByteArray(), o.Expected(f.kind))
			}
			return x, nil
		}
	case f.kind == cell.Date && own == cell.Number:
		f.of = func(v parquet.Value) (float64, error) {
			x, err := of(v)
			if err != nil || x != x {
				return x, err
			}
			at, ok := f.cells.Parse(cell.Text(own, x))
			if !ok {
				return 0, fmt.Errorf("%s is not a date such as 20200131, as the stated kind of the column requires", cell.Text(own, x))
			}
			return at, nil
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
				err = fmt.Errorf("%g is not %s, as the stated kind of the column requires", x, o.Expected(cell.Boolean))
			}
			return x, err
		}
	case f.kind != cell.Number || own != cell.Boolean:
		return fmt.Errorf("the column is of kind %s in the file, which cannot become %s", own, f.kind)
	}
	return nil
}

// read fills a column with the next n values of a row group. With an error it returns the index of the value.
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
			if f.none && v.DefinitionLevel() > 0 {
				return len(to.Values), errors.New("the file is damaged: a column of type null contains a value")
			}
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

// next reads at most n values.
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

// release frees the memory of a page.
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
