package cli

import (
	"io"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Spooled buffers the output of a function in a temporary file, and writes it only when it is complete.
func Spooled(write func(w io.Writer) error, then func(r io.Reader) error) error {
	f, err := durable.NewScratch()
	if err != nil {
		return err
	}
	defer f.Close()
	if err := write(f); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return then(f)
}
