package pressure

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Left returns the available and the total memory in bytes, of the machine or of the control group with the least available. File caches
// count as available.
func Left() (left, total float64, known bool) { return memoryUnder("") }

// memoryUnder returns the values of Left, with the system's files below a folder.
func memoryUnder(system string) (left, total float64, known bool) {
	text, err := os.ReadFile(system + "/proc/meminfo")
	if err != nil {
		return 0, 0, false
	}
	left, total = fieldOf(text, "MemAvailable:")*1024, fieldOf(text, "MemTotal:")*1024
	if left < 0 || total <= 0 {
		return 0, 0, false
	}
	groups, _ := os.ReadFile(system + "/proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, limit, usage, cached := "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
		if parts[1] == "memory" {
			root, limit, usage, cached = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
		} else if parts[1] != "" {
			continue
		}
		root = system + root
		for at := filepath.Clean("/" + parts[2]); ; at = filepath.Dir(at) {
			most := numberIn(root + at + "/" + limit)
			if l := most - numberIn(root+at+"/"+usage) + cachedIn(root+at+"/memory.stat", cached); most < total && l < left {
				left, total = l, most
			}
			if at == "/" {
				break
			}
		}
	}
	return left, total, true
}

// numberIn returns the number in a file, or infinity if there is none.
func numberIn(path string) float64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return math.Inf(1)
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err != nil { // "max"
		return math.Inf(1)
	}
	return n
}

func cachedIn(path, name string) float64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	return max(0, fieldOf(text, name))
}

// fieldOf returns the number after a name at the start of a line, or -1 if there is none.
func fieldOf(text []byte, name string) float64 {
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) > 1 && string(words[0]) == name {
			if n, err := strconv.ParseFloat(string(words[1]), 64); err == nil {
				return n
			}
		}
	}
	return -1
}

// Threads returns the number of threads in the system. It is cheaper to see that it grows than to find their owners.
func Threads() (int, bool) {
	_, all, _ := strings.Cut(loadField(3), "/")
	n, err := strconv.Atoi(all)
	return n, err == nil
}

// Newest returns the last process or thread ID that the system assigned, or 0 if that is unknown.
func Newest() int {
	n, _ := strconv.Atoi(loadField(4))
	return n
}

func loadField(i int) string {
	text, _ := os.ReadFile("/proc/loadavg")
	if words := strings.Fields(string(text)); i < len(words) {
		return words[i]
	}
	return ""
}

// manyNumbers is the maximum number of IDs that are checked one by one.
const manyNumbers = 4096

// StartedSince reports whether a process with a later ID than last may exist. It is cheaper than listing all processes.
func StartedSince(last int) bool {
	now := Newest()
	if last == 0 || now < last || now-last > manyNumbers {
		return true
	}
	for pid := last + 1; pid <= now; pid++ {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err == nil && fieldOf(status, "Tgid:") == float64(pid) { // otherwise it is a thread
			return true
		}
	}
	return false
}

// Limit allows the engine's user more processes than the system has now, and no others. Because of that the system stays usable until a
// cell that keeps starting processes is ended. The superuser has no limit.
func Limit(pid, more int) error {
	now, known := Threads()
	if !known {
		return nil
	}
	var limit unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_NPROC, nil, &limit); err != nil {
		return err
	}
	if most := uint64(now + more); most < limit.Cur {
		limit.Cur = most
		return unix.Prlimit(pid, unix.RLIMIT_NPROC, &limit, nil)
	}
	return nil
}
