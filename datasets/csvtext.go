package datasets

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// maxLine is how many bytes a line may have: a million columns of 64.
const maxLine = 64 << 20

// textReader passes a text on without its byte order mark, and ends with an
// error at a byte or a line that no table has.
type textReader struct {
	from    *bufio.Reader
	started bool
	line    int // the current one, from 1
	column  int // bytes of it so far
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
			return 0, fmt.Errorf("line %d, byte %d: a zero byte, want text in UTF-8 (UTF-16 has such bytes)", t.line, t.column+at+1)
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
