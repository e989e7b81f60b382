package program

import (
	"slices"
	"unsafe"

	"github.com/gomlx/compute/shapes"
)

const (
	// delayLimit is the memory in bytes that waits before its next use, so that
	// operations side by side do not wait for each other's memory.
	delayLimit = 4 << 20
)

// alias is a value that shares another's memory.
type alias struct{ value, root, offset int }

// link plans the memory of the tasks and what each waits for.
func link(c *compiler, f *function) *executable {
	e := &executable{engine: c.engine, tasks: c.tasks, values: c.values}
	e.spare.New = func() any { return newState(e) }
	for _, n := range f.parameters {
		e.names, e.inputs, e.parameters = append(e.names, n.name), append(e.inputs, n.shape), append(e.parameters, n.id)
	}
	dynamic := make([]bool, len(c.values)) // roots that have another address each call
	for _, id := range e.parameters {
		dynamic[id] = true
	}
	for _, n := range f.outputs {
		v := c.values[n.id]
		direct := v.kind == computed && v.root == n.id && !dynamic[n.id]
		e.outputs = append(e.outputs, output{n.id, n.shape, v.bytes, direct})
		dynamic[n.id] = dynamic[n.id] || direct
	}
	for id, v := range c.values {
		switch {
		case v.kind == computed && v.root != id, v.kind == parameter && v.root != id:
			a := alias{id, v.root, v.offset}
			if dynamic[v.root] {
				e.moving = append(e.moving, a)
			} else {
				e.resting = append(e.resting, a)
			}
		}
	}
	total := 0.0
	for _, t := range e.tasks {
		total += t.cost
	}
	e.workers = 1
	if cost := c.engine.costs; c.engine.workers > 1 && total >= cost.parallel {
		e.workers = min(c.engine.workers, max(int(total/cost.part), 1))
	}
	e.plan(dynamic, pinned(c, f))
	e.split()
	return e
}

// pinned marks the values that must last until the end: outputs that are copied.
func pinned(c *compiler, f *function) []bool {
	kept := make([]bool, len(c.values))
	for _, n := range f.outputs {
		kept[c.values[n.id].root] = true
	}
	return kept
}

// slot is a piece of an executable's block.
type slot struct {
	offset, bytes int
	users         []int32 // tasks that write or read its last value
	free          int     // the task after which it may be used again
}

// plan places every computed value in the block, one after the other in the same slot
// where the first is no longer needed, and lists what each task waits for.
func (e *executable) plan(dynamic, kept []bool) {
	last := make([]int, len(e.values))
	for i, t := range e.tasks {
		last[t.out] = max(last[t.out], i)
		for _, r := range t.reads {
			last[r] = i
		}
	}
	e.offsets = make([]int, len(e.values))
	users := make([][]int32, len(e.values))
	slots := make([]*slot, len(e.values))
	var waiting slots1
	needs := make([][]int32, len(e.tasks))
	for i, t := range e.tasks {
		for _, r := range t.reads {
			if len(users[r]) > 0 {
				needs[i] = append(needs[i], users[r][0]) // its writer
			}
		}
		if !dynamic[t.out] {
			s := e.place(i, &t, &waiting, slots, last, dynamic, kept)
			needs[i] = append(needs[i], s.users...)
			s.users = nil
			slots[t.out], e.offsets[t.out] = s, s.offset
		}
		users[t.out] = []int32{int32(i)}
		for _, r := range t.reads {
			if e.values[r].kind == computed && users[r][len(users[r])-1] != int32(i) {
				users[r] = append(users[r], int32(i))
			}
		}
		for _, r := range append([]int{t.out}, t.reads...) {
			if s := slots[r]; s != nil && last[r] == i && !kept[r] {
				s.users, slots[r] = users[r], nil
				if slots[t.out] != s {
					waiting.add(s, i)
				}
			}
		}
	}
	e.wait(needs)
}

