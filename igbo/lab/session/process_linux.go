package session

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt makes this process the parent of every orphan below it.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// bound makes the command die with its supervisor.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// processes lists what runs, from /proc.
func processes(id string) ([]process, error) {
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	var all []process
	for _, folder := range folders {
		stat, err := os.ReadFile(filepath.Join(folder, "stat"))
		if err != nil {
			continue // has just ended
		}
		p, state, err := parseStat(stat)
		if err != nil {
			return nil, err
		}
		if state == 'Z' || state == 'X' {
			continue
		}
		environ, _ := os.ReadFile(filepath.Join(folder, "environ")) // other users' cannot be read
		p.marked = carries(environ, id)
		all = append(all, p)
	}
	return all, nil
}

// parseStat reads process number, state and parent of a line of /proc/N/stat; the name in
// between may hold anything.
func parseStat(stat []byte) (p process, state byte, err error) {
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return p, 0, fmt.Errorf("a process without a name in %q", stat)
	}
	if p.pid, err = strconv.Atoi(string(bytes.TrimSpace(stat[:open]))); err != nil {
		return p, 0, err
	}
	if _, err = fmt.Sscanf(string(stat[end+1:]), " %c %d", &state, &p.parent); err != nil {
		return p, 0, err
	}
	return p, state, nil
}

// bury takes the exit codes of children that have ended, all but keep's, which
// somebody waits for; without it adopted orphans would stay as zombies. 0
// takes every child's.
func bury(keep int) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		stat, err := os.ReadFile(filepath.Join(folder, "stat"))
		if err != nil {
			continue
		}
		p, state, err := parseStat(stat)
		if err == nil && state == 'Z' && p.parent == os.Getpid() && p.pid != keep {
			_, _ = unix.Wait4(p.pid, nil, unix.WNOHANG, nil)
		}
	}
}
