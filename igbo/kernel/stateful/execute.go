package stateful

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// order sends the order for a cell to the host, unless the cell is interrupted already. The lock orders both: an interrupt comes either
// before the order or after it.
func (s *Session) order(o message.Order, r *Result) *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted {
		r.End = message.Interrupted
		return nil
	}
	if s.host == nil || s.host.tell(o) != nil {
		r.End = Died
		return nil
	}
	s.running = o.ID
	return s.host
}

// execution returns the order ID of the running cell, or 0 if no cell runs.
func (s *Session) execution() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// Runs reports whether the code of a cell is running. While a cell is compiled and linked it returns false.
func (s *Session) Runs() bool { return s.execution() != 0 }

// unstoppable limits how long an interrupted cell may continue. It counts both wall-clock time, because many goroutines quickly use that
// much processor time, and processor time, because the machine may be busy. A process whose threads all wait gets asleep times the limit:
// nothing in it can end the cell any more. After hopeless times the limit, wall-clock time alone decides.
const (
	unstoppable = 8 * time.Second
	asleep      = 2
	hopeless    = 8
)

// looksPerLimit is how often watch checks the process within the limit. It repeats the interrupt at each repeats-th check.
const (
	looksPerLimit = 80
	repeats       = 20
)

// watch ends the process if its cell continues for longer than limit after an interrupt. If Go cannot stop the cell, everything else, such
// as the garbage collector, may have to wait too.
func (s *Session) watch(p *process, id int, limit time.Duration) {
	begin, used := time.Now(), processorClock{process: p}
	used.since()
	busy := 0 // checks at which a thread was running or waiting for the processor
	for look := 1; ; look++ {
		select {
		case <-p.ended:
			return
		case <-time.After(limit / looksPerLimit):
		}
		if !s.goesOn(p, id, look%repeats == 0) {
			return
		}
		if p.wantsProcessor() {
			busy++
		}
		var why string
		switch clock := time.Since(begin); {
		case clock > limit && used.since() > limit, clock > hopeless*limit:
			why = "the interrupted cell did not stop, so the process was killed"
		case clock > asleep*limit && look > looksPerLimit && busy < look/2:
			why = "the interrupted cell did not stop, because all threads of its process are waiting, so the process was killed"
		default:
			continue
		}
		p.fatal.CompareAndSwap(nil, &why)
		if s.doomed != nil {
			s.doomed(p.cmd.Process.Pid)
		}
		_ = p.cmd.Process.Kill() // fails only if the process has ended
		return
	}
}

// goesOn reports whether a cell still runs. If again is set, it repeats the interrupt of the cell.
func (s *Session) goesOn(p *process, id int, again bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == id && again {
		_ = p.tell(message.Order{Do: message.Interrupt}) // the lock keeps the next cell from starting before the order
	}
	return s.running == id
}

// execute makes the host run a cell, and waits until it ends. It reports whether the cell ran.
func (s *Session) execute(o message.Order, r *Result) bool {
	p := s.order(o, r)
	if p == nil {
		return false
	}
	defer func() {
		s.mu.Lock()
		s.running = 0
		s.mu.Unlock()
	}()
	for {
		select {
		case a := <-p.answers:
			if a.ID != o.ID {
				continue
			}
			r.End, r.Text, r.Code, r.Line, r.Took = a.End, a.Text, a.Code, a.Line, a.Took
			r.Notes = append(r.Notes, a.Notes...)
			if a.End != message.Refused && a.End != message.Twice {
				s.drain(p, o.ID)
			}
			return true
		case <-p.ended:
			r.died(p)
			return true
		}
	}
}

// died records that a process has ended, and why.
func (r *Result) died(p *process) {
	r.End = Died
	if p.err != nil {
		r.Text = p.err.Error()
	}
	if m := p.fatal.Load(); m != nil {
		r.Text = *m
	}
	r.Text = explained(r.Text)
}

// drained limits how long execute waits for the rest of a cell's output.
const drained = 5 * time.Second

// drain waits until all output of the cell has arrived.
func (s *Session) drain(p *process, id int) {
	limit := time.After(drained)
	for _, stream := range []string{"stdout", "stderr"} {
		select {
		case <-p.mark(stream + message.Mark(id)):
		case <-p.ended:
		case <-limit:
			return
		}
	}
	p.mu.Lock()
	clear(p.marks)
	p.mu.Unlock()
}

// revive starts a new host after the last one has died. Its values are lost, except those that were saved.
func (s *Session) revive(r *Result) error {
	r.Lost = slices.Sorted(maps.Keys(s.cells.Variables()))
	left := s.left()
	err := s.restart()
	s.snapshot = left
	if p := s.alive(); p != nil {
		p.spare(left)
	}
	r.Saved = s.Saved()
	return err
}

// Values returns the variables of the session with their values.
func (s *Session) Values(ctx context.Context) ([]message.Value, error) {
	names := map[string]string{}
	o := message.Order{Do: message.Describe}
	for name, symbol := range s.cells.Variables() {
		if v, ok := s.variables[symbol]; ok {
			names[symbol] = name
			o.Variables = append(o.Variables, v)
		}
	}
	slices.SortFunc(o.Variables, func(a, b message.Variable) int { return strings.Compare(names[a.Name], names[b.Name]) })
	a, err := s.request(ctx, o)
	if err != nil {
		return nil, err
	}
	for i := range a.Values {
		a.Values[i].Name, a.Values[i].Type = names[a.Values[i].Name], cells.Plain(a.Values[i].Type)
	}
	return a.Values, nil
}