// place gives the output of task i a slot: that of an input which ends here, one that is free, or a new one.
func (e *executable) place(i int, t *task, waiting *slots1, slots []*slot, last []int, dynamic, kept []bool) *slot {
	bytes := class(e.values[t.out].bytes)
	for _, r := range t.reuses {
		if s := slots[r]; s != nil && last[r] == i && !kept[r] && !dynamic[r] && s.bytes == bytes && e.values[r].kind == computed {
			slots[r] = nil
			s.users = e.readers(r, i)
			return s
		}
	}
	if s := waiting.take(bytes, i, e.workers > 1); s != nil {
		return s
	}
	s := &slot{offset: e.block, bytes: bytes}
	e.block += bytes
	return s
}

// readers lists the tasks before i that take a value.
func (e *executable) readers(value, before int) (tasks []int32) {
	for _, i := range e.readersOf(value) {
		if int(i) < before {
			tasks = append(tasks, i)
		}
	}
	return tasks
}

// readersOf lists the tasks that take a value.
func (e *executable) readersOf(value int) []int32 {
	if e.readBy == nil {
		e.readBy = make([][]int32, len(e.values))
		for i, t := range e.tasks {
			for _, r := range t.reads {
				e.readBy[r] = append(e.readBy[r], int32(i))
			}
		}
	}
	return e.readBy[value]
}

// class rounds a size up, by a quarter at most, so that values of nearly one size share slots.
func class(bytes int) int {
	step := alignment
	for bytes > 8*step {
		step *= 2
	}
	return max((bytes+step-1)/step*step, alignment)
}

// slots1 is the free slots by size, in the order in which they became free.
type slots1 struct {
	bySize map[int][]*slot
}

func (s *slots1) add(free *slot, task int) {
	if s.bySize == nil {
		s.bySize = map[int][]*slot{}
	}
	free.free = task
	s.bySize[free.bytes] = append(s.bySize[free.bytes], free)
}

// take returns a free slot: for one core that which became free last, as it is in the
// cache; for several one that became free long ago, if few bytes wait.
func (s *slots1) take(bytes, task int, several bool) *slot {
	list := s.bySize[bytes]
	if len(list) == 0 {
		return nil
	}
	at := len(list) - 1
	if several {
		if at = 0; len(list)*bytes < delayLimit && task-list[0].free < delayTasks {
			return nil
		}
	}
	found := list[at]
	s.bySize[bytes] = slices.Delete(list, at, at+1)
	return found
}

// delayTasks is how many tasks pass before a slot is used again, where little memory waits.
const delayTasks = 64

// wait turns what each task needs into what each task frees.
func (e *executable) wait(needs [][]int32) {
	if e.workers == 1 {
		return
	}
	e.deps, e.next = make([]int32, len(needs)), make([][]int32, len(needs))
	for i, list := range needs {
		slices.Sort(list)
		for _, j := range slices.Compact(list) {
			if int(j) != i {
				e.deps[i]++
				e.next[j] = append(e.next[j], int32(i))
			}
		}
	}
}

// split decides in how many parts each task runs.
func (e *executable) split() {
	e.parts = make([]int32, len(e.tasks))
	for i, t := range e.tasks {
		n := 1
		if e.workers > 1 && !t.whole {
			n = max(1, min(t.units, int(t.cost/e.engine.costs.part), 4*e.workers))
		}
		e.parts[i] = int32(n)
	}
}

// output is a result of a program. A direct one is written where the caller gets it.
type output struct {
	value  int
	shape  shapes.Shape
	bytes  int
	direct bool
}

// set places every value that rests in a block.
func (e *executable) set(p []unsafe.Pointer, at unsafe.Pointer) {
	for id, v := range e.values {
		switch {
		case v.kind == constant:
			p[id] = v.constant
		case v.kind == computed && v.root == id && v.bytes > 0 && at != nil:
			p[id] = unsafe.Add(at, e.offsets[id])
		}
	}
	for _, a := range e.resting {
		p[a.value] = unsafe.Add(p[a.root], a.offset)
	}
}
