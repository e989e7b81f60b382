package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// Result is how a cell ended.
type Result struct {
	// End is one of the host's, or Died where the host has.
	End string
	// Text is a panic with its stack; Code that of os.Exit.
	Text string
	Code int
	// Notes are told beside the output.
	Notes []string
	// Lost are variables that have gone with the host.
	Lost []string

	begun bool // the process took it
	line  int  // where the cell's own statements ended before their end
}

// Died is the end of a cell with which the living process has ended.
const Died = "died"

// Run runs a cell and waits until it has ended and all that it said has come.
//
// Errors: [cells.Faults], [cells.Foreign]; the context's, with which a compiler ends, and not the cell.
func (s *Session) Run(ctx context.Context, number int, code string) (r Result, err error) {
	s.mu.Lock()
	s.interrupted = false
	s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	unit, err := s.cells.Prepare(number, code)
	if err != nil {
		return r, err
	}
	s.orders++
	object := s.file(fmt.Sprintf("cell_%d.%d.o", number, s.orders))
	defer os.Remove(object)
	r.Notes = unit.Notes
	if err := s.compile(ctx, unit, object); err != nil {
		return r, err
	}
	var o message.Order
	for range relinks {
		if o, err = s.place(ctx, unit, object, &r); err != nil || r.End != message.Twice {
			break
		}
	}
	switch {
	case err != nil:
		return r, err
	case r.End == message.Twice:
		return r, errors.New("live: " + r.Text)
	case r.End == Died || r.End == message.Refused:
		return r, s.revive(&r)
	case r.End == message.Interrupted && !r.begun: // it has not begun: what it declares is not there
		return r, nil
	}
	for _, v := range o.Variables {
		s.variables[v.Name] = v
	}
	r.Notes = append(r.Notes, unit.Commit(r.line)...)
	return r, nil
}

// relinks is how often a cell is linked where the process makes meanwhile what the cell has too.
const relinks = 3

// place links a cell and has it run.
func (s *Session) place(ctx context.Context, unit *cells.Unit, object string, r *Result) (message.Order, error) {
	s.mu.Lock()
	interrupted := s.interrupted
	s.mu.Unlock()
	if interrupted { // what is not linked leaves nothing behind
		r.End = message.Interrupted
		return message.Order{}, nil
	}
	s.orders++
	low := s.next
	o := message.Order{ID: s.orders, Do: message.Run, Image: strings.TrimSuffix(object, ".o") + fmt.Sprintf(".%d", s.orders)}
	if err := s.link(ctx, unit, object, &o); err != nil {
		return o, err
	}
	r.begun = s.execute(o, r) || r.begun
	if r.End == message.Twice || !r.begun { // nothing may refer to it
		s.refused = append(s.refused, [2]uint64{low, s.next})
	}
	return o, nil
}
