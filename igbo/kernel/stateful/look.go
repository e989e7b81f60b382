package stateful

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// ErrBusy is returned if values cannot be read because a cell runs.
var ErrBusy = errors.New("stateful: values cannot be read while a cell runs")

// view is an [executor.View].
type view struct {
	process   *process
	names     []string
	variables []message.Variable
}

// View returns the current variables. It is empty if there is no process. Do not call it while a cell runs.
func (s *Session) View() executor.View {
	v := &view{process: s.alive()}
	if v.process == nil {
		return v
	}
	all := s.cells.Variables()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if at, ok := s.variables[all[name]]; ok {
			v.names, v.variables = append(v.names, name), append(v.variables, at)
		}
	}
	return v
}

// Names returns the names of the variables, sorted.
func (v *view) Names() []string { return v.names }

// Variables describes all variables, sorted by name. It returns [ErrBusy], [ErrEnded] or the error of ctx.
func (v *view) Variables(ctx context.Context) ([]message.Value, error) {
	if v.process == nil || len(v.variables) == 0 {
		return nil, nil
	}
	a, err := v.look(ctx, message.Order{Variables: v.variables})
	for i := range a {
		a[i].Name = v.names[i]
	}
	return a, err
}

// Parts describes parts of a variable. It returns the errors of Variables, or an error if there is no such variable or no such part.
func (v *view) Parts(ctx context.Context, name string, parts message.Parts) ([]message.Value, error) {
	at := slices.Index(v.names, name)
	if at < 0 {
		return nil, fmt.Errorf("stateful: variable %s not found", name)
	}
	return v.look(ctx, message.Order{Variables: v.variables[at : at+1], Parts: &parts})
}

// One describes a variable and reports whether the variable exists.
func (v *view) One(ctx context.Context, name string) (message.Value, bool) {
	at := slices.Index(v.names, name)
	if at < 0 {
		return message.Value{}, false
	}
	a, err := v.look(ctx, message.Order{Variables: v.variables[at : at+1]})
	if err != nil || len(a) == 0 {
		return message.Value{}, false
	}
	a[0].Name = name
	return a[0], true
}

func (v *view) look(ctx context.Context, o message.Order) ([]message.Value, error) {
	o.Do = message.Look
	id, answer := v.process.looks.begin()
	defer v.process.looks.end(id)
	o.ID = id
	if err := v.process.tell(o); err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	select {
	case a := <-answer:
		if a.End == message.Refused && a.Text == "" {
			return nil, ErrBusy
		}
		if a.End == message.Refused {
			return nil, errors.New("stateful: " + a.Text)
		}
		for i := range a.Values {
			a.Values[i].Type = cells.Plain(a.Values[i].Type)
		}
		return a.Values, nil
	case <-v.process.ended:
		return nil, ErrEnded
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// looks holds the Look orders that wait for answers. Their IDs are negative, to distinguish them from the session's orders.
type looks struct {
	mu   sync.Mutex
	last int
	wait map[int]chan message.Answer
}

func (l *looks) begin() (id int, answer <-chan message.Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last--
	if l.wait == nil {
		l.wait = map[int]chan message.Answer{}
	}
	c := make(chan message.Answer, 1)
	l.wait[l.last] = c
	return l.last, c
}

func (l *looks) end(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.wait, id)
}

// take delivers the answer to a look. It reports whether the answer belongs to one.
func (l *looks) take(a message.Answer) bool {
	if a.ID >= 0 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if to := l.wait[a.ID]; to != nil {
		to <- a
		delete(l.wait, a.ID)
	}
	return true
}
