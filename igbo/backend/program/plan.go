package program

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

const (
	// delayLimit is the free memory, in bytes per size of slots, from which on several cores reuse slots at once. Below
	// it, they delay the reuse, so independent operations do not wait for each other's memory.
	delayLimit = 4 << 20
	// delayTasks is the number of tasks by which the reuse of a slot is delayed.
	delayTasks = 64
)

// slot is a part of an executable's block.
type slot struct {
	offset, bytes int
	users         []int32 // tasks that write or read the last value in the slot
	free          int     // number of the task after which the slot can be reused
}

// plan assigns a slot of the block to every computed value, and lists the dependencies of each task. Values share a slot
// if one is no longer needed when the other is written.
func (e *executable) plan(dynamic, kept []bool) {
	last := make([]int, len(e.values))
	for i, t := range e.tasks {
		for _, out := range t.Outs() {
			last[out] = max(last[out], i)
		}
		for _, r := range t.Reads {
			last[r] = i
		}
	}
	e.offsets, e.dynamic = make([]int, len(e.values)), dynamic
	users := make([][]int32, len(e.values))
	slots := make([]*slot, len(e.values))
	waiting := &shelf{slots: map[int][]*slot{}, several: e.workers > 1}
	needs := make([][]int32, len(e.tasks))
	for i, t := range e.tasks {
		if waiting.now++; t.Alone || i > 0 && e.tasks[i-1].Alone {
			waiting.now += delayTasks // the task waits for all tasks before it
		}
		for _, r := range t.Reads {
			if len(users[r]) > 0 {
				needs[i] = append(needs[i], users[r][0]) // its writer
			}
		}
		for _, out := range t.Outs() {
			if !dynamic[out] {
				s := e.place(i, out, t.Reuses, waiting, slots, last, dynamic, kept)
				needs[i] = append(needs[i], s.users...)
				s.users = nil
				slots[out], e.offsets[out] = s, s.offset
			}
			users[out] = []int32{int32(i)}
		}
		for _, r := range t.Reads {
			if e.values[r].kind == computed && users[r][len(users[r])-1] != int32(i) {
				users[r] = append(users[r], int32(i))
			}
		}
		for _, r := range append(t.Outs(), t.Reads...) {
			if s := slots[r]; s != nil && last[r] == i && !kept[r] {
				s.users, slots[r] = users[r], nil
				if slots[t.Out] != s {
					waiting.add(s)
				}
			}
		}
	}
	e.wait(e.chain(needs))
}

// place returns the slot for the value out of task i: the slot of an input that is not needed later, a free slot, or a
// new one.
func (e *executable) place(i, out int, reuses []int, waiting *shelf, slots []*slot, last []int, dynamic, kept []bool) *slot {
	bytes := class(e.values[out].bytes)
	for _, r := range reuses {
		if s := slots[r]; s != nil && last[r] == i && !kept[r] && !dynamic[r] && s.bytes == bytes && e.values[r].kind == computed {
			slots[r] = nil
			s.users = e.readers(r, i)
			return s
		}
	}
	if s := waiting.take(bytes); s != nil {
		return s
	}
	s := &slot{offset: e.block, bytes: bytes}
	e.block += bytes
	return s
}

// readers returns the tasks before the given one that read a value.
func (e *executable) readers(value, before int) (tasks []int32) {
	for _, i := range e.readersOf(value) {
		if int(i) < before {
			tasks = append(tasks, i)
		}
	}
	return tasks
}

// readersOf returns the tasks that read a value.
func (e *executable) readersOf(value int) []int32 {
	if e.readBy == nil {
		e.readBy = make([][]int32, len(e.values))
		for i, t := range e.tasks {
			for _, r := range t.Reads {
				e.readBy[r] = append(e.readBy[r], int32(i))
			}
		}
	}
	return e.readBy[value]
}

// class rounds a size up by at most a quarter, so values of similar size can share slots.
func class(bytes int) int {
	step := task.Alignment
	for bytes > 8*step {
		step *= 2
	}
	return max((bytes+step-1)/step*step, task.Alignment)
}

// shelf holds the free slots by size in bytes, in the order in which they became free.
type shelf struct {
	slots   map[int][]*slot
	several bool // the program uses several cores
	now     int  // number of the current task
}

func (s *shelf) add(free *slot) {
	free.free = s.now
	s.slots[free.bytes] = append(s.slots[free.bytes], free)
}

// take returns a free slot, or nil. On one core, it returns the slot that became free last, because that is in the cache.
// On several cores, it returns the one that has been free the longest, but only after a delay (see delayLimit and
// delayTasks).
func (s *shelf) take(bytes int) *slot {
	list := s.slots[bytes]
	if len(list) == 0 {
		return nil
	}
	at := len(list) - 1
	if s.several {
		if at = 0; len(list)*bytes < delayLimit && s.now-list[0].free < delayTasks {
			return nil
		}
	}
	found := list[at]
	s.slots[bytes] = slices.Delete(list, at, at+1)
	return found
}
