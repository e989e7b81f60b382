package program

import (
	"slices"
	"unsafe"

	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
)

// alias is a value that shares another's memory.
type alias struct{ value, root, offset int }

// link plans the memory of the tasks and what each waits for.
func link(c *compiler, f *record.Function) *executable {
	e := &executable{engine: c.engine, tasks: c.tasks, values: c.values}
	e.spare.New = func() any { return newState(e) }
	for _, n := range f.Parameters {
		e.names, e.inputs, e.parameters = append(e.names, n.Name), append(e.inputs, n.Shape), append(e.parameters, n.ID)
	}
	dynamic := make([]bool, len(c.values)) // roots that have another address each call
	for _, id := range e.parameters {
		dynamic[id] = true
	}
	for _, n := range f.Outputs {
		v := c.values[n.ID]
		direct := v.kind == computed && v.root == n.ID && !dynamic[n.ID]
		e.outputs = append(e.outputs, output{value: n.ID, shape: n.Shape, bytes: v.bytes, direct: direct})
		dynamic[n.ID] = dynamic[n.ID] || direct
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
		total += t.Cost
	}
	e.workers = 1
	if cost := c.engine.costs; c.engine.workers > 1 && total >= cost.parallel {
		e.workers = min(c.engine.workers, max(int(total/cost.part), 1))
	}
	e.inherit()
	e.free = make([][]*storage, len(e.outputs))
	e.plan(dynamic, pinned(c, f))
	e.split()
	return e
}

// inherit pairs inputs and outputs of one shape, each once, in order.
func (e *executable) inherit() {
	taken := make([]bool, len(e.outputs))
	for _, shape := range e.inputs {
		heir := slices.IndexFunc(e.outputs, func(o output) bool { return o.shape.Equal(shape) })
		for heir >= 0 && heir < len(taken) && (taken[heir] || !e.outputs[heir].shape.Equal(shape)) {
			heir++
		}
		if heir < 0 || heir == len(taken) {
			heir = -1
		} else {
			taken[heir] = true
		}
		e.heirs = append(e.heirs, heir)
	}
}

// pinned marks the values that must last until the end: outputs that are copied.
func pinned(c *compiler, f *record.Function) []bool {
	kept := make([]bool, len(c.values))
	for _, n := range f.Outputs {
		kept[c.values[n.ID].root] = true
	}
	return kept
}

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
		if e.workers > 1 && !t.Whole {
			n = max(1, min(t.Units, int(t.Cost/e.engine.costs.part), 4*e.workers))
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
