// Package spool allocates large arrays in a temporary file that is mapped into memory, so a program can use
// arrays larger than its memory limit. The arrays are ordinary slices.
//
// The file is in the user's cache. If the system allows it, the file has no name and disappears with the
// process. The system reclaims pages when it needs memory, and caches them otherwise. [Supported] reports
// whether the system supports this.
package spool

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"unsafe"
)

// least is the default of Space.Least.
const least = 4 << 20

// A Space is a file of arrays that are freed together. The zero value is ready to use. A nil Space allocates on
// the heap.
type Space struct {
	// Least is the minimum size in bytes of an array in the file; 0 means 4 MB. Smaller arrays are on the heap.
	Least int

	mutex sync.Mutex
	file  *os.File
	size  int64
	held  [][]byte
}

// Number is the constraint for element types of arrays.
type Number interface {
	~int | ~int32 | ~float64 | ~uint64 | ~bool
}

// Make returns an array of n zeros. Small arrays are on the heap. The array must not be used after the space is
// closed. Make returns an error if the file cannot be created or mapped, or if the disk is full.
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

// Scratch is like [Make] for arrays that are needed only briefly. If the file cannot grow, it allocates on the
// heap.
func Scratch[T Number](s *Space, n int) []T {
	list, err := Make[T](s, n)
	if err != nil {
		return make([]T, n)
	}
	return list
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
		return nil, fmt.Errorf("a temporary file of %.3g GB in %s cannot grow by %.3g GB: %w; choose columns, use fewer rows, or another disk (XDG_CACHE_HOME)", float64(s.size)/1e9, folder(), float64(size)/1e9, err)
	}
	s.size += size
	s.held = append(s.held, region)
	watch(region)
	return region, nil
}

// folder returns the folder for the file: in the user's cache if there is one, because the folder for temporary
// files is in memory on some systems.
func folder() string {
	if cache, err := os.UserCacheDir(); err == nil {
		if own := filepath.Join(cache, "igbolab", "scratch"); os.MkdirAll(own, 0o700) == nil {
			return own
		}
	}
	return os.TempDir()
}

// Check returns an error if the disk has less free space than the given number of bytes.
func Check(bytes float64) error {
	dir := folder()
	if left, known := space(dir); known && bytes > left {
		return fmt.Errorf("needs about %.3g GB in temporary files, but %s has only %.3g GB left; choose columns, use fewer rows or cores (GOMAXPROCS=1), or another disk (XDG_CACHE_HOME)", bytes/1e9, dir, left/1e9)
	}
	return nil
}

// open creates the file.
func open() (*os.File, error) {
	file, err := os.CreateTemp(folder(), "spool-")
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// Like returns an empty space with the same settings, or nil (the heap) if s is nil.
func (s *Space) Like() *Space {
	if s == nil {
		return nil
	}
	return &Space{Least: s.Least}
}

// Close frees all arrays.
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
