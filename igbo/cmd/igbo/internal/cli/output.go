package cli

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
)

// Output is standard output that records the first failed write: a command only succeeds if all of its output arrived.
type Output struct {
	to    io.Writer
	mu    sync.Mutex
	fault error
}

// NewOutput returns an output to a writer.
func NewOutput(to io.Writer) *Output { return &Output{to: to} }

// Closed is a standard output that was closed before the program started.
type Closed struct{}

// Write returns an error.
func (Closed) Write([]byte) (int, error) { return 0, errors.New("it is closed") }

// Write implements io.Writer.
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	o.keep(err)
	return n, err
}

// is reports whether the output goes to this file. It is false if the output is nil.
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

// close closes the output. Some file systems report only then that they are full.
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

// brokenPipe reports whether a reader such as `head` has closed the pipe.
func brokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
