package spool

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Supported reports whether the system supports arrays in files.
const Supported = true

// space returns the free bytes on the disk that contains a folder.
func space(dir string) (left float64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) != nil {
		return 0, false
	}
	return float64(s.Bavail) * float64(s.Bsize), true
}

// mapped maps a part of a file after reserving its space on disk.
func mapped(file *os.File, from, size int64) ([]byte, error) {
	err := unix.Fallocate(int(file.Fd()), 0, from, size)
	for err == unix.EINTR { // by a signal of Go's runtime
		err = unix.Fallocate(int(file.Fd()), 0, from, size)
	}
	if err != nil {
		return nil, err
	}
	return unix.Mmap(int(file.Fd()), from, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func unmap(region []byte) { _ = unix.Munmap(region) }

// resident is the maximum number of bytes of files in the process's memory before pages are returned to the
// system. pause is the time between two checks.
const (
	resident = 96 << 20
	pause    = 10 * time.Millisecond
)

// live holds the regions of all spaces.
var live struct {
	sync.Mutex
	regions map[*byte][]byte
	trims   bool
}

func watch(region []byte) {
	live.Lock()
	defer live.Unlock()
	if live.regions == nil {
		live.regions = map[*byte][]byte{}
	}
	live.regions[unsafe.SliceData(region)] = region
	if !live.trims {
		live.trims = true
		go trim()
	}
}

func unwatch(region []byte) {
	live.Lock()
	defer live.Unlock()
	delete(live.regions, unsafe.SliceData(region))
}

// trim returns pages to the system until no region is left. Their content stays in the system's file cache or
// on disk.
func trim() {
	rest := 0
	for range time.Tick(pause) {
		live.Lock()
		if len(live.regions) == 0 {
			live.trims = false
			live.Unlock()
			return
		}
		if shared() > rest+resident {
			for _, region := range live.regions {
				_ = unix.Madvise(region, unix.MADV_DONTNEED)
			}
			rest = shared()
		}
		live.Unlock()
	}
}

// shared returns the number of bytes of files in the process's memory.
func shared() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 3 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[2])
	return pages * os.Getpagesize()
}
