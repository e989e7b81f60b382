package wire

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Kernel is a kernel that was started, and its client.
type Kernel struct {
	*Client
	// File is the connection file.
	File string
	// Command is the kernel's process.
	Command *exec.Cmd

	folder string
	ended  chan struct{} // closed once the process has ended
}

// attempts is the maximum number of starts of a kernel. Between the choice of ports and the start, another program can take one of them.
const attempts = 3

// Start starts a kernel with its own connection file, in a folder that only its owner can enter, and waits until it answers. The command
// gets the file's path. If the kernel ends before, it is started again with other ports, at most twice.
//
// It returns an error if the command does not start or ends, or if ctx is done.
func Start(ctx context.Context, command func(connection string) *exec.Cmd) (*Kernel, error) {
	folder, err := os.MkdirTemp("", "igbolab-kernel-") // with mode 0700
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	for attempt := 1; ; attempt++ {
		k := &Kernel{folder: folder, File: filepath.Join(folder, "kernel-"+NewID()+".json"), ended: make(chan struct{})}
		if err = k.start(ctx, command); err == nil {
			return k, nil
		}
		if !errors.As(err, new(endedError)) || attempt == attempts {
			return nil, errors.Join(err, os.RemoveAll(folder))
		}
	}
}

// endedError reports that the kernel's process has ended.
type endedError struct{ state *os.ProcessState }

func (e endedError) Error() string { return fmt.Sprintf("wire: the kernel has ended: %v", e.state) }

func (k *Kernel) start(ctx context.Context, command func(connection string) *exec.Cmd) error {
	c, err := NewConnection()
	if err != nil {
		return err
	}
	if err := c.Write(k.File); err != nil {
		return err
	}
	k.Command = command(k.File)
	if err := k.Command.Start(); err != nil {
		return fmt.Errorf("wire: starting the kernel: %w", err)
	}
	alive, died := context.WithCancelCause(ctx)
	go func() {
		_ = k.Command.Wait() // the process state has the result
		died(endedError{k.Command.ProcessState})
		close(k.ended)
	}()
	if k.Client, err = Connect(alive, c); err != nil {
		_ = k.Command.Process.Kill() // fails only if it has just ended
		<-k.ended
		return errors.Join(context.Cause(alive), err)
	}
	return nil
}

// NewID returns a random identity in the format that Jupyter uses for kernels.
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Stop shuts the kernel down, waits until its process has ended, and removes its connection file. If the kernel does not end within
// patience, Stop kills it.
func (k *Kernel) Stop(patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := k.Shutdown(ctx, false)
	if errors.Is(err, ErrKernelGone) {
		err = nil
	}
	select {
	case <-k.ended:
	case <-ctx.Done():
		_ = k.Command.Process.Kill() // fails only if it has just ended
		<-k.ended
		err = errors.Join(err, fmt.Errorf("wire: the kernel did not end within %s and was killed", patience))
	}
	k.Close()
	return errors.Join(err, os.RemoveAll(k.folder))
}

// Ended returns a channel that is closed once the kernel's process has ended.
func (k *Kernel) Ended() <-chan struct{} { return k.ended }
