package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// probe returns why namespaces are not available, or "". It runs the entering program without a program to execute.
func (s *Sandbox) probe(ctx context.Context) string {
	s.apart = true
	defer func() { s.apart = false }()
	few := *s
	few.limits.Time = 30 * time.Second
	out, err := few.Run(ctx, "")
	switch {
	case err != nil:
		return err.Error()
	case !strings.HasPrefix(string(out.Output), entered):
		return "namespaces are refused here: " + strings.TrimSpace(string(out.Output)+" "+out.Ended)
	}
	return ""
}

// prepare requests namespaces, and makes the program end when the caller ends.
func prepare(cmd *exec.Cmd, o order) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if !o.Apart {
		return
	}
	a := cmd.SysProcAttr
	a.Cloneflags = syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	if uid, gid := os.Getuid(), os.Getgid(); uid != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN} // until the program has entered the sandbox
	}
}

// launch starts a command, and runs it to its end. The starting thread must live as long, because the command ends with it.
func launch(cmd *exec.Cmd, started func() (release func())) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return err
	}
	defer started()()
	err := cmd.Wait()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what the program has left behind; mostly there is nothing
	return err
}

// watch calls over once if a process and its descendants exceed their memory limit.
func (s *Sandbox) watch(pid int, over func()) (release func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Millisecond):
			}
			if held(pid) > s.limits.Memory {
				over()
				return
			}
		}
	}()
	return func() { close(done); <-gone }
}

// held returns the memory of a process and its descendants. Orphans in its namespace count as descendants.
func held(top int) (sum int64) {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	parent, resident := map[int]int{}, map[int]int64{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		end := bytes.LastIndexByte(text, ')')
		if err != nil || end < 0 {
			continue // it has just ended
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		fields := strings.Fields(string(text[end+1:]))
		if len(fields) > 21 {
			parent[pid], _ = strconv.Atoi(fields[1])
			resident[pid], _ = strconv.ParseInt(fields[21], 10, 64)
		}
	}
	for pid, pages := range resident {
		for at, deep := pid, 0; at > 1 && deep < 1000; at, deep = parent[at], deep+1 {
			if at == top {
				sum += pages * int64(os.Getpagesize())
				break
			}
		}
	}
	return sum
}

// Bound limits the address space, and the size of files, of a process that has just started and of its descendants, in bytes.
func Bound(pid int, memory, disk int64) error {
	for what, most := range map[int]int64{unix.RLIMIT_AS: memory, unix.RLIMIT_FSIZE: disk} {
		if err := unix.Prlimit(pid, what, &unix.Rlimit{Cur: uint64(most), Max: uint64(most)}, nil); err != nil && err != unix.ESRCH {
			return fmt.Errorf("sandbox: setting resource limit %d: %w", what, err)
		}
	}
	return nil
}
