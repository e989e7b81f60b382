package setup

import (
	"strings"
	"sync"
)

// Recent holds the last lines of a log.
type Recent struct {
	Keep  int
	Each  func(line string) // called with every line, if not nil
	mu    sync.Mutex
	lines []string
	rest  string // the last line if it is incomplete
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

// String returns the stored lines.
func (r *Recent) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(append(r.lines, r.rest), "\n")
}
