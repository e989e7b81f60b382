package cli

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
)

// Output is standard output, which remembers the first write that failed:
// what a command printed counts only if all of it arrived.
type Output struct {
	to    io.Writer
	mu    sync.Mutex
	fault error
}

// NewOutput is the output that goes there.
func NewOutput(to io.Writer) *Output { return &Output{to: to} }

// Closed is a standard output that was closed before the program began.
type Closed struct{}

// Write fails.
func (Closed) Write([]byte) (int, error) { return 0, errors.New("it is closed") }

// Write implements io.Writer.
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	o.keep(err)
	return n, err
}

// is tells whether the output goes to this file; nil goes nowhere.
func (o *Output) is(path string) bool {
	if o == nil {
		return false
	}
	file, ok := o.to.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	there, err2 := os.Stat(path)
	return err == nil && err2 == nil && info.Mode().IsRegular() && os.SameFile(info, there)
}

// close ends the output; some file systems say only then that they are full.
func (o *Output) close() error {
	if file, ok := o.to.(io.Closer); ok {
		o.keep(file.Close())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fault
}

func (o *Output) keep(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fault == nil {
		o.fault = err
	}
}

// brokenPipe tells whether a reader such as `head` has gone.
func brokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
