package lab

import (
	"strings"
	"sync"
)

// recent keeps the last lines of a log.
type recent struct {
	keep  int
	each  func(line string) // where set, is told every line
	mu    sync.Mutex
	lines []string
	rest  string // a line that has not ended
}

// Write implements io.Writer.
func (r *recent) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := strings.Split(r.rest+string(p), "\n")
	r.rest = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		if r.each != nil {
			r.each(line)
		}
	}
	r.lines = append(r.lines, lines[:len(lines)-1]...)
	r.lines = r.lines[max(0, len(r.lines)-r.keep):]
	return len(p), nil
}

func (r *recent) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(append(r.lines, r.rest), "\n")
}
