package program

import (
	"slices"
	"unsafe"

	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
)

// alias is a value that shares the memory of another value, root, at an offset in bytes.
type alias struct{ value, root, offset int }

// main returns the program of a main function.
func (c *compiler) main(f *record.Function) *executable {
	e := &executable{engine: c.engine}
	for _, n := range f.Parameters {
		e.names, e.inputs, e.parameters = append(e.names, n.Name), append(e.inputs, n.Shape), append(e.parameters, n.ID)
	}
	var outside []int
	taken := make([]bool, len(c.values))
	for _, n := range f.Outputs {
		v := c.values[n.ID]
		direct := v.kind == computed && v.root == n.ID && !taken[n.ID]
		e.outputs = append(e.outputs, output{value: n.ID, shape: n.Shape, bytes: v.bytes, direct: direct})
		if direct {
			outside, taken[n.ID] = append(outside, n.ID), true
		}
	}
	e.inherit()
	e.free = make([][]*storage, len(e.outputs))
	c.link(e, f.Outputs, outside, c.engine.costs.parallel)
	return e
}

// inner returns the program of a loop's condition or body. The loop sets the addresses of the parameters and of the
// values in outside.
func (c *compiler) inner(f *record.Function, outputs []*record.Node, outside []int) *executable {
	e := &executable{engine: c.engine, inner: true}
	for _, n := range f.Parameters {
		e.parameters = append(e.parameters, n.ID)
	}
	for _, v := range c.views {
		outside = append(outside, v.value)
	}
	c.link(e, outputs, outside, c.engine.costs.step)
	return e
}

// link plans the memory of the tasks and the order between them. The addresses of the values in outside change with each
// call. The program runs on several cores if it takes at least the time parallel, in nanoseconds.
func (c *compiler) link(e *executable, outputs []*record.Node, outside []int, parallel float64) {
	e.tasks, e.once, e.values, e.outside, e.nested = slices.Concat(c.once, c.tasks), len(c.once), c.values, outside, c.nested
	e.spare.New = func() any { return newState(e) }
	dynamic := make([]bool, len(c.values))
	for _, id := range slices.Concat(e.parameters, outside) {
		dynamic[id] = true
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
	for _, t := range c.tasks {
		total += t.Cost
	}
	e.workers = 1
	if c.engine.workers > 1 && total >= parallel {
		e.workers = min(c.engine.workers, max(int(total/c.engine.costs.part), 1))
	}
	e.plan(dynamic, pinned(c, slices.Concat(outputs, c.kept)))
	if c.scratch > 0 {
		e.offsets[c.scratch] = e.block
		e.block += class(c.values[c.scratch].bytes)
	}
	if !e.inner {
		e.split()
	}
}

// inherit pairs each input with an output of the same shape, which will reuse the storage of that input if it is donated.
// Each output is used at most once.
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

// pinned reports which values must be kept until the end of the program: copied outputs, and results of steady tasks.
func pinned(c *compiler, outputs []*record.Node) []bool {
	kept := make([]bool, len(c.values))
	for _, n := range outputs {
		kept[c.values[n.ID].root] = true
	}
	return kept
}

// wait converts the dependencies of each task to a count and to lists of successors. Tasks that run alone are barriers,
// so dependencies across them are dropped.
func (e *executable) wait(needs [][]int32) {
	if e.inner {
		e.needs = needs
		return
	}
	first := make([]int32, len(e.tasks)) // of each task: the first task of its group
	for i, t := range e.tasks {
		if i == 0 || t.Alone || e.tasks[i-1].Alone {
			e.together = append(e.together, i)
		}
		first[i] = int32(e.together[len(e.together)-1])
	}
	e.together = append(e.together, len(e.tasks))
	if e.workers == 1 {
		return
	}
	e.deps, e.next = make([]int32, len(needs)), make([][]int32, len(needs))
	for i, list := range needs {
		slices.Sort(list)
		for _, j := range slices.Compact(list) {
			if int(j) != i && j >= first[i] {
				e.deps[i]++
				e.next[j] = append(e.next[j], int32(i))
			}
		}
	}
}

// split sets the number of parts in which each task runs.
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

// output is a result of a program. A direct output is written to the caller's buffer, without a copy.
type output struct {
	value  int
	shape  shapes.Shape
	bytes  int
	direct bool
}

// rest sets the addresses of all values in the block of memory at `at`, and of all constants.
func (e *executable) rest(s *state, at unsafe.Pointer) {
	s.block = at
	for id, v := range e.values {
		switch {
		case v.kind == constant:
			s.p[id] = v.constant
		case v.kind == computed && v.root == id && v.bytes > 0 && at != nil:
			s.p[id] = unsafe.Add(at, e.offsets[id])
		}
	}
	for _, a := range e.resting {
		s.p[a.value] = unsafe.Add(s.p[a.root], a.offset)
	}
}
