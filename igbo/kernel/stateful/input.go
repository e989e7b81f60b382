package stateful

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// input is the standard input of a process: a named pipe whose write end the kernel holds.
type input struct {
	sync.Mutex
	folder string
	number int      // number of pipes made so far
	file   *os.File // nil once the input has ended
	used   bool     // written to or ended, so the next cell gets a new pipe
}

// open makes a pipe and returns its name.
func (in *input) open() (string, error) {
	in.Lock()
	defer in.Unlock()
	in.close()
	in.number++
	name := filepath.Join(in.folder, fmt.Sprintf("input_%d", in.number))
	_ = os.Remove(name) // left by an earlier host
	file, err := pipe(name)
	if err != nil {
		return "", fmt.Errorf("stateful: %w", err)
	}
	in.file, in.used = file, false
	return name, nil
}

// close closes the pipe. Its reader gets the text that was written, and then the end of the file.
func (in *input) close() {
	if in.file == nil {
		return
	}
	_ = os.Remove(in.file.Name())
	_ = in.file.Close()
	in.file, in.used = nil, true
}

// inputLimit limits the time in which a cell must read a long text.
const inputLimit = time.Second

// write sends text to the cell that reads.
func (in *input) write(text string) error {
	in.Lock()
	defer in.Unlock()
	if in.file == nil {
		return errors.New("stateful: the standard input of the cell is closed")
	}
	in.used = true
	_ = in.file.SetWriteDeadline(time.Now().Add(inputLimit)) // a cell that does not read leaves the pipe full
	_, err := in.file.WriteString(text)
	return err
}

// InputPipe returns the name of the pipe that is the standard input of cells. It is empty once the input has ended.
func (s *Session) InputPipe() string {
	p := s.alive()
	if p == nil {
		return ""
	}
	p.input.Lock()
	defer p.input.Unlock()
	if p.input.file == nil || unread(p.input.file) > 0 {
		return ""
	}
	name := p.input.file.Name()
	if resolved, err := filepath.EvalSymlinks(name); err == nil { // as /proc shows it
		name = resolved
	}
	return name
}

// Input sends text to the standard input of the running cell. Text that the cell does not read is dropped at its end.
func (s *Session) Input(text string) error {
	p := s.alive()
	if p == nil {
		return ErrEnded
	}
	return p.input.write(text)
}

// EndInput ends the standard input of the cell that runs.
func (s *Session) EndInput() {
	if p := s.alive(); p != nil {
		p.input.Lock()
		p.input.close()
		p.input.Unlock()
	}
}

// freshInput gives the process a new standard input if a cell has used the current one.
func (s *Session) freshInput(ctx context.Context) error {
	p := s.alive()
	if p == nil {
		return nil
	}
	p.input.Lock()
	used := p.input.used
	p.input.Unlock()
	if !used {
		return nil
	}
	name, err := p.input.open()
	if err == nil {
		_, err = s.arrange(ctx, message.Change{Input: name})
	}
	return err
}

// splitNull splits a text at its zero bytes.
func splitNull(text []byte) []string {
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == 0 })
}
