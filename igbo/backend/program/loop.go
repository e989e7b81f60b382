package program

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/kernel"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// loop is a While. Its body is compiled to a program that runs once per step. The memory of the states is planned like
// that of other values:
//
//	a state that never changes                       the outer value itself
//	a series of which each step writes one element   the result, written in place
//	any other state                                  two buffers, read and written alternately
//
// A step that reads an element of an outer series reads it in place. Workers enter the loop once and run all steps
// together. Each worker has its own table of addresses.
type loop struct {
	node    *record.Node
	held    []held
	steps   int          // number of steps if the loop counts to a constant, otherwise 0
	counter *record.Node // the parameter of the body that counts the steps, if any

	condition *executable // nil if the number of steps is constant
	goes      int         // ID of the condition's result
	body      *executable
	views     []view
	workers   int // maximum number of workers for its steps and inner loops
	scratch   int // ID of the outer program's value that provides the memory
	memory    int // size in bytes of the memory of the body, the turning states and the condition
}

// view is an element of a series that a step accesses in place.
type view struct {
	value, series int // IDs in the body
	offset        int
	index         []func(p []unsafe.Pointer) int
	last, bytes   []int
}

// place sets the address of the element for the current step.
func (v *view) place(p []unsafe.Pointer) {
	at := v.offset
	for axis, index := range v.index {
		at += max(0, min(index(p), v.last[axis])) * v.bytes[axis]
	}
	p[v.value] = unsafe.Add(p[v.series], at)
}

// addLoop compiles a While and appends its task.
func (c *compiler) addLoop(l *loop) error {
	r := l.node.Attr.(*record.Loop)
	if err := l.compile(r, c); err != nil {
		return err
	}
	if c.scratch == 0 {
		c.scratch = len(c.values)
		c.values, c.p = append(c.values, value{root: c.scratch, kind: computed}), append(c.p, nil)
	}
	l.scratch = c.scratch
	if c.nested == nil {
		c.nested = map[int]*loop{}
	}
	c.values[c.scratch].bytes = max(c.values[c.scratch].bytes, l.memory)
	t := task.Task{Units: 1, Whole: true, Alone: true, Run: l.run, Cost: task.CallCost}
	for k, in := range l.node.Inputs {
		h := &l.held[k]
		if h.how != dead && !h.blank {
			t.Reads = append(t.Reads, c.values[in.ID].root)
		}
		switch {
		case h.result == nil:
		case h.how == through:
			c.share(h.result, in, 0)
		default:
			c.values[h.result.ID] = value{root: h.result.ID, bytes: task.BytesOf(h.result), kind: computed}
			t.Also = append(t.Also, h.result.ID)
		}
	}
	if len(t.Also) == 0 {
		return nil // all used results are states that never change
	}
	t.Out, t.Also = t.Also[0], t.Also[1:]
	c.nested[t.Out] = l
	c.tasks = append(c.tasks, t)
	return nil
}

// compile compiles the condition and the body of the loop.
func (l *loop) compile(r *record.Loop, outer *compiler) error {
	if l.steps == 0 {
		c, err := lowered(r.Cond, r.Cond.Outputs, outer, nil)
		if err != nil {
			return err
		}
		l.condition, l.goes = c.inner(r.Cond, r.Cond.Outputs, nil), r.Cond.Outputs[0].ID
	}
	var outputs []*record.Node
	for k := range l.held {
		h := &l.held[k]
		switch h.how {
		case update:
			outputs = append(outputs, h.block)
			var known bool
			if h.index, known = earlyAll(h.out.Inputs[2:]); !known || !h.window.Whole() {
				h.index, outputs = nil, append(outputs, h.out.Inputs[2:]...)
			}
		case turning:
			outputs = append(outputs, h.out)
		}
	}
	c, err := lowered(r.Body, outputs, outer, l)
	if err != nil {
		return err
	}
	outside := l.settle(c)
	l.views = c.views
	l.body = c.inner(r.Body, nil, outside)
	l.memory = l.body.block
	for k := range l.held {
		if h := &l.held[k]; h.how == turning {
			for i := range h.buffers {
				h.buffers[i] = l.memory
				l.memory += class(task.BytesOf(h.out))
			}
		}
	}
	if l.condition != nil {
		l.memory += class(l.condition.block)
	}
	l.workers = l.body.workers
	for _, inner := range c.nested {
		l.workers = max(l.workers, inner.workers)
	}
	return nil
}

