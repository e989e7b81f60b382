package table

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lineEnds reads text and replaces each bare CR outside quotes, the line end of old Macs, by LF. It does not change CR LF.
type lineEnds struct {
	from   *bufio.Reader
	quotes int // seen so far
}

// Read implements io.Reader. It looks one byte ahead if the text ends in CR.
func (l *lineEnds) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for from, text := 0, p[:n]; ; {
		at := bytes.IndexByte(text[from:], '\r')
		if at < 0 {
			l.quotes += bytes.Count(text[from:], []byte{'"'})
			return n, err
		}
		at += from
		l.quotes += bytes.Count(text[from:at], []byte{'"'})
		if l.quotes%2 == 0 && !l.feeds(text[at+1:]) {
			text[at] = '\n'
		}
		from = at + 1
	}
}

// feeds reports whether LF comes next, in the text or, if that is empty, in the reader.
func (l *lineEnds) feeds(text []byte) bool {
	if len(text) == 0 {
		next, err := l.from.Peek(1)
		if err != nil && !errors.Is(err, io.EOF) {
			return true // the next Read returns the error
		}
		text = next
	}
	return len(text) > 0 && text[0] == '\n'
}
