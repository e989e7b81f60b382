package durable

import (
	"errors"
	"io/fs"
	"os"
)

// Scratch is a temporary file that nobody else sees, and that is gone when it is closed, or its process is killed
// where the system removes the name of an open file.
type Scratch struct{ *os.File }

// NewScratch makes an empty one.
func NewScratch() (*Scratch, error) {
	f, err := os.CreateTemp("", "igbo-scratch-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // already here, where the system lets us
	return &Scratch{f}, nil
}

// Close closes and removes it.
func (s *Scratch) Close() error {
	err := s.File.Close()
	if gone := os.Remove(s.Name()); !errors.Is(gone, fs.ErrNotExist) {
		return errors.Join(err, gone)
	}
	return err
}
