package delve

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// Launch describes a program to run under Delve.
type Launch struct {
	// Delve is the path of Delve, and Program the path of the program, which must be compiled with -gcflags="-N -l".
	Delve, Program string
	// Dir is the working directory of the program. Env is the environment of the program and of Delve.
	Dir string
	Env []string
	// Folder is for the socket. Other users must not have access to it.
	Folder string
	// On receives the events, one after another. It must not wait for an answer of Delve.
	On func(Event)
}

// startLimit limits the time that Delve may take to start and to load the program.
const startLimit = time.Minute

// Start starts Delve with a program, which waits before its first instruction for the request configurationDone.
//
// It returns an error if Delve does not start or cannot run the program, for example because the system forbids debuggers, or if ctx is
// done. After an error no process is left.
func Start(ctx context.Context, l Launch) (*Client, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	c := &Client{ended: make(chan struct{}), closed: make(chan struct{}), ready: make(chan struct{}), on: l.On, wait: map[int]chan Answer{}}
	if err := c.connect(ctx, l); err != nil {
		return nil, err
	}
	go c.read()
	err := c.launch(ctx, l)
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// connect starts Delve, which connects to a socket in the folder.
func (c *Client) connect(ctx context.Context, l Launch) error {
	socket := filepath.Join(l.Folder, "dap")
	_ = os.Remove(socket) // left by an earlier Delve
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("delve: %w", err)
	}
	defer listener.Close()
	c.cmd = exec.Command(l.Delve, "dap", "--client-addr=unix:"+socket)
	c.cmd.Dir, c.cmd.Env, c.cmd.SysProcAttr, c.cmd.WaitDelay = l.Dir, l.Env, procgroup.Apart(), time.Second
	c.cmd.Stdout, c.cmd.Stderr = &c.log, &c.log
	if err := c.cmd.Start(); err != nil {
		return fmt.Errorf("delve: starting Delve: %w", err)
	}
	go func() {
		_ = c.cmd.Wait() // its exit status is irrelevant
		close(c.ended)
		_ = listener.Close()
	}()
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	if c.conn, err = listener.Accept(); err == nil {
		return nil
	}
	_ = c.cmd.Process.Kill() // fails only if it has ended
	<-c.ended
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("delve: starting Delve: it ended at once: %s", strings.TrimSpace(c.log.String()))
}

// launch loads the program. Delve sends the event initialized once breakpoints can be set.
func (c *Client) launch(ctx context.Context, l Launch) error {
	for _, request := range []struct {
		command   string
		arguments map[string]any
	}{
		{"initialize", map[string]any{"clientID": "igbolab", "adapterID": "go", "pathFormat": "path", "linesStartAt1": true, "columnsStartAt1": true, "supportsVariableType": true}},
		{"launch", map[string]any{"mode": "exec", "program": l.Program, "cwd": l.Dir, "outputMode": "remote", "stdinFrom": os.DevNull, "stackTraceDepth": 50,
			"hideSystemGoroutines": true, "showGlobalVariables": true}},
	} {
		a, err := c.Ask(ctx, request.command, request.arguments)
		switch {
		case err != nil:
			return err
		case !a.Success:
			return fmt.Errorf("delve: running the program: %s%s", a.Reason(), hint(a.Reason()))
		}
	}
	select {
	case <-c.ready:
		return nil
	case <-c.closed:
		return ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Forbidden ends the errors of a system that forbids debuggers, as some containers do.
const Forbidden = " (the system forbids ptrace, which a debugger requires)"

func hint(reason string) string {
	if strings.Contains(reason, "operation not permitted") {
		return Forbidden
	}
	return ""
}
