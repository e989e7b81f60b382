package setup

import (
	"strings"
	"sync"
)

// Recent keeps the last lines of a log.
type Recent struct {
	Keep  int
	Each  func(line string) // where set, is told every line
	mu    sync.Mutex
	lines []string
	rest  string // a line that has not ended
}

// Write implements io.Writer.
func (r *Recent) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := strings.Split(r.rest+string(p), "\n")
	r.rest = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		if r.Each != nil {
			r.Each(line)
		}
	}
	r.lines = append(r.lines, lines[:len(lines)-1]...)
	r.lines = r.lines[max(0, len(r.lines)-r.Keep):]
	return len(p), nil
}

// String is the lines that are kept.
func (r *Recent) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(append(r.lines, r.rest), "\n")
}
