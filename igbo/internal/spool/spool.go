// Package spool gives out large arrays that lie in a temporary file, mapped into memory, so that a program's own memory does not
// grow with them. In flow sizes, out flow slices of numbers; the same program runs on them as on slices of the heap.
//
// The file has no name where the system allows it, lies in the user's cache, and goes with the process, however that ends. Its pages
// are handed back to the system as they are used, which keeps them as long as it has room. [Supported] says where there are such files.
package spool

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"
)

// least is that of a space which says nothing else.
const least = 4 << 20

// Space is a file of arrays, which end together. The zero value is ready, and nil is the heap.
type Space struct {
	// Least is from how many bytes on an array lies in the file; 0 is 4 MB.
	Least int

	mutex sync.Mutex
	file  *os.File
	size  int64
	held  [][]byte
}

// Number is what arrays hold.
type Number interface {
	~int | ~float64 | ~uint64 | ~bool
}

// Make returns an array of n zeros, of the heap where it is small. It is gone when the space is closed, after which nobody may look
// at it. Error: the file cannot be made or mapped, or its disk has no room, of which something is said.
func Make[T Number](s *Space, n int) ([]T, error) {
	var zero T
	bytes := n * int(unsafe.Sizeof(zero))
	if s == nil || bytes < cmp.Or(s.Least, least) {
		return make([]T, n), nil
	}
	region, err := s.region(bytes)
	if err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), n), nil
}

// region maps the next bytes of the file.
func (s *Space) region(bytes int) ([]byte, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		file, err := open()
		if err != nil {
			return nil, err
		}
		s.file = file
	}
	page := int64(os.Getpagesize())
	size := (int64(bytes) + page - 1) / page * page
	region, err := mapped(s.file, s.size, size)
	if err != nil {
		return nil, fmt.Errorf("a temporary file in %s cannot grow from %.3g GB by %.3g GB: %w; choose columns, take fewer rows, or another disk (XDG_CACHE_HOME)", folder(), float64(s.size)/1e9, float64(size)/1e9, err)
	}
	s.size += size
	s.held = append(s.held, region)
	watch(region)
	return region, nil
}

// folder is in the user's cache, where there can be one: that for temporary files is memory in some systems.
func folder() string {
	if cache, err := os.UserCacheDir(); err == nil {
		if own := filepath.Join(cache, "igbolab", "scratch"); os.MkdirAll(own, 0o700) == nil {
			return own
		}
	}
	return os.TempDir()
}

// Check says what a file of so many bytes needs where its disk has less room.
func Check(bytes float64) error {
	dir := folder()
	if left, known := room(dir); known && bytes > left {
		return fmt.Errorf("needs about %.3g GB in temporary files, and %s has %.3g GB left; choose columns, take fewer rows, fewer cores (GOMAXPROCS=1), or another disk (XDG_CACHE_HOME)", bytes/1e9, dir, left/1e9)
	}
	return nil
}

// open makes the file.
func open() (*os.File, error) {
	file, err := os.CreateTemp(folder(), "spool-")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// Like returns an empty space that is like another one: nil, where that is the heap.
func (s *Space) Like() *Space {
	if s == nil {
		return nil
	}
	return &Space{Least: s.Least}
}

// Close ends all arrays.
func (s *Space) Close() error {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, region := range s.held {
		unwatch(region)
		unmap(region)
	}
	s.held, s.size = nil, 0
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}
