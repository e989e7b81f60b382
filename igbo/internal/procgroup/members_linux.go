package procgroup

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// tick is the unit of times in /proc.
const tick = time.Second / 100

// Uptime returns how long the system has run, including sleep, or 0 if start times of processes are unknown.
func Uptime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &now); err != nil {
		return 0
	}
	return time.Duration(now.Nano())
}

// members lists from /proc what runs or has just ended; only descent determines what belongs to a session.
func members(string) ([]member, error) { return readAll(func(*member) {}) }

// processes returns the members with their marks.
func processes(id string) ([]member, error) {
	return readAll(func(m *member) {
		environ, _ := os.ReadFile("/proc/" + strconv.Itoa(m.PID) + "/environ") // other users' cannot be read
		m.marked = carries(environ, id)
	})
}

func readAll(more func(*member)) ([]member, error) {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var all []member
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has just ended
		}
		if p, ok := parseMember(stat); ok {
			more(&p)
			all = append(all, p)
		}
	}
	return all, nil
}

// parseMember reads a line of /proc/N/stat: the number, the name in parentheses, which can contain any character, the state, the
// parent, as the 20th field the number of threads, as the 22nd the start time and as the 24th the resident pages. A process of
// which only the first thread has ended still runs, although its state is that of an ended one.
func parseMember(stat []byte) (m member, ok bool) {
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 1 || end < open {
		return m, false
	}
	fields := bytes.Fields(stat[end+1:])
	if len(fields) < 22 {
		return m, false
	}
	var errs [5]error
	m.PID, errs[0] = strconv.Atoi(string(stat[:open-1]))
	m.Name = string(stat[open+1 : end])
	m.Parent, errs[1] = strconv.Atoi(string(fields[1]))
	threads, err := strconv.Atoi(string(fields[17]))
	errs[2] = err
	m.Ended = threads <= 1 && (fields[0][0] == 'Z' || fields[0][0] == 'X')
	var pages int64
	pages, errs[3] = strconv.ParseInt(string(fields[21]), 10, 64)
	m.Resident = pages * int64(os.Getpagesize())
	started, err := strconv.ParseInt(string(fields[19]), 10, 64)
	errs[4] = err
	m.Started = time.Duration(started) * tick
	return m, errs == [5]error{}
}
