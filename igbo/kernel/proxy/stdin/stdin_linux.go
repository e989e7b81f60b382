package stdin

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Supported reports whether the system shows what its processes wait for.
func Supported() bool { return Visible(os.Getpid()) }

// Visible reports whether the system shows what a process waits for.
func Visible(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", pid))
	return err == nil && len(text) > 0
}

// Pipe returns the name of the pipe that is a process's standard input, or "" if it is not a pipe.
func Pipe(pid int) string {
	name, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/0", pid))
	if err != nil || !strings.HasPrefix(name, "pipe:") {
		return ""
	}
	return name
}

// Waits reports whether a thread of a process is in the system call read for a pipe, on any file descriptor.
func Waits(pid int, pipe string) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", pid)) // empty for an ended process
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		fields := strings.Fields(string(text))
		if len(fields) < 2 || fields[0] != strconv.Itoa(syscall.SYS_READ) {
			continue
		}
		fd, err := strconv.ParseInt(fields[1], 0, 64)
		if err != nil {
			continue
		}
		if name, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd)); err == nil && name == pipe {
			return true
		}
	}
	return false
}

// writeLimit limits the time in which a process must read a long text.
const writeLimit = time.Second

// Write writes text to the pipe that is a process's standard input. If the pipe stays full, it returns an error.
func Write(pid int, text string) error {
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/0", pid), os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return fmt.Errorf("stdin: %w", err)
	}
	_ = f.SetWriteDeadline(time.Now().Add(writeLimit))
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
