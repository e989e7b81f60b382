package explain

import (
	"bufio"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/durable"
)

// spool holds the lines of scores.csv of a large table in a temporary file.
type spool struct {
	file *durable.Scratch
	to   *bufio.Writer
}

func newSpool() (*spool, error) {
	f, err := durable.NewScratch()
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriterSize(f, 1<<20)}, nil
}

// write appends the lines of some scores.
func (s *spool) write(h *mat.Dense) error { return writeRows(s.to, h) }

// copyTo writes all lines.
func (s *spool) copyTo(w io.Writer) error {
	if err := s.to.Flush(); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.NewSectionReader(s.file, 0, info.Size()))
	return err
}

// writeRows writes a line a sample.
func writeRows(w io.Writer, h *mat.Dense) error {
	n, k := h.Dims()
	line := make([]byte, 0, 24*k)
	for i := range n {
		line = line[:0]
		for j, v := range h.RawRowView(i) {
			if j > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
