package stateful

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Screen receives what a program displays that is not the process of the session.
type Screen struct {
	// Env holds the environment variables that the program needs.
	Env []string

	process *process
	writer  *os.File      // keeps the pipe open until the program opens it
	over    chan struct{} // closed once everything is shown
}

// OpenScreen makes the pipes of GoNB's protocol in a folder for one program.
func OpenScreen(folder string, show func(*protocol.DisplayData)) (*Screen, error) {
	p := &process{reported: make(chan *protocol.CommValue), ended: make(chan struct{})}
	if err := p.open(folder); err != nil {
		return nil, err
	}
	both := p.display
	defer both.Close()
	reader, err := os.OpenFile(both.Name(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("stateful: %w", err), p.back.Close())
	}
	writer, err := os.OpenFile(both.Name(), os.O_WRONLY, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("stateful: %w", err), p.back.Close(), reader.Close())
	}
	p.display = reader
	s := &Screen{process: p, writer: writer, over: make(chan struct{}), Env: []string{
		protocol.GONB_PIPE_ENV + "=" + reader.Name(), protocol.GONB_PIPE_BACK_ENV + "=" + p.back.Name()}}
	go func() {
		defer close(s.over)
		p.show(show)
	}()
	return s, nil
}

// Close waits until everything that the program displayed is shown. Call it once the program has ended.
func (s *Screen) Close() {
	_ = s.writer.Close() // the reader then gets the end of the file
	select {
	case <-s.over:
	case <-time.After(drained): // another process still has the pipe open
		_ = s.process.display.Close()
		<-s.over
	}
	close(s.process.ended)
	_ = s.process.display.Close()
	_ = s.process.back.Close()
}
