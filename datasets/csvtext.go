package datasets

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// maxLine is the maximum number of bytes in a line: a million columns of 64 bytes.
const maxLine = 64 << 20

// textReader removes the byte order mark of a text. It returns an error for a byte or a line that a table
// cannot contain.
type textReader struct {
	from    *bufio.Reader
	started bool
	line    int // current line, from 1
	column  int // bytes read in this line
}

func newTextReader(r io.Reader) *textReader { return &textReader{from: bufio.NewReader(r), line: 1} }

// Read implements io.Reader.
func (t *textReader) Read(p []byte) (int, error) {
	if !t.started {
		t.started = true
		if mark, _ := t.from.Peek(3); string(mark) == "\ufeff" {
			_, _ = t.from.Discard(3)
		}
	}
	n, err := t.from.Read(p)
	for part := range bytes.Lines(p[:n]) {
		if at := bytes.IndexByte(part, 0); at >= 0 {
			return 0, fmt.Errorf("line %d, byte %d: a zero byte; the file must be text in UTF-8 (if it is UTF-16, convert it)", t.line, t.column+at+1)
		}
		if t.column += len(part); t.column > maxLine {
			return 0, fmt.Errorf("line %d is longer than %d bytes (want a text table)", t.line, maxLine)
		}
		if part[len(part)-1] == '\n' {
			t.line, t.column = t.line+1, 0
		}
	}
	return n, err
}
