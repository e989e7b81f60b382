package program

import (
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

const (
	// chainLeast is the number of elements from which on operations are chained. Values of so many elements of
	// different types never share memory, as their sizes differ.
	chainLeast = 1024
	// chainBytes is the memory in bytes that a block of all values of a chain may take, so that it stays in the first cache.
	chainBytes = 24 << 10
	// chainBlock is the fewest elements of a block; shorter ones cost more in calls than they save.
	chainBlock = 512
)

// chain joins tasks on single elements that follow each other, of one number of elements: a block of elements passes all
// of them before the next, so that what one gives is in the cache when another takes it. A task reads and writes at
// the places of its elements alone, and those of other blocks are nobody's business, so results stay the same, also where one
// value takes the memory of another that ended before.
func (e *executable) chain(needs [][]int32) [][]int32 {
	var tasks []task.Task
	var joined [][]int32
	of := make([]int32, len(e.tasks)) // the new task of each
	once := e.once
	for i := 0; i < len(e.tasks); {
		values := map[int]bool{}
		end := i
		if i == once {
			e.once = len(tasks)
		}
		for ; end < len(e.tasks) && (end != once || i == once) && e.joins(i, end, values); end++ {
			values[e.tasks[end].Out] = true
			for _, r := range e.tasks[end].Reads {
				values[r] = true
			}
		}
		end = max(end, i+1)
		var list []int32
		var accesses []access
		for j := i; j < end; j++ {
			if e.inner {
				accesses = append(accesses, e.accesses(&e.tasks[j])...)
			}
			of[j] = int32(len(tasks))
			for _, need := range needs[j] {
				list = append(list, of[need])
			}
		}
		tasks, joined = append(tasks, chained(e.tasks[i:end], len(values))), append(joined, list)
		e.access = append(e.access, accesses)
		i = end
	}
	e.tasks = tasks
	return joined
}

// joins reports whether task j may be in a chain that starts with task i and has these values.
func (e *executable) joins(i, j int, values map[int]bool) bool {
	t := &e.tasks[j]
	if !t.Flat || t.Units < e.engine.costs.chain || t.Units != e.tasks[i].Units {
		return false
	}
	more := 0
	for _, v := range append([]int{t.Out}, t.Reads...) {
		if !values[v] {
			more++
		}
	}
	return j == i || (len(values)+more)*4*chainBlock <= chainBytes
}

// chained is tasks as one, with so many values.
func chained(tasks []task.Task, values int) task.Task {
	if len(tasks) == 1 {
		return tasks[0]
	}
	block := max(chainBytes/(4*values)&^15, chainBlock)
	t := task.Task{Units: tasks[0].Units, Out: tasks[0].Out}
	var kernels []task.Kernel
	for _, one := range tasks {
		kernels = append(kernels, one.Run)
		t.Cost += one.Cost
	}
	t.Run = func(p []unsafe.Pointer, lo, hi int) {
		for ; lo < hi; lo += block {
			end := min(lo+block, hi)
			for _, k := range kernels {
				k(p, lo, end)
			}
		}
	}
	return t
}
