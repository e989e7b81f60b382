package durable

import (
	"errors"
	"io/fs"
	"os"
)

// Scratch is a temporary file that other processes cannot see. It is removed when it is closed. If the system
// can remove open files, it also disappears if the process is killed.
type Scratch struct{ *os.File }

// NewScratch creates an empty temporary file.
func NewScratch() (*Scratch, error) {
	f, err := os.CreateTemp("", "igbo-scratch-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // removed now if the system allows it
	return &Scratch{f}, nil
}

// Close closes and removes the file.
func (s *Scratch) Close() error {
	err := s.File.Close()
	if gone := os.Remove(s.Name()); !errors.Is(gone, fs.ErrNotExist) {
		return errors.Join(err, gone)
	}
	return err
}
