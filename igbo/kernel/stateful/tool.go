package stateful

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// tool is a compiler or linker process that waits for its arguments.
type tool struct {
	cmd       *exec.Cmd
	arguments io.WriteCloser
	reported  bytes.Buffer
}

// argumentsFile makes Go's tools read their arguments from the standard input, one in each line. The tools end when the kernel ends,
// because the input is then closed.
const argumentsFile = "@/proc/self/fd/0"

// startTool starts a tool.
func (m Made) startTool(program string) (*tool, error) {
	t := &tool{cmd: exec.Command(program, argumentsFile)}
	t.cmd.Env = m.toolEnvironment()
	t.cmd.Stdout, t.cmd.Stderr = &t.reported, &t.reported
	in, err := t.cmd.StdinPipe()
	if err == nil {
		t.arguments, err = in, t.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("stateful: starting %s: %w", filepath.Base(program), err)
	}
	return t, nil
}

// errGone reports that a tool ended before it got its arguments.
var errGone = errors.New("the process has ended before it got its arguments")

// unquoted holds the characters that arguments must not contain, because each release of Go quotes them differently.
const unquoted = "\r\n\t \\\"'$`"

// run sends a tool its arguments, and returns its output.
func (t *tool) run(ctx context.Context, arguments []string) (reported string, err error) {
	stop := context.AfterFunc(ctx, t.kill)
	defer stop()
	_, gone := io.WriteString(t.arguments, strings.Join(arguments, "\n")+"\n")
	_ = t.arguments.Close() // if it has not read them, it has ended
	err = t.cmd.Wait()
	if reported = strings.TrimSpace(t.reported.String()); gone != nil {
		err = errors.Join(errGone, err)
	}
	if err != nil {
		err = fmt.Errorf("stateful: %s: %w\n%s", filepath.Base(t.cmd.Path), err, reported)
	}
	return reported, err
}

func (t *tool) kill() { _ = t.cmd.Process.Kill() } // fails only if the process has ended

// tools holds the tools that wait for the next cell, by program. Starting a tool takes as long as compiling a small cell.
type tools struct {
	sync.Mutex
	waiting map[string]*tool // nil if no tools should wait
}

// open allows tools to wait.
func (t *tools) open() {
	t.Lock()
	defer t.Unlock()
	t.waiting = map[string]*tool{}
}

// close ends the waiting tools.
func (t *tools) close() {
	t.Lock()
	defer t.Unlock()
	for _, w := range t.waiting {
		w.kill()
		_ = w.cmd.Wait() // it was killed
	}
	t.waiting = nil
}

// take returns the waiting tool, or nil if there is none.
func (t *tools) take(program string) *tool {
	t.Lock()
	defer t.Unlock()
	w := t.waiting[program]
	delete(t.waiting, program)
	return w
}

// ready starts a compiler and a linker for the next cell.
func (s *Session) ready() {
	s.tools.Lock()
	defer s.tools.Unlock()
	for _, program := range []string{s.compiler(), s.made.file(linkerFile)} {
		if s.tools.waiting == nil || s.tools.waiting[program] != nil {
			continue
		}
		if t, err := s.made.startTool(program); err == nil { // otherwise the cell starts it and reports the error
			s.tools.waiting[program] = t
		}
	}
}

// compiler returns the path of Go's compiler.
func (s *Session) compiler() string { return filepath.Join(s.made.state.Tools, "compile") }

// tool runs the compiler or the linker, preferably one that waits, and returns its output.
func (s *Session) tool(ctx context.Context, argv ...string) (reported string, err error) {
	if !strings.ContainsAny(strings.Join(argv, ""), unquoted) {
		if t := s.tools.take(argv[0]); t != nil {
			if reported, err = t.run(ctx, argv[1:]); !errors.Is(err, errGone) {
				return reported, err
			}
		}
	}
	return s.made.tool(ctx, argv...)
}
