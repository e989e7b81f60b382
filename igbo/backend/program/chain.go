package program

import (
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

const (
	// chainLeast is the minimum number of elements for chaining. Values of that many elements but of different types
	// never share memory, because their sizes differ.
	chainLeast = 1024
	// chainBytes is the maximum size in bytes of one block of all values of a chain, so that it stays in the L1 cache.
	chainBytes = 24 << 10
	// chainBlock is the minimum number of elements of a block. The overhead of calls dominates for smaller blocks.
	chainBlock = 512
)

// chain merges consecutive element-wise tasks with the same number of elements into one. The merged task runs all of them
// on one block of elements before the next block, so intermediate results stay in the cache. Each task reads and writes
// only the elements of its units. Results are therefore the same, even if one value reuses the memory of another that is
// no longer needed.
//
// chain returns the dependencies of the new tasks.
func (e *executable) chain(needs [][]int32) [][]int32 {
	var tasks []task.Task
	var joined [][]int32
	of := make([]int32, len(e.tasks)) // index of the merged task of each task
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

// joins reports whether task j can extend a chain that starts with task i and uses the given values.
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

// chained returns one task that runs the given tasks, which together use the given number of values.
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
