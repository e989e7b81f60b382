package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// chunkRows is the number of rows of a Parquet file that are read at once.
const chunkRows = 1 << 16

// maxHeld bounds the size of a decompressed Parquet file, which must be in memory as a whole: 8 GiB.
const maxHeld = 8 << 30

func heldParquet(ctx context.Context, name string, r io.Reader, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		text, err := hold(ctx, r)
		if err != nil {
			yield(nil, fmt.Errorf("table: %s: %w", name, cut(err)))
			return
		}
		openParquet(ctx, name, bytes.NewReader(text), int64(len(text)), o)(yield)
	}
}

// hold decompresses a file that begins as Parquet does. It stops if the data exceed the free memory.
func hold(ctx context.Context, r io.Reader) ([]byte, error) {
	var held bytes.Buffer
	for piece := int64(len(magic)); ; piece = max(1<<20, int64(held.Len())) {
		n, err := io.CopyN(&held, r, piece)
		switch {
		case errors.Is(err, io.EOF):
			return held.Bytes(), nil
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case n == int64(len(magic)) && held.String() != magic:
			return nil, fmt.Errorf("not a Parquet file: it begins with %q, want %q", held.Bytes(), magic)
		case held.Len() > maxHeld:
			return nil, fmt.Errorf("the compressed file unpacks to more than %d bytes, which is too large for memory; unpack the file first", maxHeld)
		}
		if err := memory.Check(3 * float64(held.Len())); err != nil {
			return nil, fmt.Errorf("the compressed file unpacks to more than %d bytes in memory, and reading it %w; unpack the file first", held.Len(), err)
		}
	}
}

// magic begins and ends a file.
const magic = "PAR1"

func parquetChunks(ctx context.Context, name string, f *os.File, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		s, err := f.Stat()
		if err != nil {
			yield(nil, fmt.Errorf("table: %w", err))
			return
		}
		openParquet(ctx, name, f, s.Size(), o)(yield)
	}
}

// openParquet yields the row groups of a file, some rows at a time. Panics of the library on a damaged file become errors.
func openParquet(ctx context.Context, name string, r io.ReaderAt, size int64, o ReadOptions) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		file, err := tryOpen(r, size)
		if err != nil {
			yield(nil, fmt.Errorf("table: %s: opening the Parquet file: %w", name, err))
			return
		}
		fields, others, err := parquetFields(name, file, o)
		if err != nil {
			yield(nil, err)
			return
		}
		row := 0
		for i, group := range file.RowGroups() {
			group := rowGroup{group, &file.Metadata().RowGroups[i], r}
			for left := int(group.NumRows()); left > 0; {
				if err := ctx.Err(); err != nil {
					yield(nil, fmt.Errorf("table: %s: %w", name, err))
					return
				}
				n := min(left, chunkRows)
				chunk, err := readRows(name, group, fields, row, n)
				if err != nil {
					yield(nil, err)
					return
				}
				chunk.Left, chunk.options = others, o
				if !yield(chunk, nil) {
					closeFields(fields)
					return
				}
				left, row = left-n, row+n
			}
			closeFields(fields)
		}
	}
}

func tryOpen(r io.ReaderAt, size int64) (file *parquet.File, err error) {
	defer caught(&err, "")
	if err := checkEnd(r, size); err != nil {
		return nil, err
	}
	return parquet.OpenFile(r, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
}

// checkEnd checks that a file ends with the length of a footer, and that the footer fits in the file and is complete. The library allocates
// memory for the footer, and for the sizes in it, before it checks them.
func checkEnd(r io.ReaderAt, size int64) error {
	end := make([]byte, 8)
	if size < 12 {
		return fmt.Errorf("the file has %d bytes, want at least 12", size)
	}
	if _, err := r.ReadAt(end, size-8); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != magic || n > size-12 {
		return fmt.Errorf("the file is truncated: it ends with %q, want the length of its footer and %q", end, magic)
	}
	return newStructure(io.NewSectionReader(r, size-8-n, n)).check()
}

// caught turns a panic into an error, which begins with the text before. It omits the library's index or pointer error, because users
// cannot act on it.
func caught(err *error, before string) {
	switch p := recover().(type) {
	case nil:
	case runtime.Error:
		*err = errors.New(before + "the file is damaged")
	default:
		*err = fmt.Errorf("%sthe file is damaged: %v", before, p)
	}
}

// parquetFields returns the columns to read and the columns left out.
func parquetFields(name string, file *parquet.File, o ReadOptions) (fields []*field, left []Left, err error) {
	defer caught(&err, fmt.Sprintf("table: %s: ", name))
	var header []string
	columns := file.Root().Columns()
	for _, c := range columns {
		header = append(header, c.Name())
	}
	if len(header) == 0 {
		return nil, nil, fmt.Errorf("table: %s: the file has no columns, want at least 1", name)
	}
	chosen, left, err := o.choose(name, header, pandasIndex(file))
	if err != nil {
		return nil, nil, errors.New(strings.Replace(err.Error(), "line 1, ", "", 1))
	}
	elements := topLevel(file.Metadata().Schema)
	if len(elements) != len(columns) {
		return nil, nil, fmt.Errorf("table: %s: the file is damaged: it has %d columns, but its schema has %d", name, len(columns), len(elements))
	}
	for _, at := range chosen {
		f, err := newField(columns[at], elements[at], o)
		if err != nil {
			return nil, nil, fmt.Errorf("table: %s: column %d (%.60q): %w", name, at+1, header[at], err)
		}
		fields = append(fields, f)
	}
	return fields, left, nil
}

// pandasIndex returns the columns to which pandas wrote its index, from the file's pandas metadata.
func pandasIndex(file *parquet.File) (names []string) {
	note, _ := file.Lookup("pandas")
	var reports struct {
		Columns []any `json:"index_columns"`
	}
	if json.Unmarshal([]byte(note), &reports) == nil {
		for _, column := range reports.Columns {
			if name, ok := column.(string); ok { // a range index has no column
				names = append(names, name)
			}
		}
	}
	for _, c := range file.Root().Columns() {
		if strings.HasPrefix(c.Name(), "__index_level_") && strings.HasSuffix(c.Name(), "__") { // an index without a name
			names = append(names, c.Name())
		}
	}
	return names
}

// rowGroup is a row group with its metadata.
type rowGroup struct {
	parquet.RowGroup
	meta *format.RowGroup
	file io.ReaderAt
}

// readRows reads n rows of all columns, with one goroutine for each column.
func readRows(name string, group rowGroup, fields []*field, row, n int) (*Table, error) {
	t := &Table{Name: name, Columns: make([]Column, len(fields)), surveys: make([]*cell.Survey, len(fields))}
	errs := make([]error, len(fields))
	var wait sync.WaitGroup
	for i, f := range fields {
		wait.Go(func() {
			if at, err := f.read(group, n, &t.Columns[i]); err != nil {
				errs[i] = fmt.Errorf("table: %s: row %d, column %.60q: %w", name, row+at+1, f.name, err)
			} else if f.open {
				t.surveys[i] = f.cells.Survey(t.Columns[i].Values, 0)
			}
		})
	}
	wait.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		closeFields(fields)
		return nil, errs[i]
	}
	return t, nil
}

func closeFields(fields []*field) {
	for _, f := range fields {
		f.close()
	}
}
