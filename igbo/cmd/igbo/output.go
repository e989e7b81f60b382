package main

import (
	"errors"
	"io"
	"sync"
	"syscall"
)

// output is standard output, which remembers the first write that failed:
// what a command printed counts only if all of it arrived.
type output struct {
	to    io.Writer
	mu    sync.Mutex
	fault error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	o.keep(err)
	return n, err
}

// close ends the output; some file systems say only then that they are full.
func (o *output) close() error {
	if file, ok := o.to.(io.Closer); ok {
		o.keep(file.Close())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fault
}

func (o *output) keep(err error) {
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
