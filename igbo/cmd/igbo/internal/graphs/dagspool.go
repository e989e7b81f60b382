package graphs

import (
	"fmt"
	"io"
	"os"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
)

// closing is a reader of scores with the file to close after it.
type closing struct {
	*dag.Reader
	io.Closer
}

// scoreFile is a file of scores, opened anew for every reading.
func scoreFile(path string) dag.Source {
	return func() (dag.Rows, error) {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		r, err := dag.NewReader(path, file)
		if err != nil {
			file.Close()
			return nil, err
		}
		return closing{r, file}, nil
	}
}

// keptInput is how many bytes of a standard input that need hardly be read twice are kept.
const keptInput = 256 << 20

// spool is an input that can be read once, such as a pipe, copied to a temporary file for a
// second reading.
type spool struct {
	name string
	in   io.Reader
	most int64 // bytes to keep; 0: all
	from int64 // where an input that can be rewound began
	file *durable.Scratch
	size int64
	lost error // why there is no copy
	read bool
}

// source reads the input first, and then the copy. An input that can be rewound is not
// copied.
func (s *spool) source() (dag.Rows, error) {
	seeker, ok := s.in.(io.Seeker)
	if ok {
		at, err := seeker.Seek(0, io.SeekCurrent)
		if ok = err == nil; !s.read { // not ok of a pipe
			s.from = at
		}
	}
	switch {
	case ok:
		s.read = true
		if _, err := seeker.Seek(s.from, io.SeekStart); err != nil {
			return nil, err
		}
		return dag.NewReader(s.name, s.in)
	case !s.read:
		s.read = true
		s.file, s.lost = durable.NewScratch()
		return dag.NewReader(s.name, io.TeeReader(s.in, s))
	case s.lost != nil:
		return nil, fmt.Errorf("%s must be read a second time, and is not kept: %w; expected a file", s.name, s.lost)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return dag.NewReader(s.name, s.file)
}

// Write copies what was read, and gives up without an error.
func (s *spool) Write(p []byte) (int, error) {
	if s.size += int64(len(p)); s.most > 0 && s.size > s.most && s.lost == nil {
		s.lost = fmt.Errorf("it has more than %d MB", s.most>>20)
		s.file.Truncate(0)
	}
	if s.lost == nil {
		_, s.lost = s.file.Write(p)
	}
	return len(p), nil
}

// close removes the copy.
func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
