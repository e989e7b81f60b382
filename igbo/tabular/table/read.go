package table

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Read reads a CSV, TSV or Parquet file. It detects gzip from the content, whatever the file's name is.
//
// Text must be UTF-8, with or without a byte order mark. Lines end in LF, CR or CR LF, and the first line is the header. Fields can be in
// double quotes. Read skips empty lines and trims spaces around cells. It parses on every core.
//
// # Kinds
//
// If the options do not state the kind of a column, all of its cells decide, in any order. The kinds are numbers, booleans (true, false,
// yes, no), dates and categories (any other words). A column without a value is numeric. Parquet files state the kinds, except of text,
// which is inspected like that of CSV.
//
// Read returns an error with the first such cell and the option that decides if:
//
//   - the cells are of several kinds
//   - a cell looks like a number or a date but is not one under the options: 1,5 – 12% – 007 – 1/2/2020, or numbers as text in Parquet
//   - all cells are numbers such as 20200131 that may be dates: eight digits with a year from 1800 to 2199, and at least three differ
//
// Words in a column of booleans make it a category, unless most cells are true or false. A column such as 20200131 is read as dates if its
// kind is stated as date, and unchanged if its kind is stated as number.
//
// # Names and types
//
// Names of columns and categories are compared, and returned, in Unicode's composed form (NFC). Two columns with the same composed name are
// an error.
//
// Read supports these Parquet types: booleans, integers, floats of 16, 32 and 64 bits, decimals up to 32 bytes, text, dates, times
// (including the 96-bit times that Spark writes), and columns of nulls. A decimal becomes the nearest float64, as its digits in CSV do.
//
// # Errors
//
// Errors name the line and the column. They report ragged lines, open quotes, truncated files, invalid UTF-8, empty or repeated names, a
// wrong separator, numbers beyond ±1e150, integers beyond ±2⁵³, empty files, a header without rows, and tables that exceed the memory.
func Read(ctx context.Context, path string, o ReadOptions) (*Table, error) {
	settled, err := o.of(path)
	if err != nil {
		return nil, err
	}
	return whole(scan(ctx, path, settled), path, settled)
}

// whole merges the pieces of a file.
func whole(pieces iter.Seq2[*Table, error], name string, o ReadOptions) (*Table, error) {
	m := &merged{options: o}
	defer m.close()
	for chunk, err := range pieces {
		if err == nil {
			err = m.add(chunk)
		}
		if err != nil {
			return nil, err
		}
	}
	return m.table(name)
}

// ReadFrom is like Read, but reads from r. Errors mention the name, and the name decides the format if the options do not state one.
func ReadFrom(ctx context.Context, name string, r io.Reader, o ReadOptions) (*Table, error) {
	if r == nil {
		return nil, errors.New("table: the reader must not be nil")
	}
	settled, err := o.of(name)
	if err != nil {
		return nil, err
	}
	return whole(chunks(ctx, name, r, settled), name, settled)
}

// scan yields a file as tables of some rows each.
func scan(ctx context.Context, path string, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		o, err := o.of(path)
		if err != nil {
			yield(nil, err)
			return
		}
		f, err := os.Open(path)
		if err != nil {
			yield(nil, fmt.Errorf("table: %w", err))
			return
		}
		defer f.Close()
		if s, err := f.Stat(); err == nil && s.IsDir() {
			yield(nil, fmt.Errorf("table: %s is a folder, want a file", path))
			return
		}
		chunks(ctx, path, f, o)(yield)
	}
}

func chunks(ctx context.Context, name string, r io.Reader, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		plain, gzipped, err := unzip(r)
		if err != nil {
			yield(nil, fmt.Errorf("table: %s: %w", name, err))
			return
		}
		switch file, seekable := r.(*os.File); {
		case o.Format != Parquet:
			text{name: name, options: o}.chunks(ctx, plain)(yield)
		case seekable && !gzipped:
			parquetChunks(ctx, name, file, o)(yield)
		default:
			heldParquet(ctx, name, plain, o)(yield)
		}
	}
}

// unzip decompresses input that begins with gzip's two magic bytes.
func unzip(r io.Reader) (plain io.Reader, gzipped bool, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); string(magic) != "\x1f\x8b" {
		return b, false, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, true, fmt.Errorf("gzip: %w", cut(err))
	}
	return z, true, nil
}

// cut explains an unexpected end of a file.
func cut(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file is truncated: %w", err)
	}
	return err
}

// Space returns the space that stores the columns; nil is the heap.
func (t *Table) Space() *spool.Space {
	if t == nil {
		return nil
	}
	return t.options.Space
}

// Reading returns how the file writes its cells, nil for the default way.
func (t *Table) Reading() *cell.Reading { return t.options.Reading() }

// Place names row i for errors: its line, or its row from 1 if the file has no lines.
func (t *Table) Place(i int) string {
	switch {
	case i < len(t.lines):
		return fmt.Sprintf("line %d", t.lines[i])
	case t.text:
		return fmt.Sprintf("line %d", t.First+i+2)
	}
	return fmt.Sprintf("row %d", t.First+i+1)
}
