// Package spool gives out large arrays that lie in a temporary file, mapped into memory, so that a program's own memory does not
// grow with them. In flow sizes, out flow slices of numbers; the same program runs on them as on slices of the heap.
//
// The file has no name where the system allows it, lies in the user's cache, and goes with the process, however that ends. Its pages
// are handed back to the system as they are used (on Linux), which keeps them as long as it has room.
package spool

import (
	"cmp"
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

// Make returns an array of n zeros, of the heap where it is small, the system has no such files, or there is no room for one. It is
// gone when the space is closed, after which nobody may look at it.
func Make[T Number](s *Space, n int) []T {
	var zero T
	bytes := n * int(unsafe.Sizeof(zero))
	if s == nil || bytes < cmp.Or(s.Least, least) {
		return make([]T, n)
	}
	region := s.region(bytes)
	if region == nil {
		return make([]T, n)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), n)
}

// region maps the next bytes of the file; nil where that cannot be.
func (s *Space) region(bytes int) []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		file, err := open()
		if err != nil {
			return nil
		}
		s.file = file
	}
	page := int64(os.Getpagesize())
	size := (int64(bytes) + page - 1) / page * page
	region, err := mapped(s.file, s.size, size)
	if err != nil {
		return nil
	}
	s.size += size
	s.held = append(s.held, region)
	watch(region)
	return region
}

// open makes the file, in the user's cache: the folder for temporary files is memory in some systems.
func open() (*os.File, error) {
	dir := "" // that for temporary files
	if cache, err := os.UserCacheDir(); err == nil {
		if own := filepath.Join(cache, "igbolab", "scratch"); os.MkdirAll(own, 0o700) == nil {
			dir = own
		}
	}
	file, err := os.CreateTemp(dir, "spool-")
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
