package proxy

import (
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// failedCell describes the last cell if it failed and its request asks to stop after a failure. It holds the header of the request, and the
// time from its arrival to the end of the cell.
type failedCell struct {
	header wire.Header
	took   time.Duration
}

// before reports whether a front end sent a request before it could know that the cell had failed, as when it runs all cells of a notebook.
// It compares the time between the two requests, by the front end's clock, with the time that the kernel took for the first.
func (f failedCell) before(request wire.Header) bool {
	if f.took == 0 || request.Session != f.header.Session {
		return false
	}
	first, err := time.Parse(time.RFC3339Nano, f.header.Date)
	then, err2 := time.Parse(time.RFC3339Nano, request.Date)
	passed := then.Sub(first)
	return err == nil && err2 == nil && passed >= 0 && passed < f.took
}

// aborted replies to the request of a cell that does not run.
func (p *proxy) aborted(m incoming) {
	p.answered(m, "execute_reply", map[string]any{
		"status": "aborted", "ename": "Aborted", "evalue": "the cell did not run, because an earlier cell failed or was interrupted", "traceback": []string{},
	})
}
