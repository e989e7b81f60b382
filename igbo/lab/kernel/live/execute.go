package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// order gives the host a cell, unless that is interrupted already: an interrupt comes before it or behind it.
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

// execution tells the order of the cell that runs, 0 where none does.
func (s *Session) execution() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// unstoppable is how long an interrupted cell may take: by the clock, as many goroutines on many processors soon take that much of theirs,
// and of the processor's time, as a machine may be busy. No machine is as busy as hopeless times that, by the clock alone: such a
// process was stopped, or waits within the runtime.
const (
	unstoppable = 8 * time.Second
	hopeless    = 8
)

// watch ends a process in which a cell goes on after an interrupt for so long: where Go cannot stop it, the
// collector and all else may have to wait too.
func (s *Session) watch(p *process, id int, limit time.Duration) {
	begin := time.Now()
	before, err := p.processorTime()
	for err == nil {
		select {
		case <-p.ended:
			return
		case <-time.After(100 * time.Millisecond):
		}
		if s.execution() != id {
			return
		}
		var now time.Duration
		if now, err = p.processorTime(); err == nil && (now-before > limit && time.Since(begin) > limit || time.Since(begin) > hopeless*limit) {
			why := "nothing else ended the interrupted cell"
			p.fatal.CompareAndSwap(nil, &why)
			_ = p.cmd.Process.Kill() // one that has ended is no failure
			return
		}
	}
}

// execute has the host run a cell, and waits; false: it was not run.
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
			r.End, r.Text, r.Code, r.line = a.End, a.Text, a.Code, a.Line
			if a.End != message.Refused && a.End != message.Twice {
				s.drain(p, o.ID)
			}
			return true
		case <-p.ended:
			r.End = Died
			if p.err != nil {
				r.Text = p.err.Error()
			}
			if m := p.fatal.Load(); m != nil {
				r.Text = *m
			}
			return true
		}
	}
}

// drained is how long the rest of a cell's output may take to come.
const drained = 5 * time.Second

// drain waits until all that the cell printed has come.
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

// revive starts another host for one that has died; what it had is lost.
func (s *Session) revive(r *Result) error {
	r.Lost = slices.Sorted(maps.Keys(s.cells.Variables()))
	return s.Reset()
}

// Values are the living variables.
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
	s.orders++
	o.ID = s.orders
	p := s.alive()
	if p == nil {
		return nil, errors.New("live: the living process has ended")
	}
	if err := p.tell(o); err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	for {
		select {
		case a := <-p.answers:
			if a.ID != o.ID {
				continue
			}
			for i := range a.Values {
				a.Values[i].Name, a.Values[i].Type = names[a.Values[i].Name], cells.Plain(a.Values[i].Type)
			}
			return a.Values, nil
		case <-p.ended:
			return nil, errors.New("live: the living process has ended")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
