package stateful

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Result describes how a cell ended.
type Result struct {
	executor.Result

	start time.Time
	begun bool // the process accepted the cell
}

// Died is the end of a cell during which the process of stateful cells ended.
const Died = executor.Died

// Run runs a cell and waits until it has ended and all its output has arrived.
//
// It returns [cells.Faults], [cells.Foreign], or the error of ctx. If ctx is done, compilation stops, but a running cell continues.
func (s *Session) Run(ctx context.Context, number int, code string) (r Result, err error) {
	return s.RunCell(ctx, "", number, code)
}

// RunCell runs a cell that the front end identifies; see [cells.Session.PrepareCell].
func (s *Session) RunCell(ctx context.Context, cell string, number int, code string) (r Result, err error) {
	s.mu.Lock()
	s.interrupted = false
	s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	defer func() { go s.ready() }()
	if p := s.alive(); p != nil {
		select {
		case <-p.ended: // since the last cell
			r.died(p)
			r.Notes = append(r.Notes, "the process had ended before this cell started, so the cell did not run")
			return r, s.revive(&r)
		default:
		}
	}
	if err := s.freshInput(ctx); err != nil {
		return r, err
	}
	if r, err = s.loadImports(ctx, number, code); err != nil || r.End != "" {
		return r, err
	}
	r.start = time.Now()
	unit, err := s.cells.PrepareCell(cell, number, code)
	if err != nil {
		return r, err
	}
	if err := s.writeText(unit); err != nil {
		return r, err
	}
	s.moves.begin(unit.Moved)
	s.orders++
	object := s.file(fmt.Sprintf("cell_%d.%d.o", number, s.orders))
	defer os.Remove(object)
	r.Notes = append(r.Notes, unit.Notes...)
	warnings := s.vet(unit, number)
	err = s.compile(ctx, unit, object)
	r.Notes = append(r.Notes, warnings()...)
	if err != nil {
		return r, err
	}
	o, err := s.placeAgain(ctx, part{object: object, image: strings.TrimSuffix(object, ".o"), entry: unit.Entry}, &r)
	switch {
	case err != nil:
		return r, err
	case r.End == message.Twice || r.End == message.Refused:
		return r, errors.New("stateful: " + r.Text)
	case r.End == Died:
		return r, s.revive(&r)
	case r.End == message.Interrupted && !r.begun: // it did not start, so its declarations do not exist
		return r, nil
	}
	for _, v := range o.Variables {
		s.variables[v.Name] = v
	}
	s.moves.commit(s.variables)
	r.Notes = append(r.Notes, unit.Commit(r.Line)...)
	r.Effect = unit.Effect
	s.save(code)
	return r, nil
}

// Forget removes declarations, by their keys, as if the cell that made them had been undone.
func (s *Session) Forget(ctx context.Context, number int, keys []string) (executor.Result, error) {
	s.cells.Drop(keys)
	defer s.cells.Drop(nil)
	r, err := s.RunCell(ctx, "", number, "")
	return r.Result, err
}

// relinks is how often a cell is linked again because the process has meanwhile made something that is in the cell too.
const relinks = 3

// part is a cell or a package that becomes a module of the process.
type part struct {
	object string // the compiler's output
	image  string // prefix of the name of the module's file
	entry  string // the function that runs a cell; empty for a package
	path   string // the import path of a package, empty for a cell
}

// placeAgain places a part. It links the part again if the process has meanwhile made something that is in the part too.
func (s *Session) placeAgain(ctx context.Context, p part, r *Result) (o message.Order, err error) {
	for range relinks {
		if o, err = s.place(ctx, p, r); err != nil || r.End != message.Twice {
			break
		}
	}
	return o, err
}

// place links a part, and makes the process load and run it.
func (s *Session) place(ctx context.Context, p part, r *Result) (message.Order, error) {
	s.mu.Lock()
	interrupted := s.interrupted
	s.mu.Unlock()
	r.begun = false
	if interrupted { // a part that is not linked leaves nothing behind
		r.End = message.Interrupted
		return message.Order{}, nil
	}
	s.orders++
	low := s.next
	o := message.Order{ID: s.orders, Do: message.Run, Image: fmt.Sprintf("%s.%d", p.image, s.orders), Package: p.path}
	if err := s.link(ctx, p, &o); err != nil {
		return o, err
	}
	r.Prepared = time.Since(r.start)
	r.begun = s.execute(o, r)
	if r.End == message.Twice || r.End == message.Refused || !r.begun && r.End != Died {
		return o, s.withdraw(low, r.End == message.Twice)
	}
	return o, nil
}
