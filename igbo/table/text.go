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
	"strings"
)

// text reads CSV and TSV.
type text struct {
	name    string
	options ReadOptions

	header []string
	at     []int // the columns that are read
	kinds  []Kind
	words  words
	size   int          // of a block in bytes; 0 is blockBytes
	stated map[int]bool // whether the options state the kind
}

// chunks yields the rows of a block at a time, in the file's order; blocks are parsed on every core.
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
			err = errors.New("the file is empty, expected a header")
		}
		if err != nil {
			yield(nil, t.named(err))
			return
		}
		ctx, stop := context.WithCancel(ctx)
		results := make(chan chan parsed, runtime.GOMAXPROCS(0))
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer close(results)
			t.produce(ctx, source, first, results)
		}()
		defer func() { stop(); <-done }()
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

// blank tells whether there are only empty lines.
func blank(text []byte) bool {
	return len(bytes.Trim(bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'}), "\n")) == 0
}

// parsed is a block's rows.
type parsed struct {
	table *Table
	err   error
}

// produce sends the blocks' results in order. As many are under way as the channel holds.
func (t text) produce(ctx context.Context, source *blocks, b block, results chan<- chan parsed) {
	for {
		result := make(chan parsed, 1)
		select {
		case <-ctx.Done():
			return
		case results <- result:
		}
		go func(b block) {
			table, err := t.parse(b)
			result <- parsed{table, err}
		}(b)
		var err error
		if b, err = source.next(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			last := make(chan parsed, 1)
			last <- parsed{err: err}
			select {
			case <-ctx.Done():
			case results <- last:
			}
			return
		}
	}
}

func (t text) named(err error) error { return fmt.Errorf("table: %s: %w", t.name, err) }

// reader reads the lines of a block.
func (t text) reader(b block) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(b.text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.options.comma(), len(t.header), true
	return r
}

// begin reads the header and infers kinds; it returns the rest of the block.
func (t *text) begin(b block) (block, error) {
	r := t.reader(b)
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return b, errors.New("the file is empty, expected a header")
	} else if err != nil {
		return b, t.wrong(b, r, header, err)
	}
	for _, name := range header {
		t.header = append(t.header, strings.Clone(strings.TrimSpace(name)))
	}
	if err := t.checkHeader(); err != nil {
		return b, err
	}
	if t.at, err = t.options.choose("", t.header); err != nil {
		return b, errors.New(strings.TrimPrefix(err.Error(), "table: : "))
	}
	end := int(r.InputOffset())
	rest := block{text: b.text[end:], line: b.line + bytes.Count(b.text[:end], []byte{'\n'})}
	t.words = newWords(t.options.Missing)
	return rest, t.infer(rest)
}

// checkHeader refuses what is no header, or one that is parted by something else.
func (t *text) checkHeader() error {
	numbers := 0
	for _, name := range t.header {
		if _, ok := number(name); ok {
			numbers++
		}
	}
	if numbers == len(t.header) {
		return fmt.Errorf("line 1: the names %s are numbers, expected a header", list(t.header))
	}
	if len(t.header) > 1 || t.options.Comma != 0 {
		return nil
	}
	for _, other := range ",;\t|" {
		if strings.ContainsRune(t.header[0], other) {
			return fmt.Errorf("line 1: one column %.60q, expected fields parted by %q; state the comma %q if that parts them", t.header[0], t.options.comma(), other)
		}
	}
	return nil
}

// infer settles the kinds by the first block.
func (t *text) infer(b block) error {
	columns := make([][]string, len(t.at))
	r := t.reader(b)
	r.ReuseRecord = false
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return t.wrong(b, r, record, err)
		}
		for i, at := range t.at {
			columns[i] = append(columns[i], strings.TrimSpace(record[at]))
		}
	}
	t.kinds, t.stated = make([]Kind, len(t.at)), map[int]bool{}
	for i, at := range t.at {
		kind, stated := t.options.Kinds[t.header[at]]
		if !stated {
			kind = t.options.infer(columns[i])
		}
		t.kinds[i], t.stated[i] = kind, stated
	}
	return nil
}

// parse makes a table of a block.
func (t text) parse(b block) (*Table, error) {
	out := &Table{Name: t.name, text: true, Columns: make([]Column, len(t.at))}
	parsers := make([]*cells, len(t.at))
	guess := bytes.Count(b.text, []byte{'\n'}) + 1
	for i, at := range t.at {
		out.Columns[i] = Column{Name: t.header[at], Kind: t.kinds[i], Values: make([]float64, 0, guess)}
		parsers[i] = newCells(t.kinds[i], t.words, t.options.Layouts)
	}
	r := t.reader(b)
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, t.wrong(b, r, record, err)
		}
		line, _ := r.FieldPos(0)
		for i, at := range t.at {
			v, ok := parsers[i].parse(strings.TrimSpace(record[at]))
			if !ok {
				line, _ := r.FieldPos(at)
				return nil, t.wrongCell(b.line+line-1, i, record[at])
			}
			out.Columns[i].Values = append(out.Columns[i].Values, v)
		}
		out.lines = append(out.lines, b.line+line-1)
	}
	for i := range parsers {
		out.Columns[i].Categories = parsers[i].names
	}
	return out, nil
}

// wrong says what encoding/csv found, with the line in the file.
func (t text) wrong(b block, r *csv.Reader, record []string, err error) error {
	var bad *csv.ParseError
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		line, _ := r.FieldPos(0)
		return fmt.Errorf("line %d: %d columns, expected the %d of the header (or the file is cut)", b.line+line-1, len(record), len(t.header))
	case errors.As(err, &bad):
		begins := ""
		if bad.StartLine != bad.Line {
			begins = fmt.Sprintf(" (the row begins on line %d)", b.line+bad.StartLine-1)
		}
		return fmt.Errorf("line %d, byte %d: %w%s", b.line+bad.Line-1, bad.Column, bad.Err, begins)
	}
	return err
}

// wrongCell says what a cell should have been.
func (t text) wrongCell(line, i int, cell string) error {
	name, kind := t.header[t.at[i]], t.kinds[i]
	why := "as is stated for it"
	if !t.stated[i] {
		why = "as most cells of the column; add a word for missing values to those, or state the column's kind"
	}
	return fmt.Errorf("line %d, column %d (%.60s): %.40q, expected %s, %s", line, t.at[i]+1, name, cell, t.options.expected(kind), why)
}
