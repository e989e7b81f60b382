package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// begin reads the header and returns the rest of the block.
func (t *text) begin(b block) (block, error) {
	r := t.reader(b)
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return b, errors.New("the file is empty, want a header")
	} else if err != nil {
		return b, t.wrong(b, r, header, err)
	}
	raw := make([]string, len(header))
	for i, name := range header {
		raw[i] = strings.Clone(strings.TrimSpace(name))
	}
	t.header = Composed(raw...)
	if err := t.checkHeader(); err != nil {
		return b, err
	}
	if t.at, t.left, err = t.options.choose("", raw, nil); err != nil {
		return b, errors.New(strings.TrimPrefix(err.Error(), "table: : "))
	}
	end := int(r.InputOffset())
	rest := block{text: b.text[end:], line: b.line + bytes.Count(b.text[:end], []byte{'\n'})}
	t.words = t.options.Words()
	t.kinds, t.stated = make([]cell.Kind, len(t.at)), make([]bool, len(t.at))
	for i, at := range t.at {
		if t.kinds[i], t.stated[i] = t.options.kind(t.header[at]); !t.stated[i] {
			t.kinds[i] = cell.Number // the first block shows whether it is
		}
	}
	return rest, nil
}

// checkHeader returns an error if the first line is not a header, or has another separator.
func (t *text) checkHeader() error {
	numbers := 0
	for _, name := range t.header {
		if _, ok := cell.ParseNumber(name); ok {
			numbers++
		}
	}
	if numbers == len(t.header) {
		return fmt.Errorf("line 1: the names %s are numbers, want a header with the names of the columns", ListNames(t.header))
	}
	if len(t.header) > 1 || t.options.Comma != 0 {
		return nil
	}
	for _, other := range ",;\t|" {
		if strings.ContainsRune(t.header[0], other) {
			return fmt.Errorf("line 1: found only one column, %.60q, want fields separated by %q; if %q separates them, use --set comma=%q", t.header[0], t.options.comma(), other, string(other))
		}
	}
	return nil
}
