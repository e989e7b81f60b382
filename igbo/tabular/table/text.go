package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// text reads CSV and TSV.
type text struct {
	name    string
	options ReadOptions

	header []string
	at     []int       // the columns that are read
	left   []Left      // the columns that are not read
	kinds  []cell.Kind // stated, or the kinds in the first block, which later blocks try first
	stated []bool
	words  cell.Words
	size   int // of a block in bytes; 0 is blockBytes
}

// chunks yields the rows of a block at a time, in the file's order. It parses blocks on every core.
func (t text) chunks(ctx context.Context, r io.Reader) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		source := newBlocks(r, t.size)
		first, err := source.next()
		for err == nil && blank(first.text) {
			first, err = source.next()
		}
		if err == nil {
			first, err = t.begin(first)
		} else if errors.Is(err, io.EOF) {
			err = errors.New("the file is empty, want a header")
		}
		if err != nil {
			yield(nil, t.named(err))
			return
		}
		begun, err := t.parse(first)
		if err == nil {
			for i := range t.at {
				t.kinds[i] = begun.Columns[i].Kind
			}
		}
		ctx, stop := context.WithCancel(ctx)
		results := make(chan chan parsed, runtime.GOMAXPROCS(0))
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer close(results)
			t.produce(ctx, source, results)
		}()
		defer func() { stop(); <-done }()
		if err != nil {
			yield(nil, t.named(err))
			return
		}
		if begun.Rows() > 0 && !yield(begun, nil) {
			return
		}
		for result := range results {
			p := <-result
			if p.err != nil {
				yield(nil, t.named(p.err))
				return
			}
			if p.table.Rows() > 0 && !yield(p.table, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(nil, t.named(err))
		}
	}
}

// blank reports whether there are only empty lines.
func blank(text []byte) bool {
	return len(bytes.Trim(bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'}), "\n")) == 0
}

// parsed holds a block's rows.
type parsed struct {
	table *Table
	err   error
}

// produce sends the results of the blocks in order. The capacity of the channel bounds how many are parsed at once.
func (t text) produce(ctx context.Context, source *blocks, results chan<- chan parsed) {
	for {
		b, failed := source.next()
		if errors.Is(failed, io.EOF) {
			return
		}
		result := make(chan parsed, 1)
		select {
		case <-ctx.Done():
			return
		case results <- result:
		}
		if failed != nil {
			result <- parsed{err: failed}
			return
		}
		go func() {
			table, err := t.parse(b)
			result <- parsed{table, err}
		}()
	}
}

func (t text) named(err error) error { return fmt.Errorf("table: %s: %w", t.name, err) }

// reader returns a reader of the lines of a block.
func (t text) reader(b block) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(b.text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.options.comma(), len(t.header), true
	return r
}

// parse makes a table of a block. A column whose kind is not stated is first tried as the kind in the first block. Then it is tried as
// numbers, dates and text, until one kind fits all of its cells.
func (t text) parse(b block) (*Table, error) { return t.parseBy(b, t.pass) }

// parseBy is parse with a given function that passes over a block.
func (t text) parseBy(b block, pass func(b block, out *Table, parsers []*cell.Parser, todo []int) ([]int, error)) (*Table, error) {
	out := &Table{Name: t.name, Left: t.left, options: t.options, text: true, Columns: make([]Column, len(t.at)), surveys: make([]*cell.Survey, len(t.at))}
	parsers, todo, left := make([]*cell.Parser, len(t.at)), make([]int, len(t.at)), make([][]cell.Kind, len(t.at))
	rows := min(bytes.Count(b.text, []byte{'\n'}), len(b.text)/max(1, len(t.header))) + 1 // a row has at least a byte for each column
	for i, at := range t.at {
		out.Columns[i] = Column{Name: t.header[at], Kind: t.kinds[i], Values: make([]float64, 0, rows)}
		todo[i], parsers[i] = i, cell.NewParser(t.kinds[i], t.words, t.options.Options)
		parsers[i].Stated, left[i] = t.stated[i], untried(t.kinds[i])
	}
	for len(todo) > 0 {
		failed, err := pass(b, out, parsers, todo)
		if err != nil {
			return nil, err
		}
		for _, i := range failed {
			out.Columns[i].Kind, out.Columns[i].Values = left[i][0], out.Columns[i].Values[:0]
			parsers[i], left[i] = cell.NewParser(left[i][0], t.words, t.options.Options), left[i][1:]
		}
		todo = failed
	}
	for i, p := range parsers {
		out.Columns[i].Categories = p.Names()
		if !t.stated[i] {
			out.surveys[i] = p.Survey(out.Columns[i].Values, t.at[i]+1)
		}
	}
	return out, nil
}

// untried returns the kinds to try if the first does not fit.
func untried(first cell.Kind) []cell.Kind {
	return slices.DeleteFunc([]cell.Kind{cell.Number, cell.Date, cell.Category}, func(k cell.Kind) bool { return k == first })
}

// pass reads the cells of some columns of a block. It returns the columns in which a cell is not of
// the kind being tried.
func (t text) pass(b block, out *Table, parsers []*cell.Parser, todo []int) (failed []int, err error) {
	if failed, done := t.plain(b, out, parsers, todo); done {
		return failed, nil
	}
	return t.quoted(b, out, parsers, todo)
}

// quoted is like pass, but uses package csv. It handles quoted fields and reports errors.
func (t text) quoted(b block, out *Table, parsers []*cell.Parser, todo []int) (failed []int, err error) {
	r, first, todo := t.reader(b), out.lines == nil, slices.Clone(todo)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return failed, nil
		} else if err != nil {
			return nil, t.wrong(b, r, record, err)
		}
		misfits := len(failed)
		for _, i := range todo {
			at, to := t.at[i], &out.Columns[i]
			v, ok := parsers[i].Parse(strings.TrimSpace(record[at]))
			if !ok && t.stated[i] {
				line, _ := r.FieldPos(at)
				return nil, t.wrongCell(b.line+line-1, i, record[at])
			} else if !ok {
				failed = append(failed, i)
			}
			to.Values = append(to.Values, v)
		}
		if len(failed) > misfits {
			todo = slices.DeleteFunc(todo, func(i int) bool { return slices.Contains(failed[misfits:], i) })
		}
		if first {
			line, _ := r.FieldPos(0)
			out.lines = append(out.lines, b.line+line-1)
		}
	}
}

// wrong returns the error that encoding/csv found, with the line in the file.
func (t text) wrong(b block, r *csv.Reader, record []string, err error) error {
	var bad *csv.ParseError
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		line, _ := r.FieldPos(0)
		return fmt.Errorf("line %d: %d columns, want %d as in the header (or the file is truncated)", b.line+line-1, len(record), len(t.header))
	case errors.As(err, &bad):
		begins := ""
		if bad.StartLine != bad.Line {
			begins = fmt.Sprintf(" (the row begins on line %d)", b.line+bad.StartLine-1)
		}
		return fmt.Errorf("line %d, byte %d: %w%s", b.line+bad.Line-1, bad.Column, bad.Err, begins)
	}
	return err
}

// wrongCell returns the error for a cell that is not of its column's kind.
func (t text) wrongCell(line, i int, cell string) error {
	return fmt.Errorf("line %d, column %d (%.60q): %.40q is not %s, as the stated kind of the column requires", line, t.at[i]+1, t.header[t.at[i]], cell, t.options.Expected(t.kinds[i]))
}
