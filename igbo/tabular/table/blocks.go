package table

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

const (
	blockBytes = 1 << 20  // of text that one core parses at once
	maxLine    = 64 << 20 // of a line with its quotes: a million columns of 64
)

// block holds complete lines of a text.
type block struct {
	text []byte
	line int // of the first byte, from 1
}

// blocks splits a text into blocks at line ends outside quotes.
type blocks struct {
	from io.Reader
	size int
	rest []byte // of the last read, after the last complete line
	line int
	end  bool
}

// newBlocks splits r into blocks of about size bytes; 0 is blockBytes.
func newBlocks(r io.Reader, size int) *blocks {
	size = cmp.Or(size, blockBytes)
	return &blocks{from: &lineEnds{from: bufio.NewReader(r)}, size: size, line: 1}
}

// next returns the next block, or io.EOF.
func (b *blocks) next() (block, error) {
	buffer := make([]byte, 0, b.size+len(b.rest))
	buffer = append(buffer, b.rest...)
	for {
		if err := b.fill(&buffer); err != nil {
			return block{}, err
		}
		if cut := lastLine(buffer); cut > 0 && !b.end {
			b.rest = buffer[cut:]
			return b.take(buffer[:cut])
		}
		if b.end {
			b.rest = nil
			if len(buffer) == 0 {
				return block{}, io.EOF
			}
			return b.take(buffer)
		}
		if len(buffer) > maxLine {
			return block{}, fmt.Errorf("line %d is too long (max %d bytes); the file is not a table, or a quote is not closed", b.line, maxLine)
		}
		buffer = append(make([]byte, 0, 2*cap(buffer)), buffer...)
	}
}

// fill reads until the buffer is full or the text ends.
func (b *blocks) fill(buffer *[]byte) error {
	for idle := 0; len(*buffer) < cap(*buffer); {
		n, err := b.from.Read((*buffer)[len(*buffer):cap(*buffer)])
		*buffer = (*buffer)[:len(*buffer)+n]
		if n > 0 {
			idle = 0
		} else if idle++; err == nil && idle > 100 {
			err = io.ErrNoProgress
		}
		if errors.Is(err, io.EOF) {
			b.end = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", b.line+bytes.Count(*buffer, []byte{'\n'}), cut(err))
		}
	}
	return nil
}

// lastLine returns the position after the last line end outside quotes, or 0 if there is none.
func lastLine(text []byte) int {
	quotes := bytes.Count(text, []byte{'"'})
	for end := len(text); ; {
		at := bytes.LastIndexByte(text[:end], '\n')
		if at < 0 {
			return 0
		}
		if quotes -= bytes.Count(text[at:end], []byte{'"'}); quotes%2 == 0 {
			return at + 1
		}
		end = at
	}
}

// take checks the bytes of a block.
func (b *blocks) take(text []byte) (block, error) {
	if b.line == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	taken := block{text: text, line: b.line}
	b.line += bytes.Count(text, []byte{'\n'})
	at := func(i int) (line, column int) {
		return taken.line + bytes.Count(text[:i], []byte{'\n'}), i - bytes.LastIndexByte(text[:i], '\n')
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		line, column := at(i)
		return block{}, fmt.Errorf("line %d, byte %d: a zero byte; the file must be text in UTF-8 (if it is UTF-16, convert it)", line, column)
	}
	if !utf8.Valid(text) {
		for i := 0; ; {
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 {
				line, column := at(i)
				return block{}, fmt.Errorf("line %d, byte %d: the byte %#x is not UTF-8; the file must be text in UTF-8", line, column, text[i])
			}
			i += n
		}
	}
	return taken, nil
}