// settle arranges that the next states are stored in their places: the tasks of the body write them there, or additional
// tasks copy them. It returns the values whose address changes with each step.
func (l *loop) settle(c *compiler) (outside []int) {
	writer := map[int]int{} // index of the task that writes each value
	for i, t := range c.tasks {
		for _, out := range t.Outs() {
			writer[out] = i
		}
	}
	copies := make([][]task.Task, len(c.tasks)+1) // copying tasks, by the number of body tasks before them
	for k := range l.held {
		h := &l.held[k]
		from := h.out
		switch h.how {
		case update:
			from = h.block
		case turning:
		default:
			continue
		}
		v := c.values[from.ID]
		_, own := writer[v.root]
		own = own && v.kind == computed && v.offset == 0 && v.bytes == c.values[v.root].bytes && !slices.Contains(outside, v.root)
		if h.to = v.root; !own || h.how == update && h.index == nil {
			h.to = len(c.values)
			c.values, c.p = append(c.values, value{root: h.to, bytes: v.bytes, kind: computed}), append(c.p, nil)
			t := l.copies(h, from, c)
			at := 0
			for _, r := range t.Reads {
				if i, ok := writer[r]; ok {
					at = max(at, i+1)
				}
			}
			copies[at] = append(copies[at], t)
		}
		outside = append(outside, h.to)
		if h.index != nil {
			view := view{value: h.to, series: h.param.ID, index: h.index}
			view.last, view.bytes = h.window.Steps()
			c.views = append(c.views, view)
		}
	}
	tasks := copies[0]
	for i, t := range c.tasks {
		tasks = append(append(tasks, t), copies[i+1]...)
	}
	c.tasks = tasks
	return outside
}

// copies returns the task that copies a next state to its place.
func (l *loop) copies(h *held, from *record.Node, c *compiler) task.Task {
	t := task.Task{Out: h.to, Reads: []int{c.values[from.ID].root}, Units: 1, Whole: true, Cost: task.CallCost + task.MoveCost/4*float64(task.BytesOf(from))}
	if h.how == update && h.index == nil {
		for _, at := range h.out.Inputs[2:] {
			t.Reads = append(t.Reads, c.values[at.ID].root)
		}
		t.Run = func(p []unsafe.Pointer, _, _ int) { h.window.Move(p, p[h.param.ID], p[from.ID], true) }
		return t
	}
	size, source, to := from.DType().Size(), from.ID, h.to
	t.Units, t.Whole, t.Step, t.Steps = from.Size(), false, size, []int{0}
	if v := c.values[source]; v.bytes == c.values[v.root].bytes {
		t.Flat, t.Steps[0] = from.Size() > 1, size
	}
	t.Run = func(p []unsafe.Pointer, lo, hi int) {
		task.Move(unsafe.Add(p[to], lo*size), unsafe.Add(p[source], lo*size), (hi-lo)*size)
	}
	return t
}

// view makes a DynamicSlice node a view of a series, if its position is known before the tasks of a step run. It reports
// whether it did.
func (c *compiler) view(n *record.Node) bool {
	if c.of == nil {
		return false
	}
	x, w := n.Inputs[0], kernel.WindowOf(n.Inputs[0], n.Inputs[1:], n.Shape.Dimensions)
	series := slices.IndexFunc(c.of.held, func(h held) bool { return h.how == through && h.param.ID == c.values[x.ID].root })
	if series < 0 || !w.Whole() {
		return false
	}
	v := view{value: n.ID, series: c.values[x.ID].root, offset: c.values[x.ID].offset}
	v.last, v.bytes = w.Steps()
	var ok bool
	if v.index, ok = earlyAll(n.Inputs[1:]); !ok {
		return false
	}
	c.views = append(c.views, v)
	c.values[n.ID] = value{root: n.ID, bytes: task.BytesOf(n), kind: parameter}
	return true
}

// run runs all steps on as many cores as are free. From time to time it checks whether more cores have become free.
func (l *loop) run(p []unsafe.Pointer, _, _ int) {
	for step := 0; step >= 0; {
		extra := 0
		if l.workers > 1 && soloFor() <= 0 {
			extra = enlist(l.workers - 1)
		}
		t := newTeam(l, 1+extra)
		first := step
		err := t.run(func(worker int) {
			if next, _ := l.work(t, worker, p, first); worker == 0 {
				step = next
			}
		})
		helpers.Add(int32(-extra))
		if err != nil {
			panic(err)
		}
		t.learn()
	}
}

