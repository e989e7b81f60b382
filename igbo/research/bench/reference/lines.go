package reference

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"
)

// maxLine is the largest length of an answer. The outputs of the largest work have some megabytes.
const maxLine = 256 << 20

// readLine reads one line. It returns an error if the line is longer than an answer can be.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case err != bufio.ErrBufferFull:
			return line, err
		case len(line) > maxLine:
			return nil, fmt.Errorf("printed a line that is too large (max %d MB)", maxLine>>20)
		}
	}
}

// lines reads a peer's answers until its output ends, so unexpected answers are detected.
func lines(r io.Reader) <-chan line {
	out := make(chan line, 1)
	go func() {
		defer close(out)
		buffered := bufio.NewReaderSize(r, 1<<16)
		for {
			text, err := readLine(buffered)
			out <- line{text, err}
			if err != nil {
				return
			}
		}
	}()
	return out
}

type line struct {
	text []byte
	err  error
}

// ending keeps the last bytes that are written to it.
type ending struct {
	mutex sync.Mutex
	text  []byte
}

const endingSize = 4096

// Write implements io.Writer.
func (e *ending) Write(text []byte) (int, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.text = append(e.text, text...)
	e.text = append([]byte(nil), e.text[max(0, len(e.text)-endingSize):]...)
	return len(text), nil
}

// tail returns the last n bytes at most.
func (e *ending) tail(n int) string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return tail(e.text, n)
}

func tail(text []byte, n int) string {
	text = bytes.TrimSpace(text)
	return string(bytes.ToValidUTF8(text[max(0, len(text)-n):], []byte("?")))
}
