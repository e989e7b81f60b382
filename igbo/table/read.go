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

	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Read reads a file: CSV, TSV or Parquet, each also gzipped, whatever its
// name says of that.
//
// Text is UTF-8, with or without a byte order mark, with lines that end in LF, CR
// or CR LF, a header, and fields in double quotes where they need them; empty
// lines are passed over, spaces around cells too. It is parsed on every core.
//
// The kind of a column that the options do not state is that of all of its cells, in whatever order: numbers,
// booleans (true, false, yes, no), dates, or words, which are categories; a column without a cell is of numbers. Parquet
// says the kind itself, but of text, which is looked at as that of CSV. Where cells are of several kinds, and where they look
// like numbers or dates to a person and are none as the options have them (1,5 – 12% – 007 – 1/2/2020, numbers as text in
// Parquet), the first such cell is an error that says what decides it. Words among true and false make categories, unless
// most are true or false.
//
// Errors name line and column: ragged lines, open quotes, a file that is cut,
// bytes that are no UTF-8, names that are empty or come twice, what looks like
// another comma, numbers beyond ±1e150, integers beyond ±2⁵³, an empty file, a header without rows, more than the memory.
func Read(ctx context.Context, path string, o ReadOptions) (*Table, error) {
	settled, err := o.of(path)
	if err != nil {
		return nil, err
	}
	return whole(scan(ctx, path, settled), path, settled)
}

// whole puts the pieces of a file together.
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

// ReadFrom is Read on an open reader; the name stands in errors and, where the
// options do not state one, gives the format.
func ReadFrom(ctx context.Context, name string, r io.Reader, o ReadOptions) (*Table, error) {
	if r == nil {
		return nil, errors.New("table: no file to read, the reader is nil")
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
			yield(nil, fmt.Errorf("table: %s is a folder, expected a file", path))
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

// unzip unpacks what begins with gzip's two bytes.
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

// cut says what an unexpected end means.
func cut(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file is cut: %w", err)
	}
	return err
}

// Space is where the columns lie; nil is the heap.
func (t *Table) Space() *spool.Space {
	if t == nil {
		return nil
	}
	return t.options.Space
}

// Reading is how the file writes its cells, nil for the usual way.
func (t *Table) Reading() *cell.Reading { return t.options.Reading() }

// Place names row i for errors: its line, or its row from 1 in a file without lines.
func (t *Table) Place(i int) string {
	switch {
	case i < len(t.lines):
		return fmt.Sprintf("line %d", t.lines[i])
	case t.text:
		return fmt.Sprintf("line %d", t.First+i+2)
	}
	return fmt.Sprintf("row %d", t.First+i+1)
}