// work runs steps from the given one on, as one worker of a team. next is the step at which the team disbanded, or −1 if
// all steps are done. ok is false if an error stopped the team.
func (l *loop) work(t *team, worker int, p []unsafe.Pointer, step int) (next int, ok bool) {
	s := l.body.take()
	defer l.body.put(s)
	l.body.rest(s, p[l.scratch])
	copied := false
	for k, in := range l.node.Inputs {
		h := &l.held[k]
		at := p[in.ID]
		switch {
		case h.how == update:
			at = p[h.result.ID]
			if !h.blank && step == 0 {
				copied = true
				if worker == 0 {
					task.Move(at, p[in.ID], task.BytesOf(h.out))
				}
			}
		case h.how == turning && step > 0:
			at = unsafe.Add(s.block, h.buffers[(step-1)&1])
		}
		if h.how != dead {
			s.p[h.param.ID] = at
		}
	}
	if copied && !t.meet() {
		return -1, false
	}
	stage := l.body.stageFor(int(t.size))
	for ; ; step++ {
		if again, ok := l.another(t, worker, step, s, p); !ok {
			return -1, false
		} else if !again {
			break
		}
		if t.outer == l && int64(step) >= t.last.Load() {
			return step, true
		}
		if t.outer == l && worker == 0 && l.workers > 1 {
			t.disband(step + 1)
		}
		if !l.step(t, worker, step, s, stage) {
			return -1, false
		}
	}
	if worker == 0 {
		for _, h := range l.held {
			if h.how == turning && h.result != nil {
				task.Move(p[h.result.ID], s.p[h.param.ID], task.BytesOf(h.out))
			}
		}
	}
	return -1, true
}

// another reports whether there is another step. ok is false if an error stopped the team.
func (l *loop) another(t *team, worker, step int, s *state, p []unsafe.Pointer) (again, ok bool) {
	if l.condition == nil {
		return step < l.steps, true
	}
	if worker == 0 {
		t.again = l.goesOn(step, s, unsafe.Add(p[l.scratch], l.memory-class(l.condition.block)))
	}
	if !t.meet() {
		return false, false
	}
	again = t.again
	return again, t.meet() // wait before the next condition, of this or another loop, overwrites t.again
}

// goesOn computes the condition.
func (l *loop) goesOn(step int, s *state, at unsafe.Pointer) bool {
	cs := l.condition.take()
	defer l.condition.put(cs)
	l.condition.rest(cs, at)
	for k, id := range l.condition.parameters {
		if h := &l.held[k]; h.how != dead {
			cs.p[id] = s.p[h.param.ID]
		}
	}
	for _, a := range l.condition.moving {
		cs.p[a.value] = unsafe.Add(cs.p[a.root], a.offset)
	}
	if err := l.condition.sequence(cs, 0, len(l.condition.tasks)); err != nil {
		panic(fmt.Errorf("condition of step %d of a loop: %w", step, err))
	}
	return *(*bool)(cs.p[l.goes])
}

// step runs the body once. It returns false if an error stopped the team.
func (l *loop) step(t *team, worker, step int, s *state, stage *stage) bool {
	for _, h := range l.held {
		if h.how == turning {
			s.p[h.to] = unsafe.Add(s.block, h.buffers[step&1])
		}
	}
	for i := range l.views {
		l.views[i].place(s.p)
	}
	for _, a := range l.body.moving {
		s.p[a.value] = unsafe.Add(s.p[a.root], a.offset)
	}
	if step == 0 && !l.body.phases(t, worker, step, s, stage.once) || !l.body.phases(t, worker, step, s, stage.step) {
		return false
	}
	for _, h := range l.held {
		if h.how == turning {
			s.p[h.param.ID] = s.p[h.to]
		}
	}
	return true
}

// phases runs a worker's shares of the given phases. It returns false if an error stopped the team.
func (e *executable) phases(t *team, worker, step int, s *state, phases []phase) bool {
	for k := range phases {
		ph := &phases[k]
		switch {
		case ph.loop != nil:
			if _, ok := ph.loop.work(t, worker, s.p, 0); !ok {
				return false
			}
		case worker < len(ph.shares):
			if err := e.shares(s, ph.shares[worker]); err != nil {
				panic(fmt.Errorf("step %d of a loop: %w", step, err))
			}
		}
		if !t.meet() {
			return false
		}
	}
	return true
}

// shares computes a worker's shares of tasks.
func (e *executable) shares(s *state, list []share) (err error) {
	defer rescue(&err)
	for _, sh := range list {
		e.tasks[sh.task].Run(s.p, int(sh.lo), int(sh.hi))
	}
	return nil
}
